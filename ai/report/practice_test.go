package report

import (
	"testing"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/game"
)

// scored is a game from the start with an analysis of it in which only one move cost something, with another one that
// was better.
func scored(t *testing.T, text string, ply int, cost ai.Score) (*game.Game, *Analysis) {
	t.Helper()
	g := game.NewGame(game.Start(), game.Asian)
	for _, m := range lineOf(t, text) {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	a := NewAnalysis(g)
	for i := range a.Entries {
		p := g.Upto(i).Position()
		a.Entries[i] = Entry{Pass: Proven, Line: Line{p.LegalMoves(nil)[0]}}
		if i < g.Ply() && i != ply {
			a.Entries[i].Line = Line{g.Moves()[i]}
		}
		if i > ply {
			if a.Entries[i].Score = cost; (i-ply)%2 == 0 {
				a.Entries[i].Score = -cost
			}
		}
	}
	return g, &a
}

// A move that masters play often is not blamed for what it costs by the engine, unless that is a piece; one that they
// play seldom is.
func TestUsualMovesAreFine(t *testing.T) {
	const long = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"
	for _, c := range []struct {
		moves string
		ply   int
		cost  ai.Score
		fine  bool
	}{
		{long, 5, 150, true},  // b9c7: the screen horses
		{long, 5, 400, false}, // it loses a piece
		{long, 4, 200, true},
		{"h2e2 h9g7 h0g2 i9h9 i0h0 a9a8", 5, 150, false}, // nobody's
		{"b2e2 b9c7 b0c2 a9b9 a0b0 h9g7", 5, 150, true},  // the mirror image
		{"h2g2", 0, 150, false},                          // four games
		{"h0i2", 0, 150, false},                          // 114 games, less than five percent
		{"c3c4", 0, 150, true},
	} {
		g, a := scored(t, c.moves, c.ply, c.cost)
		r, err := Make(g, game.Outcome{}, a)
		if err != nil {
			t.Fatal(err)
		}
		if m := r.Moves[c.ply]; (m.Verdict == accuracy.Fine) != c.fine || c.fine &&
			(m.Fault != nil || len(r.TurningPoints) > 0) || m.Loss < 5 {
			t.Errorf("%s, ply %d costs %d: %+v, %d turning points", c.moves, c.ply, c.cost, m, len(r.TurningPoints))
		}
	}
}

// A report says how far the game went the way of masters, and who left it; nothing where that is withheld.
func TestPractice(t *testing.T) {
	for _, c := range []struct {
		moves    string
		withheld int // a position, or -1
		plies    int // -1 for nothing
		instead  string
	}{
		{"h2e2 h9g7 a0a1 a9a8", -1, 2, "h0g2"},
		{"h2e2 h9g7 a0a1 a9a8", 4, 2, "h0g2"},
		{"h2e2 h9g7 a0a1 a9a8", 3, -1, ""},
		{"h2e2 h9g7 a0a1 a9a8", 2, -1, ""},
		{"h2e2 h9g7 a0a1 a9a8", 1, -1, ""}, // that the game goes on as masters play judges what came before
		{"h2e2 h9g7 h0g2", 1, -1, ""},
		{"a0a1", -1, 0, "h2e2"},
		{"h2e2 h9g7 h0g2", -1, 3, ""},
		{"h2e2 h9g7 h0g2", 3, -1, ""},
	} {
		g, a := scored(t, c.moves, 0, 0)
		withheld := make([]bool, len(a.Entries))
		if c.withheld >= 0 {
			withheld[c.withheld] = true
		}
		r, err := MakeExcluding(g, game.Outcome{}, a, withheld)
		if err != nil {
			t.Fatal(err)
		}
		p := r.Practice
		if p == nil || c.plies < 0 {
			if p != nil || c.plies >= 0 {
				t.Errorf("%s without %d: %+v", c.moves, c.withheld, p)
			}
			continue
		}
		instead := ""
		if p.LeftPractice {
			instead = p.MasterMoves[0].String()
		}
		if p.Plies != c.plies || instead != c.instead {
			t.Errorf("%s: %+v, want %d plies, then %q", c.moves, p, c.plies, c.instead)
		}
	}
	end, err := game.ParseFEN("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(end, game.Asian)
	a := NewAnalysis(g)
	a.Entries[0].Pass = Quick
	if r, err := Make(g, game.Outcome{}, &a); err != nil || r.Practice != nil {
		t.Errorf("%+v, %v", r.Practice, err)
	}
}
