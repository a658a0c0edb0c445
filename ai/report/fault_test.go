package report

import (
	"slices"
	"testing"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/explain"
	"yeye/game"
)

// An exchange of equal pieces is followed by the late loss of one of two pawns: no piece can simply be taken, and what
// is lost is too little to be blamed.
func TestExchangesAreNotOnePiecesFault(t *testing.T) {
	for _, c := range []struct{ name, fen, played, better, reply string }{
		{"the horses go, and a pawn for a pawn", "1nbak2nr/1R2a2R1/4b4/1N2p3p/6p1c/3pP3P/r5N2/C3B4/9/2BAKA3 w - - 17 20", "i4i5",
			"b6c8 e9f9 g3h5", "a3g3 b8b9 g3f3 d0e1 h9f8 i5i6 i9i6 b6c8"},
		{"horse and pawn for cannon and pawn", "1nbakab1r/6nR1/4c4/p3p1p1p/2p6/9/P1P3P1c/2N1B3C/4N1C2/3AKAB2 b - - 1 12", "c5c4",
			"g8f6 e1g2 i3i5", "h8g8 c4c3 g8b8 c3c2 e1c2 e7e8 g1i1 i3i1"},
	} {
		if f := faultOf(t, c.fen, c.played, c.better, c.reply); f.Kind != AllowsReply {
			t.Errorf("%s: %v %+v", c.name, f.Kind, f)
		}
	}
}

// A cannon that takes a pawn and is taken back has not paid for it where a rook takes the horse that took it: what is
// lost is another one.
func TestFaultOfTakingBackTwice(t *testing.T) {
	f := faultOf(t, "3akabnr/9/c1n1b4/p1p1p3p/6p2/9/P1r1P1PcP/2N1C1C2/4R4/1RBAKABN1 b - - 1 9", "h3e3",
		"a7a3 c2a3 c3a3 e3e4 h9g7 b0b7 c7e8 e1f1", "c2e3 c3e3 b0b7 a7a3 b7c7 e3d3 e1b1 h9g7")
	if f.Kind == Overpays {
		t.Errorf("%+v", f)
	}
}

// What was said of these moves was false; a rook was lost, or the win was no mate.
func TestFaultsOnceFalse(t *testing.T) {
	black, red := game.NewPiece(game.Black, game.Rook), game.NewPiece(game.Red, game.Rook)
	for _, c := range []struct {
		name, fen, played, better, reply string
		want                             Fault
	}{
		{"the cannon takes a pawn and leaves the rook; better is an exchange of rooks",
			"2bakab2/9/c8/9/p8/9/Pr2P4/9/3N5/1R1AKAB2 b - - 0 20", "a7a3", "b3b0 d1b0 a7a6", "b0b3 a3a9 d0e1",
			Fault{Kind: LeavesHanging, N: 1, Piece: black, At: pointOf(t, "b3")}},
		{"the rook on a1 falls before anything is forked",
			"2bakab2/9/9/9/1n7/4p4/r3P4/6C2/R8/N2AKAB2 w - - 0 20", "g2g1", "a1a3 b5a3", "a3a1 d0e1 a1a0 e1d0",
			Fault{Kind: LeavesHanging, N: 1, Piece: red, At: pointOf(t, "a1")}},
	} {
		if f := faultOf(t, c.fen, c.played, c.better, c.reply); f != c.want {
			t.Errorf("%s: %v %+v, want %+v", c.name, f.Kind, f, c.want)
		}
	}
}

