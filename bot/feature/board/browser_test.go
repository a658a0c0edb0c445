package board_test

import (
	"fmt"
	"testing"

	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
)

func square(name string) string { return fmt.Sprintf(`[data-square=%q]`, name) }

// ready is true once a page shows its board.
const ready = `document.querySelector("main").dataset.state === "open" && document.querySelector("#wood").naturalWidth &&
	document.querySelector("#set")`

// reload loads a page again, and waits until its board is there.
func reload(p *browse.Page) {
	browse.Eval[bool](p, "window.old = true; location.reload(); true")
	p.Wait("!window.old && " + ready)
}

// Two people play a short game, one with a finger on a phone and one with the mouse: each sees the other's moves come, the clocks run, and
// how it ends.
func TestTwoPeopleInTheBrowser(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	b := open(t)
	b.Play(`
		mei: /challenge user=@tom side=red clock=5+3 => card challenge
		tom: [Accept] => card duel`)
	phone := browse.OpenIn(t, "en-US", b.link("mei"), 390, 844)
	desk := browse.OpenIn(t, "en-US", b.link("tom"), 1100, 900)
	phone.Wait(ready)
	desk.Wait(ready)
	has := func(p *browse.Page, at, letter string) {
		t.Helper()
		p.Wait(fmt.Sprintf(`(document.querySelector('[data-square="%s"]').getAttribute("aria-label").startsWith("%[1]s, %s"))`, at, letter))
	}
	t.Logf("the first board was there after %.0f ms", browse.Eval[float64](phone,
		`Math.max(...performance.getEntriesByType("resource").filter(e => e.name.includes("/look/")).map(e => e.responseEnd))`))
	phone.Screenshot("phone-begins")
	desk.Screenshot("desk-begins")
	if wide := browse.Eval[int](phone, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %d wide on a phone", wide)
	}
	phone.TouchDrag(square("h2"), square("e2"), func() { phone.Screenshot("phone-drags") })
	has(desk, "e2", "Red ")
	desk.Drag(square("h7"), square("e7"), func() { desk.Screenshot("desk-drags") })
	has(phone, "e7", "Black ")
	phone.TouchDrag(square("e2"), square("e6"), nil) // takes a pawn with check
	desk.WaitText("#status", "check")
	desk.Screenshot("desk-check")
	desk.Drag(square("e7"), square("e5"), nil) // does not help: refused, the piece is where it was
	has(desk, "e7", "Black ")
	desk.Drag(square("d9"), square("e8"), nil)
	has(phone, "e8", "Black ")
	phone.Screenshot("phone-later")
	desk.Press("f")
	desk.Wait(`document.querySelector("#grid [role=gridcell]").dataset.square === "a9"`)
	desk.Click("[data-act=resign]")
	desk.Screenshot("desk-asks")
	desk.Click("#ask .yes")
	phone.WaitText("#status", "resign")
	phone.Screenshot("phone-ends")
	phone.Resize(350, 700)
	phone.Screenshot("phone-narrow")
	if wide := browse.Eval[int](phone, "document.documentElement.scrollWidth"); wide > 350 {
		t.Errorf("the page is %d wide in a narrow window", wide)
	}
}
