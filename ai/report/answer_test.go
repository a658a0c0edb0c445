package report

import (
	"context"
	"slices"
	"testing"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/explain"
	"yeye/game"
)

// Of a move that is no turning point it is said what the reply does, unless it would do that after the better move too;
// else what the better move does and the move played does not; else nothing.
func TestExplained(t *testing.T) {
	for _, c := range []struct {
		name, fen, earlier, played, better, reply string
		// the kind, and what the reply or the better move does; "" for nothing
		want      string
		piece, at string
	}{
		{"the horse should have attacked the other one",
			"2bakabr1/9/2n3n2/p5pCp/2p1p4/6P2/P1P1N3P/4B4/4A4/3AK1BR1 w - - 1 14", "", "e3g2",
			"e3f5 h9h7 h6h5 g6g5 g4g5 g7h5 g5h5 f9e8", "e5e4 h6h4 c7b5 h4e4 h9h0 g2h0 b5c3 e4e3",
			"neglects/threatens", "black horse", "g7"},
		{"the reply is as good after the better move",
			"3R1Cb2/4k4/rn2bcn2/p3p3p/3P2p2/6P2/P3P3P/B5C2/9/3AKAB2 b - - 2 25", "", "f7f8",
			"b7a5 a3a4 a5c6 g4g5 g7f9 d9f9 e7g5 f9g9", "g4g5 g7f9 d9f9 a7a9 f9a9 b7a9 g5f5 a9b7 g2e2 b7a5", "", "", ""},
		{"the reply saves the cannon",
			"2bakabr1/9/2n3n2/p3p1pCp/2p6/4c1P2/P1P5P/2N1C4/4A4/2BAK1BR1 w - - 6 12", "", "c2e3",
			"c3c4 c5c4 c2e3 e4e2 c0e2 c4b4 h0h5 g6g5", "e6e5 h0h5 f9e8 e3c2 g9e7 h5e5 e4e1 d0e1",
			"answered/saves", "black cannon", "e4"},
		{"the reply saves the elephant, but another may be better: the rook should have attacked the horse",
			"2brka3/4a4/nR2b3n/p1pcC1p1p/9/2P2NP2/P3Pr2P/B1N2R3/4A4/4KAB2 b - - 4 18", "", "f3g3",
			"f3f2 e1f2 d6d3 i3i4 d3d4 f2e1 d4g4 b7b5", "g0e2 i7g8 e6c6 g3i3 c6g6 d6c6 c2b4 c6f6",
			"neglects/threatens", "red horse", "c2"},
		{"a cannon that has taken a pawn is taken back later",
			"r2akabr1/9/2n1bc3/p1p1p1R1p/1c4p2/1CPN5/P3P1n1P/4C1N2/9/R1BAKAB2 w - - 0 13", "e2e6", "d9e8",
			"c7e6 g6e6 h9h1 d4c6 g3i2 c4c5 i2g1 e0e1", "d4c6 c7e6 g6e6 a6a5 e6e5 a9c9 c6e7 g9e7", "", "", ""},
		{"the rook should have come to the open file",
			"1r2kab2/4a4/nc2b2c1/p1p1p3p/3r2pn1/2P4CP/P3P1P2/R1N1B3N/4A3R/2CAK1B2 w - - 24 13", "", "a3a4",
			"a2b2 h7g7 i1f1 g7i7 f1f6 b7c7 b2b9 a7b9", "h7i7 a2b2 i7i4 i1f1 i6i5 e1f0 h5g7 f1f6",
			"neglects/opensfile", "red rook", "a2"},
		{"the cannon should have taken the middle pawn",
			"2bakab1r/9/c1n1c1n2/p3p1p1p/2p4R1/1r2P1P2/P1P5P/2N1C1N1C/9/R1BAKAB2 b - - 15 8", "", "i9i8",
			"e7e4 g2e3 g9e7 a0b0 b4b0 c2b0 a7a3 e2e4", "g2e3 b4b5 e4e5 i8f8 e5d5 b5b3 e2e1 c7b5",
			"misseswin", "red pawn", "e4"},
		{"the rook falls with the fourth move, or something else does",
			"4kab2/4a4/2C1b4/p8/6P2/2B5P/1r2P1R2/5RN2/cr7/4KA3 w - - 5 49", "", "g5f5",
			"f2c2 b1b0 e0e1 b3b1 e1e2 b1g1 c2c0 b0b5", "b1b0 e0e1 b3b1 e1e2 b1b2 e2e1 b2f2 e3e4", "loses", "none", "a0"},
		{"the rook could have been won with the fourth move, or something else",
			"4kab2/4a4/2C1b4/p8/5P3/2B5P/1r2P1R2/5RN2/cr7/4KA3 b - - 6 49", "", "a1a0",
			"b1b0 e0e1 b3b1 e1e2 b1b2 e2e1 b2f2 e3e4", "f2a2 b1b0 e0e1 b3b1 e1e2 a0f0 g2e1 b0e0", "missesgain", "none", "a0"},
	} {
		before, after, played := moved(t, c.fen, c.earlier, c.played)
		m := newMistake(before, after, played, &Entry{Line: lineOf(t, c.better)}, &Entry{Line: lineOf(t, c.reply)})
		f, got := m.certainFault(m.fault()), ""
		piece, at := game.NoPiece, game.Square(0)
		if f != nil {
			got, piece, at = f.Kind.String(), f.Piece, f.At
			if f.Kind == AllowsReply || f.Kind == MissesIdea {
				got += "/" + f.Achieves.Kind.String()
				piece, at = f.Achieves.Piece, f.Achieves.At
			}
		}
		if got != c.want || got != "" && (piece.String() != c.piece || at.String() != c.at) {
			t.Errorf("%s: %s %v on %v, want %s", c.name, got, piece, at, c.want)
		}
	}
}