// A win that only forbidden checks put off is named, whoever has it.
func TestFaultOfRulings(t *testing.T) {
	// Red's rook checks forever, and loses by it; otherwise it is mated.
	const fen, repeats = "5R3/4k4/b8/2C6/6b2/9/4r4/3A1K3/6p2/2BA5 w - - 29 80",
		"e3i3 f9f8 e8e9 f8f9 e9e8 f9f8 e8e9 f8f9 e9e8 f9e9 e8e9 c0e2 i3i2"
	before, after, played := moved(t, fen, "", "d0e1")
	here, next := &Entry{Score: 232, Line: lineOf(t, "f9f8 e8e9 d2e1 e3c3 c6d6")}, &Entry{Score: ai.RuleBound + 5,
		Line: lineOf(t, repeats)}
	if f := fault(before, after, played, here, next); f != (Fault{Kind: AllowsWinByRule}) {
		t.Errorf("%v %+v", f.Kind, f)
	}
	before, after, played = moved(t, fen, "d0e1", "e3e5")
	if f := fault(before, after, played, next, &Entry{Line: lineOf(t, "f9f8 e8e9")}); f != (Fault{Kind: MissesWinByRule}) {
		t.Errorf("%v %+v", f.Kind, f)
	}
	// A mate is named before it.
	mate := &Entry{Score: ai.MateIn(1), Line: lineOf(t, "e5f5")}
	if f, ok := (&mistake{betterFacts: []explain.Reason{{Kind: explain.WinsByRule}},
		replyFacts: []explain.Reason{{Kind: explain.Mates, N: 3}}, entryAfter: mate}).mateFault(); !ok ||
		f != (Fault{Kind: AllowsMate, N: 3}) {
		t.Errorf("%v %+v", f.Kind, f)
	}
	if f, ok := (&mistake{betterFacts: []explain.Reason{{Kind: explain.Mates, N: 3}},
		replyFacts: []explain.Reason{{Kind: explain.WinsByRule}}, entryAfter: mate}).mateFault(); !ok ||
		f != (Fault{Kind: MissesMate, N: 3}) {
		t.Errorf("%v %+v", f.Kind, f)
	}
}

// A repetition that is forbidden is blamed on who repeats also where the other side's move completes it, and then no
// mate is spoken of.
func TestFaultOfRepetitionThatTheReplyCompletes(t *testing.T) {
	for _, c := range []struct {
		name, fen, earlier, played, better, reply string
		was, is                                   ai.Score
		want                                      Fault
	}{
		{"the rook checks for ever", "3k5/9/9/9/9/9/9/5A3/4R4/5K3 w - - 0 1", "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9", "d1e1", "d1d5 e9e8", "e9d9", 900, ai.RuleBound + 200,
			Fault{Kind: BreaksRule}},
		{"and the king has only one point to go to", "3k5/5P3/9/9/9/9/9/5A3/4R4/5K3 w - - 0 1", "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9", "d1e1", "d1d5 e9e8", "e9d9", 900,
			ai.RuleBound + 200, Fault{Kind: BreaksRule}},
		{"the king does not complete it", "3k5/9/9/9/9/9/9/5A3/4R4/5K3 w - - 0 1", "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1", "e9f9", "e9d9", "e1e9", ai.RuleBound + 200, 900,
			Fault{Kind: MissesForced}},
		{"the first check of a round breaks no rule", "3k5/9/9/9/9/9/9/5A3/4R4/5K3 w - - 0 1", "e1d1 d9e9", "d1e1", "d1d5 e9e8", "e9d9 e1d1 d9e9 d1e1 e9d9", 900,
			ai.RuleBound + 200, Fault{Kind: AllowsWinByRule}},
	} {
		before, after, played := moved(t, c.fen, c.earlier, c.played)
		here, next := &Entry{Score: c.was, Line: lineOf(t, c.better)}, &Entry{Score: c.is, Line: lineOf(t, c.reply)}
		if f := fault(before, after, played, here, next); f != c.want {
			t.Errorf("%s: %v %+v, want %v", c.name, f.Kind, f, c.want.Kind)
		}
	}
}

// A piece that was attacked while a check had to be answered is not exposed by the answer, unless it takes away what
// guarded it.
func TestFaultOfAnsweringCheck(t *testing.T) {
	horse := game.NewPiece(game.Red, game.Horse)
	for _, c := range []struct {
		name, fen, played, better, reply string
		want                             FaultKind
	}{
		{"the horse could have come between", "2rk5/9/9/9/4r4/9/2N6/9/9/4K1B2 w - - 0 30", "e0f0", "c3e2 d9d8", "c9c3 g0e2", LeavesHanging},
		{"the other horse comes between it and the rook that guards it", "2rk5/9/9/9/4r4/9/2N5R/6N2/9/4K4 w - - 0 30", "g2e3", "e0f0 d9d8", "c9c3 e0f0 d9d8", Exposes},
		{"the other horse no longer guards it", "2rk5/9/9/9/4r4/9/2N6/9/3N5/4K4 w - - 0 30", "d1e3", "e0f0 d9d8", "c9c3 e0f0 d9d8", Unguards},
		{"the king stood between it and the cannon", "5k3/9/9/9/3R5/9/9/c1p1K3N/9/9 w - - 0 30", "e2e1", "d5d2 f9f8", "a2i2 e1d1", Exposes},
	} {
		f := faultOf(t, c.fen, c.played, c.better, c.reply)
		if f.Kind != c.want || f.Piece != horse {
			t.Errorf("%s: %v %+v, want %v", c.name, f.Kind, f, c.want)
		}
	}
}

