package board_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"yeye/bot/internal/desk"
)

const liveDuel = `
	mei: /challenge user=@tom side=red clock=5+3 => card challenge
	tom: [Accept] => card duel
`

func act(do string, more map[string]any) map[string]any {
	m := map[string]any{"do": do}
	maps.Copy(m, more)
	return m
}

// untilIt waits until a state is as wanted.
func (p *tab) untilIt(is func(s *state) bool) {
	p.t.Helper()
	for !is(&p.state) {
		p.until("state")
	}
}

// A premove of the page is the card's: shown to its player alone, dropped, replaced, and played or missed when the turn comes.
func TestPremove(t *testing.T) {
	b := open(t)
	b.Play(liveDuel)
	mei, tom := b.page("mei"), b.page("tom")
	if len(tom.state.Ahead) == 0 || len(mei.state.Ahead) != 0 || tom.state.Lines != nil {
		t.Fatalf("tom may premove %v, mei %v; lines %v", tom.state.Ahead, mei.state.Ahead, tom.state.Lines)
	}
	tom.do(act("premove", map[string]any{"text": "h9g7"}))
	tom.untilIt(func(s *state) bool { return s.Premove == "h9g7" })
	b.Play("tom: [My board] => private … Premove saved: `h9g7`")
	tom.do(act("drop", nil))
	tom.untilIt(func(s *state) bool { return s.Premove == "" })
	tom.do(act("premove", map[string]any{"text": "h9h5"}))
	if a := tom.until("refused"); a.Text == "" || strings.Contains(a.Text, "**") {
		t.Errorf("a horse like a rook: %q", a.Text)
	}
	tom.do(act("premove", map[string]any{"text": "马8进7"}))
	tom.untilIt(func(s *state) bool { return s.Premove == "h9g7" })
	mei.do(move("h2e2"))
	mei.untilPly(1)
	b.Due()
	mei.untilPly(2)
	tom.untilPly(2)
	if got := mei.state.Moves; !slices.Equal(got, []string{"h2e2", "h9g7"}) {
		t.Errorf("played: %v", got)
	}
	tom.do(act("premove", map[string]any{"text": "e6e5"})) // takes nothing once the cannon is there
	tom.untilIt(func(s *state) bool { return s.Premove == "e6e5" })
	mei.do(move("e2e6"))
	mei.untilPly(3)
	b.Due()
	tom.untilIt(func(s *state) bool { return s.Missed != "" })
	if s := tom.state; len(s.Moves) != 3 || s.Premove != "" || !strings.Contains(s.Missed, "e6e5") {
		t.Errorf("after it was missed: %+v", s)
	}
}

// Nothing on the other player's page tells that somebody has kept a premove or lines, and what is asked there stays.
func TestAheadIsPrivate(t *testing.T) {
	b := open(t)
	b.Play(duel)
	mei, tom := b.page("mei"), b.page("tom")
	for _, a := range []map[string]any{act("premove", map[string]any{"text": "h9g7"}),
		act("lines", map[string]any{"text": "if h2e2 then h9g7, h0g2, i9h9"})} {
		tom.do(a)
		tom.untilIt(func(s *state) bool { return s.Premove == "h9g7" || len(s.Lines.All) == 1 })
		if m := mei.until("times"); strings.Contains(m.raw, "h9g7") || strings.Contains(m.raw, "lines") { // a new revision
			t.Errorf("mei's page is told %s", m.raw)
		}
	}
	mei.do(act("premove", map[string]any{"text": "h9g7"}))
	mei.until("refused")
	mei.do(act("lines", map[string]any{"text": "h9g7, h2e2"}))
	if a := mei.until("refused"); !strings.Contains(a.Text, "your turn") {
		t.Errorf("lines at her turn: %q", a.Text)
	}
}