// What the move played does too, or takes itself, it did not neglect.
func TestNotNeglected(t *testing.T) {
	horse, pawn := game.NewPiece(game.Red, game.Horse), game.NewPiece(game.Black, game.Pawn)
	before, after, played := moved(t, game.StartFEN, "b2e2 h9g7", "b0c2")
	here, next := &Entry{Line: lineOf(t, "h0g2")}, &Entry{Line: lineOf(t, "i9h9")}
	m := &mistake{before: before, after: after, played: played, entryBefore: here, entryAfter: next}
	for _, c := range []struct {
		does explain.Reason
		want bool
	}{
		{explain.Reason{Kind: explain.Develops, Piece: horse, At: pointOf(t, "h0")}, true},
		{explain.Reason{Kind: explain.Develops, Piece: horse, At: pointOf(t, "b0")}, false},
		{explain.Reason{Kind: explain.Captures, Piece: pawn, At: pointOf(t, "e6")}, true},
		{explain.Reason{Kind: explain.Captures, Piece: pawn, At: pointOf(t, "c2")}, false},
		{explain.Reason{Kind: explain.NoFact}, false},
		{explain.Reason{Kind: explain.OnlyMove}, false},
	} {
		m.betterFacts = []explain.Reason{c.does}
		if f, ok := m.missedFact(); ok != c.want || ok && (f.Kind != MissesIdea || f.Achieves != c.does ||
			f.Reply != m.entryBefore.Line[0]) {
			t.Errorf("%+v: %v %+v", c.does, ok, f)
		}
	}
	m.betterFacts = []explain.Reason{{Kind: explain.Wins, N: 1, Piece: pawn, At: pointOf(t, "e6")}}
	m.entryAfter = &Entry{Line: lineOf(t, "i9h9 e2e6 d9e8")}
	if f, ok := m.missedFact(); ok {
		t.Errorf("a pawn that falls later: %+v", f)
	}
}

// A small loss that only what followed shows, while both searches of the move find none, is not blamed on it. A
// large one counts at most twice what the longest searches of the move find.
func TestLossesThatNoSearchFinds(t *testing.T) {
	for _, c := range []struct {
		is, then ai.Score // after the move and after the reply, each for the side to move
		pass     Pass
		want     accuracy.Verdict
	}{
		{-60, -70, Deep, accuracy.Fine}, {-60, -70, Quick, accuracy.Inaccuracy},
		{20, -70, Deep, accuracy.Inaccuracy}, {-60, -400, Deep, accuracy.Blunder},
		{-60, -400, Proven, accuracy.Fine}, {60, -400, Proven, accuracy.Mistake},
		{150, -400, Proven, accuracy.Blunder}, {-60, -ai.MateIn(1), Proven, accuracy.Blunder},
	} {
		g, a := shuffled(t, 0, c.is, c.then, -c.then)
		for i := range a.Entries {
			a.Entries[i].Pass = c.pass
		}
		r, err := Make(g, game.Outcome{}, a)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Moves[0].Verdict; got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
		if lost := r.Moves[0].Loss; c.then > -ai.RuleBound && c.pass == Proven && accuracy.OfLoss(lost) != c.want {
			t.Errorf("%+v: %.1f points lost", c, lost)
		}
	}
}