// What a reply does is what decides most of it; a check or the end of one is nothing.
func TestDoes(t *testing.T) {
	rook, pawn := game.NewPiece(game.Red, game.Rook), game.NewPiece(game.Red, game.Pawn)
	mating := explain.Reason{Kind: explain.ThreatensMate, N: 1}
	for _, c := range []struct {
		replies []explain.Reason
		want    explain.Reason
	}{
		{nil, explain.Reason{}},
		{[]explain.Reason{{Kind: explain.OnlyMove}}, explain.Reason{}},
		{[]explain.Reason{{Kind: explain.Wins, N: 1, Piece: pawn, At: pointOf(t, "e3")}, mating}, mating},
		{[]explain.Reason{{Kind: explain.Wins, N: 1, Piece: rook, At: pointOf(t, "e3")}, mating}, explain.Reason{Kind: explain.Wins, N: 1, Piece: rook, At: pointOf(t, "e3")}},
		{[]explain.Reason{{Kind: explain.WinsMaterial}, mating}, explain.Reason{Kind: explain.WinsMaterial}},
	} {
		if got := mainFact(c.replies); got != c.want {
			t.Errorf("%+v: %+v", c.replies, got)
		}
	}
	g, _, _ := moved(t, "5k3/9/9/9/9/5p3/9/C8/9/3K5 w - - 40 40", "", "a2a3")
	if got := provenFacts(g, &Entry{Line: lineOf(t, "a2f2 f9e9 f2a2 e9f9")}, true); !slices.Equal(got,
		[]explain.Reason{{Kind: explain.NoFact}}) {
		t.Errorf("a check: %+v", got)
	}
}

// A reply that says too little is named by what the scores and nearly all lines show: the piece that it takes for good,
// else that it wins material.
func TestAnsweredByWhatIsWon(t *testing.T) {
	exchanges := []explain.Reason{{Kind: explain.Exchanges}}
	for _, c := range []struct {
		name, fen, line string
		cost            ai.Score
		want            explain.Kind
	}{
		{"it takes a horse", "3k5/9/9/9/r3N4/9/9/9/9/5K3 b - - 0 60", "a5e5 f0f1 d9d8", 400, explain.Captures},
		{"a check wins the rook behind the king", "4k4/9/9/9/r8/9/9/9/9/3K4R b - - 0 60", "a5a0 d0d1 a0i0", 400, explain.WinsMaterial},
		{"the scores show no horse", "4k4/9/9/9/r8/9/9/9/9/3K4R b - - 0 60", "a5a0 d0d1 a0i0", 200, explain.Exchanges},
		{"the line wins nothing", "4k4/9/9/9/r8/9/9/9/9/3K4R b - - 0 60", "a5b5 d0d1 b5b6", 400, explain.Exchanges},
	} {
		after, _, _ := moved(t, c.fen, "", c.line[:4])
		m := &mistake{after: after, entryBefore: &Entry{Score: c.cost}, entryAfter: &Entry{Line: lineOf(t, c.line)},
			replyFacts: exchanges}
		if f := m.faultByReply(); f.Kind != AllowsReply || f.Achieves.Kind != c.want {
			t.Errorf("%s: %v, %v", c.name, f.Kind, f.Achieves.Kind)
		}
	}
}

// An even exchange that cost something is named as that: the recapture alone says nothing of what was wrong.
func TestFaultOfTrading(t *testing.T) {
	f := faultOf(t, "5k3/9/9/6p2/6n2/4N4/9/9/9/3K5 w - - 0 30", "e4g5", "d0d1 f9f8", "g6g5 d0d1 f9f8 d1d0")
	horse, theirs := game.NewPiece(game.Red, game.Horse), game.NewPiece(game.Black, game.Horse)
	if want := (Fault{Kind: EvenTrade, Piece: horse, At: pointOf(t, "g5"), Other: theirs}); f != want {
		t.Errorf("%v %+v, want %+v", f.Kind, f, want)
	}
}

