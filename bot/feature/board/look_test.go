package board_test

import (
	"fmt"
	"testing"

	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
)

// Every theme and set of pieces, on the smallest phone, a usual one and a wide screen: nothing is wider than the window, and each look is one
// of its own. The screenshots are to be looked at.
func TestLooks(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	b := open(t)
	b.Play(liveDuel + "mei: h2e2 => card duel\ntom: h7e7 => card duel\nmei: e2e6 => card duel\ntom: d9e8 => card duel")
	b.Play("mei: /settings theme=night => private\nmei: /board => card duel")
	p := browse.OpenIn(t, "en-US", b.link("mei"), 350, 700)
	sizes := []struct{ width, height int }{{350, 700}, {390, 844}, {1100, 900}}
	seen := map[string]string{}
	for _, theme := range []string{"wood", "night", "contrast"} {
		for i, set := range []string{"traditional", "simplified", "pictogram", "letter", "classic"} {
			name := theme + "-" + set
			b.Play(fmt.Sprintf("mei: /settings theme=%s pieces=%s => private", theme, set))
			p.Resize(350, 700)
			reload(p)
			p.Wait(ready + fmt.Sprintf(` && document.querySelector("#set").dataset.of.includes(%q)`, name))
			p.Click(square("b0"))
			p.Wait(on("c2", "can"))
			drawn := browse.Eval[string](p, `document.querySelector("#set").innerHTML`)
			if other := seen[drawn]; other != "" {
				t.Errorf("%s looks like %s", name, other)
			}
			seen[drawn] = name
			for _, s := range sizes {
				if s.width != 350 && i != 0 {
					continue // the pieces only get larger
				}
				p.Resize(s.width, s.height)
				p.Screenshot(fmt.Sprintf("%s-%d", name, s.width))
				if wide := browse.Eval[int](p, "document.documentElement.scrollWidth"); wide > s.width {
					t.Errorf("%s is %d wide in a window of %d", name, wide, s.width)
				}
			}
		}
	}
}
