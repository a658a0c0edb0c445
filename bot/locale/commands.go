package locale

import (
	"regexp"
	"strings"
	"sync/atomic"
)

// commandIDs maps the commands' English names to the ids that Discord has given them.
type commandIDs struct {
	atomic.Pointer[map[string]string]
}

// SetCommandIDs sets the ids under which the commands are registered, by their English names: texts made from now on
// mention them as links.
func (b *Bundle) SetCommandIDs(ids map[string]string) { b.commands.Store(&ids) }

var named = regexp.MustCompile("`/([a-z]+)`")

// naming replaces commands in a text, which the catalogs write as `/play`, with their names in the localizer's
// language, as mentions where their ids are known.
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