// A threat of mate says little of a move if the better one allows it too.
func TestThreatThatWasThereBefore(t *testing.T) {
	m := &mistake{entryBefore: &Entry{Line: lineOf(t, "b2b4 a5a0")}}
	for reply, want := range map[string]bool{"a5a0": true, "a5b5": false} {
		f := Fault{Kind: AllowsReply, Reply: lineOf(t, reply)[0], Achieves: explain.Reason{Kind: explain.ThreatensMate, N: 1}}
		if got := m.isMinor(&f); got != want {
			t.Errorf("%s: %v", reply, got)
		}
	}
}

// A win that leaves no legal move without check is not called mate.
func TestStalemateIsNoMate(t *testing.T) {
	oneMove := ai.MateIn(1)
	p, err := game.ParseFEN("3k5/9/9/9/3r1r3/9/9/4p4/9/4K4 b - - 0 60")
	if err != nil {
		t.Fatal(err)
	}
	before := game.NewGame(p, game.Asian)
	played := lineOf(t, "e2d2")[0]
	after := before.Clone()
	if err := after.Play(played); err != nil {
		t.Fatal(err)
	}
	here, next := &Entry{Line: lineOf(t, "d9d8"), Score: oneMove}, &Entry{Line: lineOf(t, "e0e1")}
	if f := fault(before, after, played, here, next); f != (Fault{Kind: MissesStalemate, N: 1}) {
		t.Errorf("%v %+v", f.Kind, f)
	}
}

// Who does not take a rook back is told so.
func TestFaultOfNotTakingBack(t *testing.T) {
	f := faultAfter(t, "3aka3/9/2n1b2c1/p1R1n2Cp/2b3p2/P8/3r4P/N5N2/4A4/2BAK1R2 w - - 0 21", "h6h5 h7h6 c6c7", "g5g4",
		"e6c7 g2f4 d3a3 h5h2 d9e8 a2c1 a3i3 c1d3", "h5e5 f9e8 e5e7 e8d7 a2b4 d3d4 c7c8 d4b4")
	if want := (Fault{Kind: MissesRecapture, Piece: game.NewPiece(game.Red, game.Rook), At: pointOf(t, "c7")}); f != want {
		t.Errorf("%v %+v, want %+v", f.Kind, f, want)
	}
}

// Who does not take back what has just been taken is told so, rather than that a pawn falls.
func TestFaultOfForgoingARecapture(t *testing.T) {
	f := faultAfter(t, "3ak1b2/3Ra4/2c1b4/1r6p/Cnp6/1R7/2N4rP/N3B4/9/2BAKA3 b - - 0 29", "c7c3", "a5a8",
		"a2c3 h3c3 a5a9 b6b9 d8a8 e7c9 a8a6 c3i3", "c3i3 a8c8 e8f7 c8c9 d9e8 b4i4 b6b9 c9c8")
	if want := (Fault{Kind: MissesRecapture, Piece: game.NewPiece(game.Black, game.Cannon), At: pointOf(t, "c3")}); f != want {
		t.Errorf("%v %+v, want %+v", f.Kind, f, want)
	}
}

// A reply that comes after the better move too, and only brings a horse nearer, is not what is wrong with a move.
func TestFaultWhoseReplyComesAnyway(t *testing.T) {
	const fen, reply = "2bak4/4a4/2n1b2R1/p3p1p1p/9/PN4r2/4P3P/2NAC4/9/2BAK3c b - - 3 23",
		"b4c6 g4g0 e0e1 g0g2 e1e0 g2g0"
	for better, want := range map[string]FaultKind{"e8f9 b4c6 d9e8 e2f2 g4g0 e0e1": SameReply,
		"e8f9 e2f2 g4g0 e0e1": AllowsReply} {
		if f := faultOf(t, fen, "g6g5", better, reply); f.Kind != want || f.Reply != lineOf(t, reply)[0] {
			t.Errorf("%s: %v %+v, want %v", better, f.Kind, f, want)
		}
	}
}

// A cannon for which a rook falls elsewhere cannot simply be taken, though the attack that follows wins more.
func TestFaultOfWhatIsPaidForElsewhere(t *testing.T) {
	f := faultOf(t, "1rbak1b2/2n1a4/1C4N2/p3p1p2/5R3/5n3/P1P3P2/1R7/7r1/cN1AKA3 w - - 13 23", "b7e7",
		"f5f4 c8e7 f4b4 h1f1 b2b1 f1f3 g7i8 b9b8",
		"c8e7 b2b9 f4e2 f0e1 h1h0 e1f0 e2c1 e0e1 h0h1 f5f1 c1d3 e1d1 h1f1 f0e1")
	if f.Kind == Hangs || f.Kind == AllowsReply && f.Achieves.Kind == explain.Wins {
		t.Errorf("%v %+v", f.Kind, f)
	}
}

