package judge_test

import (
	"context"
	"testing"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/explain"
	"yeye/ai/report"
	"yeye/cmd/lab/internal/judge"
	"yeye/game"
)

// told answers with the line and score that a position was given.
type told map[string]ai.Info

func (o told) Line(_ context.Context, g *game.Game) (ai.Info, error) {
	return o[g.Position().FEN()], nil
}

func lineOf(t *testing.T, text string) (l report.Line) {
	t.Helper()
	if err := l.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return l
}

// One move, which leaves a rook to a horse, and what another engine may think of it.
func TestTurn(t *testing.T) {
	const fen = "2bakab2/9/2n3n2/4p4/9/9/4P4/2N3N2/9/R1BAKAB2 w - - 0 20"
	wins := explain.Reason{Kind: explain.Wins, N: 1, Piece: game.NewPiece(game.Red, game.Rook),
		At: lineOf(t, "a0a6")[0].To()}
	for _, c := range []struct {
		name          string
		before, after ai.Info
		fault         report.Fault
		turn, fell    bool
		shown, says   bool
	}{
		{"it takes the rook too", ai.Info{Score: 300, PV: lineOf(t, "a0b0")}, ai.Info{Score: 700, PV: lineOf(t, "c7a6 e3e4 a6c7 e4e5")},
			report.Fault{Kind: report.Hangs, N: 1}, true, true, true, true},
		{"it leaves the rook alone", ai.Info{Score: 300, PV: lineOf(t, "a0b0")}, ai.Info{Score: 200, PV: lineOf(t, "d9e8 a6a9 e8d9 a9a0")},
			report.Fault{Kind: report.Hangs, N: 1}, true, false, false, false},
		{"it would play the same", ai.Info{Score: 300, PV: lineOf(t, "a0a6")}, ai.Info{Score: 300, PV: lineOf(t, "d9e8 a6a9 e8d9 a9a0")},
			report.Fault{Kind: report.Hangs, N: 1}, false, false, false, false},
		{"a mate that it does not see", ai.Info{Score: 300, PV: lineOf(t, "a0b0")}, ai.Info{Score: 700, PV: lineOf(t, "c7a6 e3e4 a6c7 e4e5")},
			report.Fault{Kind: report.AllowsMate, N: 2}, true, false, true, true},
		{"a longer mate than was said", ai.Info{Score: 300, PV: lineOf(t, "a0b0")}, ai.Info{Score: ai.MateIn(3), PV: lineOf(t, "c7a6 e3e4 a6c7 e4e5")},
			report.Fault{Kind: report.AllowsMate, N: 2}, true, false, true, true},
		{"a mate as short as was said", ai.Info{Score: 300, PV: lineOf(t, "a0b0")}, ai.Info{Score: ai.MateIn(2), PV: lineOf(t, "c7a6 e3e4 a6c7 e4e5")},
			report.Fault{Kind: report.AllowsMate, N: 2}, true, true, true, true},
		{"nothing is said of the rook", ai.Info{Score: 300, PV: lineOf(t, "a0b0")}, ai.Info{Score: 700, PV: lineOf(t, "c7a6 e3e4 a6c7 e4e5")},
			report.Fault{Kind: report.AllowsReply, Reply: lineOf(t, "c7a6")[0]}, true, true, true, false},
		{"the answer is said to win it", ai.Info{Score: 300, PV: lineOf(t, "a0b0")}, ai.Info{Score: 700, PV: lineOf(t, "c7a6 e3e4 a6c7 e4e5")},
			report.Fault{Kind: report.AllowsReply, Reply: lineOf(t, "c7a6")[0], Achieves: wins}, true, true, true, true},
		{"the answer is another one, after which the move has cost nothing", ai.Info{Score: 300, PV: lineOf(t, "a0b0")}, ai.Info{Score: 700, PV: lineOf(t, "c7a6 e3e4 a6c7 e4e5")},
			report.Fault{Kind: report.AllowsReply, Reply: lineOf(t, "g7f5")[0]}, true, false, true, false},
	} {
		p, err := game.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		g := game.NewGame(p, game.Asian)
		after := p.After(lineOf(t, "a0a6")[0])
		if c.fault.Kind == report.Hangs {
			c.fault.Piece, c.fault.At = after.At(lineOf(t, "a0a6")[0].To()), lineOf(t, "a0a6")[0].To()
		}
		turn := report.TurningPoint{Played: lineOf(t, "a0a6")[0], Line: lineOf(t, "a0b0 c7b5"),
			Reply: lineOf(t, "c7a6"), Before: 70, After: 10,
			Fault: c.fault, Why: []explain.Reason{{Kind: explain.NoFact}}}
		answers := told{p.FEN(): c.before, after.FEN(): c.after}
		if m := c.fault.Reply; m != game.NoMove { // it would be worth as much for either side
			next := after.After(m)
			answers[next.FEN()] = ai.Info{Score: 300, PV: lineOf(t, "a6a9")}
		}
		found, said, err := judge.JudgeTurningPoint(t.Context(), answers, g, &turn)
		if err != nil || len(found) != 3 {
			t.Fatalf("%s: %v %v", c.name, found, err)
		}
		if found[0].Holds != c.turn || found[1].Holds != c.fell || said.Shown != c.shown || said.Says != c.says {
			t.Errorf("%s: %+v %+v, said %+v", c.name, found[0], found[1], said)
		}
	}
}

