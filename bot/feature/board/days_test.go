package board_test

import (
	"strings"
	"testing"

	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
)

// In a game by days the page asks before a move, as long as its reader wants, and takes what they will answer for several moves.
func TestDaysInTheBrowser(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	b := open(t)
	b.Play(duel)
	phone := browse.OpenIn(t, "en-US", b.link("mei"), 390, 844)
	desk := browse.OpenIn(t, "en-US", b.link("tom"), 1100, 900)
	phone.Wait(ready)
	desk.Wait(ready)
	const asked = `!document.querySelector("#ask").hidden`
	played := func(p *browse.Page, n int) {
		t.Helper()
		p.Wait(`document.querySelectorAll("#moves button").length === ` + string(rune('0'+n)))
	}

	// What tom will answer, before mei has moved.
	desk.Click("#lines .bar button")
	desk.Press("h2e2, h9g7, i0h0")
	desk.Click("#lines form [type=submit]")
	desk.WaitText("#lines .why", "Line 1, move 3")
	desk.Screenshot("wrong-line")
	browse.Eval[bool](desk, `document.querySelector("#lines textarea").value = "h2e2, h9g7, h0g2, i9h9"; true`)
	desk.Click("#lines form [type=submit]")
	desk.WaitText("#lines ol", "h2e2 → h9g7 → h0g2 → i9h9")
	desk.Screenshot("lines")
	desk.Click("#lines .bar button") // changed
	if got := browse.Eval[string](desk, `document.querySelector("#lines textarea").value`); got != "h2e2, h9g7, h0g2, i9h9" {
		t.Errorf("to be changed: %q", got)
	}
	desk.Click("#lines form [type=button]")
	desk.Click("#lines [data-act='lines.board']") // and one on the board
	desk.WaitText("#lines .trial p", "Play their move")
	desk.Drag(square("h2"), square("d2"), nil)
	desk.WaitText("#lines .trial p", "h2d2")
	desk.Wait(`document.querySelector("#lines .trial [data-act='lines.save']").disabled`)
	desk.Click(square("b9"))
	desk.Click(square("c7"))
	desk.WaitText("#lines .trial p", "h2d2 → b9c7")
	desk.Click("#lines .trial [data-act='lines.back']")
	desk.Wait(`document.querySelector("#lines .trial p").textContent === "h2d2"`)
	desk.Drag(square("h9"), square("g7"), nil)
	desk.WaitText("#lines .trial p", "h2d2 → h9g7")
	desk.Screenshot("line-on-the-board")
	desk.Click("#lines .trial [data-act='lines.save']")
	desk.WaitText("#lines ol", "h2d2 → h9g7")
	desk.Wait(`document.querySelector('[data-square="h2"]').getAttribute("aria-label").startsWith("h2, Red")`) // the game again
	if browse.Eval[bool](phone, `!document.querySelector("#lines").hidden`) {
		t.Error("lines are shown to who is to move")
	}

	// A move is asked about: no, Escape, yes.
	phone.TouchDrag(square("h2"), square("e2"), nil)
	phone.Wait(asked)
	phone.WaitText("#ask", "h2 → e2")
	phone.Screenshot("confirm")
	phone.Click("#ask .no")
	phone.Wait(not(asked) + "&&" + not(on("e2", "to")))
	phone.TouchDrag(square("h2"), square("e2"), nil)
	phone.Wait(asked)
	phone.Press(browse.Escape)
	phone.Wait(not(asked) + "&&" + not(on("e2", "to")))
	phone.TouchDrag(square("h2"), square("e2"), nil)
	phone.Click("#ask .yes")
	desk.Wait(`document.querySelectorAll("#moves button").length`)
	b.Due()
	played(phone, 2)
	desk.WaitText("#lines ol", "h0g2 → i9h9")

	// Once switched off it asks no more.
	phone.Click("[data-act=confirm]")
	phone.TouchDrag(square("b0"), square("c2"), nil) // the lines expected another
	played(phone, 3)
	desk.WaitText("#missed", "another way")
	desk.Screenshot("lines-ended")
	if heard := browse.Eval[string](desk, `document.querySelector("#live").textContent`); !strings.Contains(heard, "another way") {
		t.Errorf("said: %q", heard)
	}

	// Resigning is asked twice.
	phone.Click("[data-act=resign]")
	phone.Wait(asked)
	phone.Click("#ask .no")
	phone.Wait(not(asked))
	phone.Click("[data-act=resign]")
	phone.Click("#ask .yes")
	desk.WaitText("#status", "resign")
}

// A move that loses by repetition is asked about on the page, too, and is back where it was if the player thinks again.
func TestRiskInTheBrowser(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	b := open(t)
	b.Play(checking)
	phone := browse.OpenIn(t, "en-US", b.link("mei"), 390, 844)
	phone.Wait(ready)
	phone.TouchDrag(square("a8"), square("a9"), nil)
	phone.WaitText("#ask", "perpetual check")
	phone.Screenshot("risk")
	phone.Wait(`document.activeElement.classList.contains("no")`)
	phone.Click("#ask .no")
	phone.Wait(not(on("a9", "to")))
	phone.TouchDrag(square("a8"), square("a9"), nil)
	phone.Click("#ask .yes")
	phone.Wait(`document.querySelectorAll("#moves button").length === 9`)
	phone.Screenshot("risk-taken")
}