// What the move played took is not what it missed, if another piece should have taken it.
func TestFaultOfTakingWithTheWrongPiece(t *testing.T) {
	f := faultAfter(t, "1rb1kab2/4a4/2n1c3n/p1p1C3R/6p2/4C2r1/P1c1P1P1P/2N1B3N/4A4/3RKAB2 w - - 0 15", "e4e7", "g9e7",
		"c9e7 e6e4 c6c5 i3i4 h4f4 g3g4 f4f5 i6i5", "e6e4 c6c5 i6i7 b9b8 i7g7 c5c4 e2c4 h4h6")
	if f.Kind == MissesWin {
		t.Errorf("%+v", f)
	}
}

// Where the reply does nothing that can be pointed at, what was passed up is named: a pawn if it does not fall later,
// else the bare cannon that takes it.
func TestFaultOfPassingUp(t *testing.T) {
	const fen = "rnbakab1r/9/1cc5n/p1p1p3p/6p2/9/P1P1P1P1P/1C2C4/4A4/RNB1KABNR w - - 6 4"
	here := &Entry{Score: 268, Line: lineOf(t, "e2e6 g5g4 g3g4 c7g7 c0e2 b9c7 e6e4 i9h9"), Alternatives: []Line{
		lineOf(t, "e2e6 i9h9 b2b4 b7b5 e6e5 e9e8 h0i2 b9a7"),
		lineOf(t, "e2e6 c6c5 e6e4 i9h9 b2c2 c9a7 b0a2 b9d8 a0b0")}}
	before, after, played := moved(t, fen, "", "b0a2")
	for _, c := range []struct {
		replies []string
		want    Fault
	}{
		{[]string{"d9e8 e2e6 c7e7 b2e2 b9c7 e6e4 a9b9 e4c4", "d9e8 b2d2 c7f7 e2e6 b7e7 a0b0 b9c7 e6e4"},
			Fault{Kind: MissesHollowCannon, Piece: game.NewPiece(game.Red, game.Cannon), At: pointOf(t, "e2")}},
		{[]string{"b9c7 h0i2 i9h9 a0b0 a9b9 i0i1 h9h3 g3g4"}, Fault{Kind: MissesWin, N: 1, Piece: game.NewPiece(game.Black, game.Pawn), At: pointOf(t, "e6")}},
	} {
		next := &Entry{Score: -13, Line: lineOf(t, c.replies[0])}
		for _, l := range c.replies[1:] {
			next.Alternatives = append(next.Alternatives, lineOf(t, l))
		}
		if f := fault(before, after, played, here, next); f != c.want {
			t.Errorf("%v: %v %+v", c.replies, f.Kind, f)
		}
	}
}