// A rule that the opponent's reply shows to be broken is broken, and a win that completes the repetition is forced,
// though no engine sees mate.
func TestRepetitionThatTheReplyCompletes(t *testing.T) {
	p, err := game.ParseFEN("3k5/9/9/9/9/9/9/5A3/4R4/5K3 w - - 0 1") // the rook checks forever
	if err != nil {
		t.Fatal(err)
	}
	const checks = "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9"
	for _, c := range []struct {
		earlier, played, better, reply string
		fault                          report.FaultKind
		want                           bool
	}{
		{checks, "d1e1", "d1d5", "e9d9", report.BreaksRule, true},
		{checks, "d1e1", "d1d5", "e9f9", report.BreaksRule, false},
		{checks + " d1e1", "e9f9", "e9d9", "e1e5", report.MissesForced, true},
		{checks + " d1e1", "e9f9", "e9e8", "e1e5", report.MissesForced, false},
	} {
		g := game.NewGame(p, game.Asian)
		for _, m := range lineOf(t, c.earlier) {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		turn := report.TurningPoint{By: g.Position().Turn(), Played: lineOf(t, c.played)[0], Line: lineOf(t, c.better),
			Reply: lineOf(t, c.reply), Fault: report.Fault{Kind: c.fault}}
		found, _, err := judge.JudgeTurningPoint(t.Context(), told{}, g, &turn)
		if err != nil || len(found) < 2 || found[1].Holds != c.want {
			t.Errorf("%s, %s: %+v %v", c.played, c.fault, found, err)
		}
	}
}

// Of a move that is no turning point the sentence is judged: what the better move neglected does must be so on the board.
// What it is said to cost is judged too, if it is called a mistake or a blunder. told sees no loss anywhere.
func TestMistake(t *testing.T) {
	p, err := game.ParseFEN("2bakabr1/9/2n3n2/p5pCp/2p1p4/6P2/P1P1N3P/4B4/4A4/3AK1BR1 w - - 1 14")
	if err != nil {
		t.Fatal(err)
	}
	horse := game.NewPiece(game.Black, game.Horse)
	for at, want := range map[string]bool{"h9g7": true, "b9c7": false} { // the other horse is not attacked
		does := explain.Reason{Kind: explain.Threatens, Piece: horse, At: lineOf(t, at)[0].To()}
		turn := report.TurningPoint{Played: lineOf(t, "e3g2")[0], Line: lineOf(t, "e3f5 h9h7"),
			Reply: lineOf(t, "e5e4"), Before: 12, Verdict: accuracy.Inaccuracy, Costliest: true}
		fault := &report.Fault{Kind: report.MissesIdea, Reply: lineOf(t, "e3f5")[0], Achieves: does}
		found, err := judge.JudgeMistake(t.Context(), told{}, game.NewGame(p, game.Asian), &turn, fault)
		if err != nil || len(found) != 1 || found[0].Kind != "mistake-neglects" || found[0].Holds != want {
			t.Errorf("%s: %+v %v", at, found, err)
		}
		turn.Verdict = accuracy.Mistake
		found, err = judge.JudgeMistake(t.Context(), told{}, game.NewGame(p, game.Asian), &turn, nil)
		if err != nil || len(found) != 1 || found[0].Kind != "verdict" || found[0].Holds {
			t.Errorf("%+v %v", found, err)
		}
	}
}
