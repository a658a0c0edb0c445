package board_test

import (
	"fmt"
	"testing"

	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
)

// on is an expression that is true if a point of the board has a class.
func on(at, class string) string {
	return fmt.Sprintf(`document.querySelector('[data-square="%s"]').classList.contains(%q)`, at, class)
}

func not(expression string) string { return "!(" + expression + ")" }

// Premoves and everything that ends what a hand has begun: each as it is done on a phone and with a mouse.
func TestHands(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	b := open(t)
	b.Play(liveDuel)
	phone := browse.OpenIn(t, "en-US", b.link("tom"), 390, 844)
	desk := browse.OpenIn(t, "en-US", b.link("mei"), 1100, 900)
	phone.Wait(ready)
	desk.Wait(ready)
	browse.Eval[bool](desk, `window.sounded = 0; for (const of of [OscillatorNode, AudioBufferSourceNode]) {
		const start = of.prototype.start;
		of.prototype.start = function (...all) { window.sounded++; return start.apply(this, all); };
	} true`)

	// What is given up.
	held := `document.querySelector(".piece.held")`
	desk.Drag(square("h2"), square("e2"), func() {
		desk.Wait(held)
		desk.RightClick(square("e2"))
		desk.Wait(not(held))
	})
	desk.Click(square("h2"))
	desk.Wait(on("e2", "can"))
	desk.Wait(on("h9", "takes"))
	desk.Screenshot("targets")
	desk.Press(browse.Escape)
	desk.Wait(not(on("e2", "can")))
	desk.Drag(square("h2"), square("d8"), nil) // where it cannot go
	desk.Wait(not(held))
	desk.Drag(square("h2"), square("h5"), nil)
	desk.Wait(`document.querySelectorAll("#moves button").length`)
	if n := browse.Eval[int](desk, `document.querySelectorAll("#moves button").length`); n != 1 {
		t.Errorf("%d moves after one", n)
	}
	if n := browse.Eval[int](desk, "window.sounded"); n == 0 {
		t.Error("a move makes no sound")
	}

	// A second finger does nothing, and a finger that the system takes away puts the piece back.
	first, second := browse.Finger{ID: 1, On: square("h7")}, browse.Finger{ID: 2, On: square("b7")}
	phone.Wait(`document.querySelectorAll("#moves button").length === 1`)
	phone.Fingers(browse.Down, first)
	first.On = square("g7")
	phone.Fingers(browse.Move, first)
	phone.Wait(held)
	phone.Fingers(browse.Down, first, second)
	second.On = square("b5")
	phone.Fingers(browse.Move, first, second)
	if n := browse.Eval[int](phone, `document.querySelectorAll(".piece.held").length`); n != 1 {
		t.Errorf("%d pieces are held", n)
	}
	phone.Screenshot("two-fingers")
	phone.Fingers(browse.Cancel)
	phone.Wait(not(held))
	if n := browse.Eval[int](phone, `document.querySelectorAll("#moves button").length`); n != 1 {
		t.Errorf("%d moves after one", n)
	}
	if y := browse.Eval[float64](phone, "scrollY"); y != 0 {
		t.Errorf("the page is scrolled by %f", y)
	}

	// A premove: given, dropped in three ways, replaced, played.
	phone.TouchDrag(square("h9"), square("g7"), nil)
	desk.WaitText("#moves", "h9g7")
	phone.Wait(`document.querySelector("main").dataset.state === "open"`)
	give := func() {
		t.Helper()
		phone.TouchDrag(square("b9"), square("c7"), nil)
		phone.Wait(on("b9", "kept") + "&&" + on("c7", "kept"))
		phone.Wait(`document.querySelector("[data-act=drop]")`)
	}
	give()
	phone.Screenshot("premove")
	phone.Click(square("c7"))
	phone.Wait(not(on("c7", "kept")))
	give()
	phone.RightClick(square("e5"))
	phone.Wait(not(on("c7", "kept")))
	give()
	phone.Click("[data-act=drop]")
	phone.Wait(not(on("c7", "kept")))
	give()
	phone.TouchDrag(square("i9"), square("h9"), nil)
	phone.Wait(on("h9", "kept") + "&&" + not(on("c7", "kept")))
	if browse.Eval[bool](desk, `!!document.querySelector(".kept")`) {
		t.Error("the other player sees a premove")
	}
	before := browse.Eval[int](desk, "window.sounded")
	desk.Click(square("b0")) // press and press
	desk.Click(square("c2"))
	desk.WaitText("#moves", "b0c2")
	b.Due()
	desk.WaitText("#moves", "i9h9")
	phone.WaitText("#moves", "i9h9")
	phone.Wait(not(on("h9", "kept")))
	if browse.Eval[int](desk, "window.sounded") == before {
		t.Error("two moves make no sound")
	}

	// A premove that is not possible any more: it says so.
	phone.TouchDrag(square("g6"), square("g5"), nil)
	phone.Wait(on("g5", "kept"))
	desk.Drag(square("h5"), square("h6"), nil)
	desk.Wait(`document.querySelectorAll("#moves button").length === 5`)
	phone.Wait(`document.querySelectorAll("#moves button").length >= 5`)
	b.Due()
	phone.Wait(`document.querySelectorAll("#moves button").length === 6`)
	desk.Drag(square("c3"), square("c4"), nil)
	phone.Wait(`document.querySelectorAll("#moves button").length === 7`)

	// The switches are remembered, and silence is silent.
	desk.Click("[data-act=sound]")
	desk.Wait(`document.querySelector("[data-act=sound]").getAttribute("aria-pressed") === "false"`)
	before = browse.Eval[int](desk, "window.sounded")
	phone.TouchDrag(square("c6"), square("c5"), nil)
	desk.Wait(`document.querySelectorAll("#moves button").length === 8`)
	if browse.Eval[int](desk, "window.sounded") != before {
		t.Error("it sounds though it is switched off")
	}
	reload(desk)
	desk.Wait(ready + ` && document.querySelector("[data-act=sound]")?.getAttribute("aria-pressed") === "false"`)

	// Little motion: a piece is where it goes at once.
	desk.ReduceMotion(true)
	if s := browse.Eval[string](desk, `getComputedStyle(document.querySelector(".piece")).transitionDuration`); s != "0s" {
		t.Errorf("a piece slides for %s though little motion is wanted", s)
	}
	desk.ReduceMotion(false)
	if s := browse.Eval[string](desk, `getComputedStyle(document.querySelector(".piece")).transitionDuration`); s != "0.2s" {
		t.Errorf("a piece slides for %s", s)
	}
}