// Lines of a game by days are given, changed, refused by name and removed on the page.
func TestLinesOnThePage(t *testing.T) {
	b := open(t)
	b.Play(duel)
	tom := b.page("tom")
	if tom.state.Lines == nil || len(tom.state.Lines.All) != 0 {
		t.Fatalf("before: %+v", tom.state.Lines)
	}
	tom.do(act("lines", map[string]any{"text": "h2e2, h9g7\nb2e2, b9c7, h0g2"}))
	if a := tom.until("refused"); !strings.HasPrefix(a.Text, "Line 2, move 3: ") || strings.ContainsAny(a.Text, "*`") {
		t.Errorf("a line without an answer: %q", a.Text)
	}
	tom.do(act("lines", map[string]any{"text": "h2e2, h9g7, h0g2, i9h9\nb2e2, b9c7"}))
	tom.untilIt(func(s *state) bool { return len(s.Lines.All) == 2 })
	if got := tom.state.Lines.All; !slices.Equal(got[0], []string{"h2e2", "h9g7", "h0g2", "i9h9"}) {
		t.Errorf("kept: %v", got)
	}
	if len(tom.state.Ahead) != 0 {
		t.Error("a premove is offered beside lines")
	}
	b.Play("tom: [My board] => private … Your conditional moves, which only you see … 2. `b2e2` → **`b9c7`**")
	b.Play("mei: h2e2 => card duel")
	b.Due()
	tom.untilPly(2)
	if got := tom.state.Lines.All; len(got) != 1 || !slices.Equal(got[0], []string{"h0g2", "i9h9"}) {
		t.Errorf("left: %v", got)
	}
	tom.do(act("lines", map[string]any{"text": " "}))
	tom.untilIt(func(s *state) bool { return len(s.Lines.All) == 0 })
	for _, again := range []map[string]any{act("lines", nil), act("drop", nil)} { // there are none any more: it is as wanted
		if id := tom.do(again); tom.untilAnswered(id) != "done" {
			t.Errorf("%v once more is refused", again)
		}
	}
	if m, err := b.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.Lines[1].Pending() {
		t.Errorf("%v %v", m.Lines, err)
	}
}

// A line is put together on the board: the server says where pieces can go in it, and changes nothing. Where there can be no lines it does not.
func TestTry(t *testing.T) {
	b := open(t)
	b.Play(duel)
	mei, tom := b.page("mei"), b.page("tom")
	try := func(p *tab, moves string) state {
		t.Helper()
		id := p.do(act("try", map[string]any{"text": moves}))
		for {
			if m := p.until(""); m.ID == id {
				return m
			}
		}
	}
	a := try(tom, "")
	if a.Is != "tried" || a.Legal["h2"] == "" || a.Legal["h9"] != "" || len(a.Points) != 90 {
		t.Errorf("at the beginning: %+v", a)
	}
	a = try(tom, "h2e2 h9g7")
	if a.Is != "tried" || !slices.Equal(a.Written, []string{"h2e2", "h9g7"}) || a.Points[4+2*9] != 'C' || a.Legal["h0"] == "" {
		t.Errorf("after two moves: %+v", a)
	}
	if a = try(tom, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"); a.Is != "tried" || len(a.Legal) != 0 {
		t.Errorf("a line of six: %+v", a)
	}
	for what, got := range map[string]state{"too long": try(tom, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2"), "illegal": try(tom, "h2e2 h9h5"),
		"no moves": try(tom, "hello"), "at her turn": try(mei, "h2e2")} {
		if got.Is != "refused" || got.Text == "" {
			t.Errorf("%s: %+v", what, got)
		}
	}
	if m, err := b.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.Ply() != 0 || m.Lines[1].Pending() {
		t.Errorf("something has changed: %v %v", m.Moves(), err)
	}
	live := open(t)
	live.Play(liveDuel)
	if got := try(live.page("tom"), "h2e2"); got.Is != "refused" {
		t.Errorf("in a live game: %+v", got)
	}
}

// checking leads to a position in which a8a9 is perpetual check.
const checking = `
		mei: /play side=red position="4k4/9/9/9/9/9/9/4B4/9/R2K5 w" => card versus
		mei: a0a9       => card versus
		character: e9e8
		mei: a9a8       => card versus
		character: e8e9
		mei: a8a9       => card versus
		character: e9e8
		mei: a9a8       => card versus
		character: e8e9`

// A move that would lose by repetition is asked about first, as on the card; nothing is played until the player is sure.
func TestRiskOnThePage(t *testing.T) {
	b := open(t)
	b.Play(checking)
	mei := b.page("mei")
	mei.do(move("a8a9"))
	a := mei.until("sure")
	if !strings.Contains(a.Text, "perpetual check") || strings.ContainsAny(a.Text, "*`<") || a.Move != "a8a9" {
		t.Errorf("asked: %+v", a)
	}
	if m, err := b.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.Ply() != 8 {
		t.Fatalf("%v %v", m.Moves(), err)
	}
	mei.do(act("move", map[string]any{"text": "a8a9", "sure": true}))
	mei.untilPly(9)
	if mei.state.Open || !strings.Contains(mei.state.Status, "erpetual check") {
		t.Errorf("it ends: %+v", mei.state)
	}
}