// Exchanges that win material are named where the move cost much, whoever stands better after them; and not where they
// win no more than an elephant.
func TestFaultOfExchanges(t *testing.T) {
	for _, c := range []struct {
		name, fen, played, better string
		was, is                   ai.Score
		replies                   []string
		want                      Fault
	}{
		{"a rook falls in each line, who was a rook behind stands even", "3aka3/9/2n1b2c1/p1R1n2Cp/2b3p2/P8/3r4P/N5N2/4A4/2BAK1R2 w - - 0 21", "h6h5",
			"a2b4 d3g3 b4d5 h7f7 g0f0 f9e8 g2e3 g3i3", 752, -87,
			[]string{"h7h6 c6e6 c7e6 g0f0 e6d4 f0f6 d3g3 f6h6", "h7h6 c6c7 e6c7 g2f4 d3a3 h5h2 h6c6 c0e2 c6b6",
				"h7h6 h5c5 e7c5 c6c7 e6c7 g2f4 d3i3 f4g6 c7e6"},
			Fault{Kind: LosesMaterial}},
		{"a rook that is simply taken, though one answer wins a horse back", "1n2k4/9/1cn6/9/9/9/9/1C7/3R5/5K3 w - - 0 21", "d1d5",
			"d1d2 e9d9", 0, 500, []string{"c7d5 f0f1 b9c7 f1f0", "c7d5 b2b9 b7b8 f0f1"},
			Fault{Kind: Hangs, N: 1, Piece: game.NewPiece(game.Red, game.Rook), At: pointOf(t, "d5")}},
		{"the same in an ending that is even anyway", "3aka3/9/2n1b2c1/p1R1n2Cp/2b3p2/P8/3r4P/N5N2/4A4/2BAK1R2 w - - 0 21", "h6h5",
			"a2b4 d3g3 b4d5 h7f7 g0f0 f9e8 g2e3 g3i3", 90, -20,
			[]string{"h7h6 c6e6 c7e6 g0f0 e6d4 f0f6 d3g3 f6h6", "h7h6 c6c7 e6c7 g2f4 d3a3 h5h2 h6c6 c0e2 c6b6",
				"h7h6 h5c5 e7c5 c6c7 e6c7 g2f4 d3i3 f4g6 c7e6"},
			Fault{Kind: AllowsReply, Reply: lineOf(t, "h7h6")[0], Achieves: explain.Reason{Kind: explain.Threatens,
				Piece: game.NewPiece(game.Red, game.Rook), At: pointOf(t, "c6")}}},
		{"the better move gives a horse too, so that the reply is named with what it wins", "4kab1r/4a4/2R3n2/p3p1N1p/6bR1/4n4/P2r1c2P/4B1C2/4A4/3AK1B2 b - - 5 20", "e8d7",
			"f3a3 c7g7 a3a0 e2c0 d3g3 h5h4 e4c5 g7c7", 318, 511, []string{"c7c9 e9e8 h5h8 f3f8 h8g8 e8d8 g8f8 f9e8"},
			Fault{Kind: AllowsReply, Reply: lineOf(t, "c7c9")[0], Achieves: explain.Reason{Kind: explain.WinsMaterial}}},
		{"the reply trades rooks, and the better move wins a rook or a horse in each line", "2bakabrC/2r6/1n2c3c/pR2p4/4n1P2/9/PC2P3P/6N1B/2N3R2/2BAKA3 b - - 10 22", "c8c6",
			"e5c4 b6b4 c4d2 g1d1 d2b3 c1b3 h9i9 d1c1 c8c1 b3c1 i7i2 c0e2", 441, -84, []string{"b6c6 e5c6 i9i8 h9i9 i8h8 i7i2 h8h7 i9i5"}, Fault{Kind: MissesGain}},
		{"an elephant", "4ka3/2n1a4/4b4/C3R4/4P1b2/6N2/R8/1r7/6c2/2rAKAB2 b - - 0 24", "c0c4",
			"g1b1 a3a1 b1b0 e0e1 b0d0 g0e2 c0c2 e1e0 b2b0", 537, -32, []string{"g4e3 c4e4 f0e1 g1g3 e3c2 b2c2 a3g3 c8a7"},
			Fault{Kind: AllowsReply, Reply: lineOf(t, "g4e3")[0], Achieves: explain.Reason{Kind: explain.Saves,
				Piece: game.NewPiece(game.Red, game.Horse), At: pointOf(t, "g4"), Threat: lineOf(t, "c4g4")[0]}}},
	} {
		before, after, played := moved(t, c.fen, "", c.played)
		next := &Entry{Score: c.is, Line: lineOf(t, c.replies[0])}
		for _, l := range c.replies[1:] {
			next.Alternatives = append(next.Alternatives, lineOf(t, l))
		}
		if f := fault(before, after, played, &Entry{Score: c.was, Line: lineOf(t, c.better)}, next); f != c.want {
			t.Errorf("%s: %v %+v, want %+v", c.name, f.Kind, f, c.want)
		}
	}
}

