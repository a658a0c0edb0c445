package board_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
)

// A whole game with the keyboard alone: the tab key reaches everything, arrows walk over the board, Enter takes and puts down, a move can be
// typed, and an offer and the end are answered.
func TestKeyboardOnly(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	b := open(t)
	b.Play(liveDuel)
	mei := browse.OpenIn(t, "en-US", b.link("mei"), 1100, 900)
	tom := b.page("tom")
	mei.Wait(ready)
	to := func(selector string) {
		t.Helper()
		for range 40 {
			if browse.Eval[bool](mei, fmt.Sprintf(`!!document.activeElement?.matches(%q)`, selector)) {
				return
			}
			mei.Press(browse.Tab)
		}
		t.Fatalf("the tab key does not come to %s", selector)
	}
	at := func(point string) {
		t.Helper()
		mei.Wait(fmt.Sprintf(`document.activeElement.dataset.square === %q`, point))
	}
	to("[role=gridcell]")
	at("e0")
	if n := browse.Eval[int](mei, `document.querySelectorAll("#grid [tabindex='0']").length`); n != 1 {
		t.Errorf("the board has %d stops", n)
	}
	mei.Press(browse.ArrowUp, browse.ArrowUp, browse.ArrowRight, browse.ArrowRight, browse.ArrowRight)
	at("h2")
	if browse.Eval[string](mei, `getComputedStyle(document.activeElement).boxShadow`) == "none" {
		t.Error("the point with the focus is not shown")
	}
	mei.Press(browse.Enter)
	mei.Wait(on("h2", "chosen"))
	mei.Press(browse.ArrowLeft, browse.ArrowLeft, browse.ArrowLeft)
	label := browse.Eval[string](mei, `document.activeElement.getAttribute("aria-label")`)
	if label != "e2, empty, can move here" {
		t.Errorf("heard: %q", label)
	}
	mei.Press(browse.Enter)
	tom.untilPly(1)
	at("e2")
	tom.do(move("h9g7"))
	mei.WaitText("#moves", "h9g7")
	mei.Wait(`document.querySelector("#live").textContent.startsWith("Black: horse")`)
	to("#text")
	mei.Press("C2+5") // typed: there is no piece
	mei.Press(browse.Enter)
	mei.Wait(`!document.querySelector("#notice").hidden`)
	mei.Wait(`document.querySelector("#text").value`)
	mei.Press(strings.Repeat("\b", 4), "h0g2", browse.Enter)
	tom.untilPly(3)
	tom.do(act("draw", nil))
	mei.WaitText("#ask", "offers a draw")
	to("#ask .no")
	mei.Press(browse.Enter)
	mei.Wait(`document.querySelector("#ask").hidden && document.activeElement.matches("[role=gridcell]")`)
	tom.do(move("i9h9"))
	mei.WaitText("#moves", "i9h9")
	to("#moves button")
	mei.Press(browse.ArrowLeft)
	mei.Wait(`document.activeElement.dataset.ply === "3" && document.querySelector("[data-act=now]")`)
	mei.Press("End", browse.ArrowRight)
	to("[data-act=resign]")
	mei.Press(browse.Enter)
	mei.Wait(`document.activeElement.matches("#ask .no")`)
	mei.Press(browse.Escape)
	mei.Wait(`document.querySelector("#ask").hidden && document.activeElement.matches("[data-act=resign]")`)
	to("[data-act=resign]")
	mei.Press(browse.Enter)
	to("#ask .yes")
	mei.Press(browse.Enter)
	mei.WaitText("#status", "resign")
}

// What a screen reader has of a game: the players, the clocks, each point and what is on it, whose turn it is, what was played last, what can
// be done. YEYE_HEARD names a file in which it is written, to be read.
func TestHeard(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	b := open(t)
	b.Play(liveDuel + "mei: h2e2 => card duel\ntom: h7e7 => card duel\nmei: e2e6 => card duel")
	p := browse.OpenIn(t, "en-US", b.link("tom"), 390, 844)
	p.Wait(ready)
	heard := p.Heard()
	if name := os.Getenv("YEYE_HEARD"); name != "" {
		if err := os.WriteFile(name, []byte(heard), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	rest := heard
	for _, want := range []string{`heading "mei – tom"`, `group "mei, Red"`, `image "captured: Black`, `timer`, `grid "Board"`, `gridcell "e6, Red`,
		`gridcell "e9, Black`, `king, check"`, `group "tom, Black, you"`, `"Your move · check"`, `button "Take back"`, `button "Resign"`,
		`textbox "Type a move"`, `button "Play"`, `list "Moves"`, `button "e2e6"`, `region "Pieces"`, `horse b0 h0, Red 相 elephant c0 g0`, `button "Turn the board"`, `button "Sound" pressed="true"`} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Errorf("%s is not heard, or not in its place", want)
			continue
		}
		rest = after
	}
	if strings.Contains(heard, `button ""`) || strings.Contains(heard, "button\n") {
		t.Errorf("a button without a name:\n%s", heard)
	}
}

// axe-core finds nothing serious on the page, in any of its states, on a phone and on a wide screen, in every theme.
func TestJudged(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	script := browse.Axe(t)
	b := open(t)
	b.Play(duel)
	p := browse.OpenIn(t, "en-US", b.link("mei"), 390, 844)
	tom := b.page("tom")
	judge := func(state string) {
		t.Helper()
		for _, width := range []int{390, 1100} {
			p.Resize(width, 860)
			for _, f := range p.Judge(script) {
				t.Logf("%s at %d: %s %s: %s", state, width, f.Impact, f.ID, f.Help)
				for _, n := range f.Nodes {
					t.Logf("    %.200s: %s", n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", " "))
				}
				if f.Impact == "serious" || f.Impact == "critical" {
					t.Errorf("%s at %d: %s", state, width, f.ID)
				}
			}
		}
	}
	p.Wait(ready)
	browse.Eval[bool](p, `document.body.insertAdjacentHTML("beforeend", "<button id=nameless></button>"); true`)
	if found := p.Judge(script); len(found) == 0 {
		t.Error("the judge overlooks a button without a name")
	}
	browse.Eval[bool](p, `document.querySelector("#nameless").remove(); true`)
	judge("a game")
	p.Click(square("h2"))
	judge("a piece is chosen")
	p.Click(square("e2"))
	p.Wait(`!document.querySelector("#ask").hidden`)
	judge("a question")
	p.Click("#ask .yes")
	p.Wait(`!document.querySelector("#lines").hidden`)
	p.Click("#lines .bar button")
	p.Press("h2e2")
	p.Click("#lines form [type=submit]")
	p.WaitText("#lines .why", "Line 1")
	judge("lines")
	p.Click("#lines form [data-act=cancel]")
	p.Click("#lines [data-act='lines.board']")
	p.WaitText("#lines .trial p", "Play their move")
	judge("a line on the board")
	p.Click("#lines .trial [data-act=cancel]")
	tom.untilPly(1)
	tom.do(act("draw", nil))
	p.WaitText("#ask", "draw")
	judge("an offer")
	p.Press(browse.Escape)
	p.Click("[data-act=resign]")
	judge("a grave question")
	p.Click("#ask .yes")
	p.WaitText("#status", "resign")
	judge("the end")
}
