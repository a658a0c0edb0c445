package newcomer

import (
	"testing"

	"yeye/ai/accuracy"
	"yeye/ai/report"
	"yeye/game"
)

// reported returns a report on a game in which Red moves first, with what each move cost and how it is judged.
func reported(moves ...report.Move) *report.Report {
	found := &report.Report{Moves: moves}
	for i := range len(moves) + 1 {
		found.Positions = append(found.Positions, report.Position{Turn: game.Color(i % 2), Line: report.Line{game.NewMove(1, 2)}})
	}
	return found
}

// What is taken along is what cost most of what the report names, or else of what it calls mistakes; never what a hint showed, and no trifle.
func TestWorst(t *testing.T) {
	trifle := report.Move{Loss: 9, Verdict: accuracy.Inaccuracy}
	mistake := report.Move{Loss: 12, Verdict: accuracy.Mistake}
	blunder := report.Move{Loss: 40, Verdict: accuracy.Blunder}
	fine := report.Move{}
	none := func(int) bool { return false }
	turned := reported(blunder, fine, mistake, fine, trifle)
	turned.TurningPoints = []report.TurningPoint{{Ply: 2, By: game.Red}, {Ply: 1, By: game.Black}}
	for name, c := range map[string]struct {
		found  *report.Report
		side   game.Color
		hinted func(int) bool
		want   int // -1 for nothing
	}{
		"the dearest":               {reported(mistake, fine, blunder, fine, trifle), game.Red, none, 2},
		"a trifle":                  {reported(trifle, blunder, fine), game.Red, none, -1},
		"the other side's":          {reported(mistake, blunder, fine), game.Black, none, 1},
		"a hint":                    {reported(mistake, fine, blunder), game.Red, func(ply int) bool { return ply == 2 }, 0},
		"only a hint":               {reported(fine, fine, blunder), game.Red, func(ply int) bool { return ply == 2 }, -1},
		"what the report names":     {turned, game.Red, none, 2},
		"a hint that it names":      {turned, game.Red, func(ply int) bool { return ply == 2 }, 0},
		"nothing that had a better": {&report.Report{Moves: []report.Move{blunder}, Positions: make([]report.Position, 2)}, game.Red, none, -1},
	} {
		got, ok := worstMove(c.found, c.side, c.hinted)
		if !ok {
			got = -1
		}
		if got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// That nobody guards a piece is said only where nobody can take back.
func TestTip(t *testing.T) {
	const (
		alone   = "3k5/9/9/4p4/9/9/9/4R4/9/5K3 w"
		guarded = "3k5/9/9/r3p4/9/9/9/4R4/9/5K3 w"
	)
	for name, c := range map[string]struct {
		fen   string
		kind  report.FaultKind
		n     int
		key   string
		task  string
		moved string
	}{
		"nobody guards it":  {alone, report.MissesWin, 1, "guards", "1.2", "e2e6"},
		"somebody guards":   {guarded, report.MissesWin, 1, "exchange", "", "e2e6"},
		"with a later move": {alone, report.MissesWin, 2, "", "1.2", "e2e6"},
		"a mate":            {alone, report.MissesMate, 1, "checks", "9.1", "e2e6"},
		"was mated":         {alone, report.AllowsMate, 1, "danger", "9.1", "e2e6"},
		"hung a piece":      {alone, report.Hangs, 1, "taken", "1.2", "e2e6"},
		"something else":    {alone, report.AllowsReply, 1, "", "", "e2e6"},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, _ := game.ParseMove(c.moved)
		key, task := tip(&p, &report.Fault{Kind: c.kind, N: c.n, At: m.To()}, m)
		if key != c.key || task != c.task {
			t.Errorf("%s: %q %q, want %q %q", name, key, task, c.key, c.task)
		}
	}
}
