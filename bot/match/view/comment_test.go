package view_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"yeye/bot/match/view"
)

// A comment leaves room for the rest of a message, whatever its quotation adds to it, and says that it goes on.
func TestCommentHasALimit(t *testing.T) {
	for _, text := range []string{strings.Repeat("a\n", 900), strings.Repeat("-", 900), strings.Repeat("-\n", 900), strings.Repeat("long ", 900) + "\nend"} {
		said := view.Comment(text)
		if n := utf8.RuneCountInString(said); n > 1000 || n < 800 || !strings.HasSuffix(said, "…") {
			t.Errorf("%.12q: %d characters, ending in %q", text, n, said[max(0, len(said)-8):])
		}
	}
	for text, want := range map[string]string{
		"":                  "",
		" \n\n":             "",
		"fine":              "> fine",
		"the  end\n\n- 1\n": "> the end\n> \\- 1",
	} {
		if said := view.Comment(text); said != want {
			t.Errorf("%q: %q, want %q", text, said, want)
		}
	}
}