// patient is an engine that answers with the first legal move, and counts.
type patient struct{ asked int }

func (p *patient) Lines(_ context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	p.asked++
	var all []ai.Info
	for _, m := range g.Position().LegalMoves(nil)[:max(1, lim.MultiPV)] {
		all = append(all, ai.Info{PV: []game.Move{m}})
	}
	return all, nil
}

// idleGame is a game of so many plies in which two rooks move to and fro.
func idleGame(t *testing.T, plies int) *game.Game {
	t.Helper()
	g := game.NewGame(game.Start(), game.NoRepetition)
	for i := range plies {
		if err := g.PlayOn(lineOf(t, [...]string{"a0a1", "a9a8", "a1a0", "a8a9"}[i%4])[0]); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// Next to each costly move the replies are tried, the costliest first, within a limit.
func TestAnswersAreTried(t *testing.T) {
	g := idleGame(t, 30)
	for _, costly := range []int{0, 1, 2, 15} {
		a := NewAnalysis(g)
		for i := range a.Entries {
			a.Entries[i] = Entry{Pass: Deep, Line: lineOf(t, [...]string{"h2e2", "h9g7"}[i%2])}
		}
		for i := range costly { // each costs more than the one before, and so does the reply, which gives it back
			a.Entries[2*i+1].Score = ai.Score(70 + 2*i)
		}
		a, err := (&Analyst{Engine: &patient{}}).Run(t.Context(), g, game.Outcome{}, a, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range a.Entries {
			beside := i <= 2*costly && i > 2*costly-maxReplyTrials
			if beside = beside && costly > 0; p.Tried != beside || p.Tried && len(p.Line) < 8 {
				t.Errorf("%d costly, position %d: tried %v, line %v", costly, i, p.Tried, p.Line)
			}
		}
	}
}

// agreeing is an engine whose searches of a game's positions find what is known of them.
type agreeing struct{ known []Entry }

func (e agreeing) Lines(_ context.Context, g *game.Game, _ ai.Limits) ([]ai.Info, error) {
	p := &e.known[g.Ply()]
	if len(p.Line) > 0 && g.Position().IsLegal(p.Line[0]) {
		return []ai.Info{{Score: p.Score, PV: p.Line}}, nil
	}
	return []ai.Info{{PV: g.Position().LegalMoves(nil)[:1]}}, nil
}

// Mistakes and blunders get the longest search, the costliest first, within a limit; inaccuracies do not.
func TestMistakesAreProven(t *testing.T) {
	g := idleGame(t, 40)
	for _, c := range []struct {
		losses []ai.Score // of Red's moves; Black gives them back
		want   []int      // the positions that are proven
	}{
		{losses: []ai.Score{70, 70}},
		{losses: []ai.Score{70, 150}, want: []int{2, 3, 4}},
		{losses: []ai.Score{150, 151, 152, 153, 154, 155, 156}, want: []int{5, 6, 7, 8, 9, 10, 11, 12, 13, 14}},
	} {
		a := NewAnalysis(g)
		for i := range a.Entries {
			a.Entries[i] = Entry{Pass: Deep, Line: lineOf(t, [...]string{"h2e2", "h9g7"}[i%2])}
		}
		for i, loss := range c.losses {
			a.Entries[2*i+1].Score = loss
		}
		done, err := (&Analyst{Engine: agreeing{a.Entries}}).Run(t.Context(), g, game.Outcome{}, a, nil)
		if err != nil {
			t.Fatal(err)
		}
		var proven []int
		for i, p := range done.Entries {
			if p.Pass == Proven {
				proven = append(proven, i)
			}
		}
		if !slices.Equal(proven, c.want) {
			t.Errorf("%v: proven %v, want %v", c.losses, proven, c.want)
		}
	}
}
