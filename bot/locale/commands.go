package locale

import (
	"regexp"
	"strings"
	"sync/atomic"
)

// commandIDs is the identifiers that Discord has given the commands, by their
// English names.
type commandIDs struct {
	atomic.Pointer[map[string]string]
}

// Commands makes known under which identifiers the commands are registered, by
// their English names: what is said from now on names them so that they can be
// pressed.
func (b *Bundle) Commands(ids map[string]string) { b.commands.Store(&ids) }

var named = regexp.MustCompile("`/([a-z]+)`")

// naming gives the commands in a sentence, which the catalogs write as `/play`, the
// names that they have in the speaker's language; pressing one begins it.
func (l *Localizer) naming(text string) string {
	if l.commands == nil || !strings.Contains(text, "`/") {
		return text
	}
	ids := l.commands.Load()
	return named.ReplaceAllStringFunc(text, func(found string) string {
		english := strings.Trim(found, "`/")
		key := "command." + english + ".name"
		name := l.Text(key)
		if name == key {
			return found
		}
		if ids != nil && (*ids)[english] != "" {
			return "</" + name + ":" + (*ids)[english] + ">"
		}
		return "`/" + name + "`"
	})
}
