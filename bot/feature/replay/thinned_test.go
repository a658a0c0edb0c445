package replay

import (
	"strings"
	"testing"

	"yeye/bot/locale"
)

// No language says "2th" of an animation that leaves positions out.
func TestThinned(t *testing.T) {
	b, err := locale.New(locale.Embedded("replay", catalog))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range b.All() {
		for n, number := range map[int]string{2: "2", 3: "3", 11: "11"} {
			if text := l.Text("replay.thinned", locale.Args{"Count": n}); !strings.Contains(text, number) || strings.Contains(text, "th position") {
				t.Errorf("%s: %s", l.Tag(), text)
			}
		}
	}
}