// What exchanges win in nearly all lines is said if the scores say so too: short searches made the others.
func TestFaultOfLikelyExchanges(t *testing.T) {
	before, after, played := moved(t, "r2ak1b1r/4a4/2c1b4/p1n3p2/2p5P/2P1n4/P1c5R/2C3N2/4A4/RNBAK1B2 w - - 6 18", "",
		"c0a2")
	next := &Entry{Line: lineOf(t,
		"c7a7 b0d1 a7a3 d1c3 a3a0 a2c0 e4c3 i3c3 i9i5 c3a3 a0b0 a3b3 b0a0 g2e3 i5i0 c4c5 i0g0 e1f0")}
	for _, l := range []string{"c7a7 c4c5 a7a3 c5c6 a3a0 c2c0 a9b9 c0a0 b9b0",
		"c7a7 g0e2 a7a3 i3c3 a3a0 c3e3 a9b9 e3e4", "c7a7 b0d1 a7a3 a2c0 a3i3 g2i3 c3h3 a0a3 e4g5 c4c5 i9i5",
		"c7a7 b0d1 a7a3 a0a1 a3i3 g2i3 c3h3 c4c5 i9i5 c2c6 h3h0"} {
		next.Alternatives = append(next.Alternatives, lineOf(t, l))
	}
	for was, want := range map[ai.Score]explain.Kind{-330: explain.WinsMaterial, -700: explain.NoFact} {
		next.Score = 981
		f := fault(before, after, played, &Entry{Score: was, Line: lineOf(t, "b0a2")}, next)
		if f.Kind != AllowsReply || f.Achieves.Kind != want {
			t.Errorf("from %v: %v, %v, want %v", was, f.Kind, f.Achieves.Kind, want)
		}
	}
	for range 3 { // most lines win nothing
		next.Alternatives = append(next.Alternatives, next.Alternatives[3])
	}
	if f := fault(before, after, played, &Entry{Score: -330, Line: lineOf(t, "b0a2")},
		next); f.Achieves.Kind == explain.WinsMaterial {
		t.Errorf("%v", f.Achieves.Kind)
	}
}

// faultOf returns the fault of a move, given the expected lines of the better move and of the move played.
func faultOf(t *testing.T, fen, move, better, reply string) Fault {
	t.Helper()
	return faultAfter(t, fen, "", move, better, reply)
}

// faultAfter is faultOf after some moves.
func faultAfter(t *testing.T, fen, earlier, move, better, reply string) Fault {
	t.Helper()
	before, after, played := moved(t, fen, earlier, move)
	return fault(before, after, played, &Entry{Line: lineOf(t, better)}, &Entry{Line: lineOf(t, reply)})
}

