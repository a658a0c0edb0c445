package locale

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Echoed text cannot break out of its code span, ping, or turn its surroundings.
func TestEchoIsHarmless(t *testing.T) {
	for _, hostile := range []string{"`@everyone`", "<@1>", "a\nb", "\u202eevil", "zero\u200bwidth", "```code", "\x00\x1b[31m", strings.Repeat("x", 5000), ""} {
		q := Quoted(hostile)
		inner := strings.TrimSuffix(strings.TrimPrefix(q, "`"), "`")
		if strings.ContainsAny(inner, "`\n\x00\x1b\u202e\u200b") || utf8.RuneCountInString(q) > 45 || inner == "" {
			t.Errorf("%q is echoed as %q", hostile, q)
		}
		if p := Plain(hostile, 40); strings.ContainsAny(p, "\n\x00\u202e\u200b") || strings.Contains(strings.ReplaceAll(p, "\\", ""), "\u202e") {
			t.Errorf("%q is shown as %q", hostile, p)
		}
		if v := Visible(hostile, 40); v == "" || strings.ContainsAny(v, "\n\x00\u202e\u200b") || utf8.RuneCountInString(v) > 41 {
			t.Errorf("%q is seen as %q", hostile, v)
		}
	}
	if got := Plain("<@1> *bold* @everyone", 100); got != `\<\@1\> \*bold\* \@everyone` {
		t.Errorf("markup is shown as %s", got)
	}
	for _, c := range []struct {
		text string
		most int
		want string
	}{{"", 3, ""}, {"车马炮", 3, "车马炮"}, {"车马炮兵", 3, "车马…"}} {
		if got := Cut(c.text, c.most); got != c.want {
			t.Errorf("%q cut to %d is %q", c.text, c.most, got)
		}
	}
}

// A name of letters that show nothing is none: players make such names to be unseen.
func TestBlankNames(t *testing.T) {
	for _, blank := range []string{"\u3164", "\u115f\u1160", "\uffa0", "\u2800\u2800", "\u034f", " \u3164 "} {
		if p, v, q := Plain(blank, 32), Visible(blank, 32), Quoted(blank); strings.TrimSpace(p) != "" || v != "?" || q != "`?`" {
			t.Errorf("%+q is shown as %q, seen as %q and echoed as %s", blank, p, v, q)
		}
	}
	if got := Plain("\u3164Mei\u3164 한글", 32); got != "Mei 한글" {
		t.Errorf("a name among blanks is shown as %+q", got)
	}
}