// moved returns the games before and after a move, which follows some others.
func moved(t *testing.T, fen, earlier, move string) (before, after *game.Game, played game.Move) {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	before = game.NewGame(p, game.Asian)
	for _, m := range lineOf(t, earlier) {
		if err := before.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	played, after = lineOf(t, move)[0], before.Clone()
	if err := after.Play(played); err != nil {
		t.Fatal(err)
	}
	return before, after, played
}

func lineOf(t *testing.T, text string) (l Line) {
	t.Helper()
	if err := l.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return l
}

// If the move loses nothing, the fault is what it misses, forks too; and a piece that would be won late is not
// described as simply there to be taken.
func TestFaultsOfMissing(t *testing.T) {
	for _, c := range []struct {
		name, fen, played, better, reply string
		want                             Fault
	}{
		{"a fork", "2b1ka3/1R2a4/n3r4/2p3R2/p1c1p3p/9/P3Prc1P/N2CB1N2/4A4/2BAK4 w - - 2 24", "b8b3",
			"d2d3 f3f5 g6g3 e7d7 d3d2 d7d3 g3g6 f5f7", "f3f0 e0f0 g3b3 g6g4 b3b7 f0e0 e7d7 g4b4",
			Fault{Kind: MissesFork, Piece: game.NewPiece(game.Black, game.Rook), At: pointOf(t, "f3"),
				Other: game.NewPiece(game.Black, game.Cannon), OtherAt: pointOf(t, "g3")}},
		{"a rook for a horse, in four moves, is too far away to be certain; a threat of mate is not", "1Rn1kab2/4a4/4b4/7n1/2PR4P/4p4/4c2r1/4B4/4A4/3AK1B2 b - - 9 43", "h3f3",
			"h6g4 d5f5 h3h0 e0f0 g4i3 b9c9 e7c9 f5g5", "i5h5 h6f5 d5d8 e8d9 b9c9 f9e8 c9c6 f5d4",
			Fault{Kind: MissesMateThreat, N: 2}},
	} {
		if f := faultOf(t, c.fen, c.played, c.better, c.reply); f != c.want {
			t.Errorf("%s: %v %+v, want %+v", c.name, f.Kind, f, c.want)
		}
	}
}

// A missed threat of mate is named, unless the move played threatens mate as soon.
func TestFaultOfMissingAMatingThreat(t *testing.T) {
	const fen, better = "3akab1r/3nr4/2c1b1n2/p3p1C1p/9/P8/2P1c1P1P/N5C2/9/1RBAKABNR b - - 2 9", "c7c5 b0b4"
	for _, c := range []struct {
		name, fen, played, better, reply string
		want                             Fault
	}{
		{"an attack is let in besides", "4kab2/4a4/4b4/p5n1p/9/2P1R3P/4P4/4BC3/3rc2r1/2BAK2NR b - - 1 21", "g6i7",
			"e9d9 f2f1 e1e3 e4e3 d1d0 e0e1 g6f4 e3g3", "f2f1 e1e3 e4e3 i7g6 c4c5 d1d4 c5c6 d4h4", Fault{Kind: MissesMateThreat, N: 1}},
		{"with the middle cannon", fen, "e3e5", better, "a2b4 i9h9 g6a6 h9h1 b4d5 c7c9 a6a5 g7h5", Fault{Kind: MissesMateThreat, N: 1}},
		{"made from elsewhere", fen, "c7c4", better, "g2e2 c4g4",
			Fault{Kind: AllowsReply, Reply: lineOf(t, "g2e2")[0], Achieves: explain.Reason{Kind: explain.NoFact}}},
	} {
		if f := faultOf(t, c.fen, c.played, c.better, c.reply); f != c.want {
			t.Errorf("%s: %v %+v, want %+v", c.name, f.Kind, f, c.want)
		}
	}
}

func pointOf(t *testing.T, text string) game.Square {
	t.Helper()
	s, err := game.ParseSquare(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A chance that a side misses move after move is one turning point, the first of those that cost most; what the other
// side does meanwhile is another.
func TestOneTurningPointForOneChance(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	for _, m := range lineOf(t, "a0a1 a9a8 a1a2 a8a7 a2a1 a7a8") {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	missed, other := lineOf(t, "h2e2"), lineOf(t, "h9g7")
	a := NewAnalysis(g)
	a.Entries = []Entry{{Score: 400, Line: missed}, {Line: other}, {Score: 400, Line: missed}, {Line: lineOf(t, "b9c7")},
		{Score: 390, Line: lineOf(t, "b2e2")}, {Line: other}, {}}
	if got, want := a.scoredGame(g, game.Outcome{}).selectTurningPoints(Unsearched), []int{0, 1, 3}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A move that costs no more than a mistake is no turning point: the values are not that exact.
func TestMistakesAreNotTurningPoints(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	for _, m := range lineOf(t, "a0a1 a9a8 a1a2") {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	better, other := lineOf(t, "h2e2"), lineOf(t, "h9g7")
	for _, c := range []struct {
		score ai.Score
		want  []int
	}{{150, nil}, {200, nil}, {240, []int{2}}, {300, []int{2}}} {
		a := NewAnalysis(g)
		a.Entries = []Entry{{Score: c.score, Line: better}, {Score: -c.score, Line: other},
			{Score: c.score, Line: better}, {}}
		if got := a.scoredGame(g, game.Outcome{}).selectTurningPoints(Unsearched); !slices.Equal(got, c.want) {
			t.Errorf("from %.0f %% to 50 %%: %v, want %v", accuracy.Chance(c.score), got, c.want)
		}
	}
}

// What the longest searches do not confirm is no turning point, whatever the shorter ones found; nor is what cost
// little more than a turning point must and cannot be shown on the board.
func TestTurningPointsAreProven(t *testing.T) {
	const even, won = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
		"2bakab2/9/c8/9/p8/9/Pr2P4/9/3N5/1R1AKAB2 b - - 0 20"
	for _, c := range []struct {
		name, fen, moves, better, reply string
		// before the move, after it, and after the reply, each for the side to move
		was, is, then ai.Score
		want          bool
	}{
		{"much", even, "a0a1 a9a8", "h2e2", "h9g7", 400, 0, 0, true},
		{"more than a turning point must, and nothing to show", even, "a0a1 a9a8", "h2e2", "h9g7", 260, 0, 0, false},
		{"the same, and a rook to show", won, "a7a3 e3e4", "b3b0 d1b0 a7a6", "b0b3 a3a9 d0e1", 0, 260, -260, true},
		{"much, but only after a reply that was not searched as long", even, "a0a1 a9a8", "h2e2", "h9g7", 400, -300, 0, false},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		g := game.NewGame(p, game.Asian)
		for _, m := range lineOf(t, c.moves) {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		a := NewAnalysis(g)
		a.Entries = []Entry{{Pass: Proven, Score: c.was, Line: lineOf(t, c.better)}, {Pass: Proven, Score: c.is,
			Line: lineOf(t, c.reply)},
			{Pass: Quick, Score: c.then}}
		if got := slices.Contains(a.scoredGame(g, game.Outcome{}).selectTurningPoints(Quick), 0); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
