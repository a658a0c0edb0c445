package game

import (
	"strings"
	"testing"
)

// Rounds that lead back to where they began; after playing one twice the
// position occurs for the third time. All were made for this project.
var rounds = []struct {
	name, fen, round string
	want             Outcome
}{
	{"a rook checks for ever", rookChecks, "e1d1 d9e9 d1e1 e9d9", Outcome{BlackWins, PerpetualCheck}},
	{"a horse checks for ever", "9/3k5/3a2R1b/9/9/6P2/1n7/B3KA3/9/9 b", "b3c1 e2d2 c1b3 d2e2", Outcome{RedWins, PerpetualCheck}},
	{"both check on every move", "6R2/5k3/4c4/5r3/9/9/4C2p1/9/4KR3/1C7 w", "e3f3 f6e6 f3e3 e6f6", Outcome{Draw, MutualCheck}},

	{"rook after cannon", "9/5k3/1r7/9/9/9/9/1C7/4K4/9 w", "b2g2 b7g7 g2b2 g7b7", Outcome{RedWins, PerpetualChase}},
	{"rook after horse", "9/3k5/9/9/9/9/r7N/9/5K3/9 w", "i3h5 a3a5 h5i3 a5a3", Outcome{RedWins, PerpetualChase}},
	{"rook after elephant", "2b3R2/3k5/9/9/9/9/9/9/9/5K3 b", "c9a7 g9g7 a7c9 g7g9", Outcome{BlackWins, PerpetualChase}},
	{"rook after advisor", "9/4ak3/9/9/9/9/9/3R1A3/9/4K4 w", "d2e2 e8d9 e2d2 d9e8", Outcome{BlackWins, PerpetualChase}},
	{"rook after a pawn that has crossed", "3k5/9/3P5/9/9/9/9/4r4/9/5K3 b", "e2d2 d7e7 d2e2 e7d7", Outcome{RedWins, PerpetualChase}},
	{"horse after cannon", "3k5/9/9/2n6/3C5/9/9/9/4K4/9 b", "c6e7 d5a5 e7c6 a5d5", Outcome{RedWins, PerpetualChase}},
	{"horse after rook", "5k3/9/9/5n3/9/9/6R2/9/9/4K4 b", "f6e4 g3g4 e4f6 g4g3", Outcome{RedWins, PerpetualChase}},
	{"cannon after rook", "3a4P/3k2C2/9/9/2rP5/9/9/9/4K4/9 w", "g8g5 c5c8 g5g8 c8c5", Outcome{BlackWins, PerpetualChase}},
	{"cannon after horse", "9/9/5k3/9/9/1cP3N2/9/4K4/9/9 w", "g4f2 b4b2 f2g4 b2b4", Outcome{RedWins, PerpetualChase}},
	{"cannon after advisor", "3k1c3/2c6/5a3/9/9/p8/9/5A3/p8/5K3 b", "c8f8 f0e0 f8c8 e0f0", Outcome{RedWins, PerpetualChase}},
	{"the king's move uncovers the cannon", "6b2/9/P4kC1c/9/9/9/9/3K5/5p3/9 b", "f7f8 g7g0 f8f7 g0g7", Outcome{RedWins, PerpetualChase}},
	{"the pawn's move uncovers the horse", "9/9/5k3/9/5P3/3n5/9/9/4K4/9 w", "f5e5 d4c6 e5f5 c6d4", Outcome{RedWins, PerpetualChase}},
	{"checks that chase as well", "9/2Ck5/9/9/9/3N5/8P/2p2K3/9/9 w", "d4c6 d8d9 c6d4 d9d8", Outcome{BlackWins, PerpetualChase}},
	{"a pinned rook cannot take back: no exchange", "4k4/4r4/4R4/9/9/2r6/9/9/4K4/5A3 b", "c4c7 e7e4 c7c4 e4e7", Outcome{RedWins, PerpetualChase}},
	{"a hobbled horse cannot hit back", "9/4k4/9/3nn4/6b2/4P1B2/p2N5/3K1A3/9/5A3 w", "d3c5 e6f4 c5d3 f4e6", Outcome{BlackWins, PerpetualChase}},
	{"both chase", "2b1k4/9/9/9/1rr1P4/8P/9/1N7/5K3/9 w", "b2a4 c5c0 a4b2 c0c5", Outcome{Draw, MutualChase}},
	{"both chase, one by taking protection away", "2bak4/cC3Rc2/3a5/9/9/9/9/9/9/5K3 w", "b8b3 d9e8 b3b8 e8d9", Outcome{RedWins, PerpetualChase}},

	{"rooks offer each other an exchange", "4k4/9/9/9/r8/9/9/9/R8/5K3 b", "a5b5 a1b1 b5a5 b1a1", Outcome{Draw, Repetition}},
	{"kings may chase for ever", "5k3/9/9/9/9/9/9/3c5/4K4/9 w", "e1d1 d2e2 d1e1 e2d2", Outcome{Draw, Repetition}},
	{"a pawn at home may be chased", "3k5/9/9/4p4/9/9/9/4R4/9/5K3 w", "e2e3 d9d8 e3e2 d8d9", Outcome{Draw, Repetition}},
	{"nobody threatens anything", StartFEN, "h0g2 h9g7 g2h0 g7h9", Outcome{Draw, Repetition}},
	{"one threat, one idle move", "4k4/9/9/9/9/2n6/9/9/3R5/5K3 w", "d1c1 e9e8 c1d1 e8e9", Outcome{Draw, Repetition}},
}

func TestRounds(t *testing.T) {
	for _, c := range rounds {
		t.Run(c.name, func(t *testing.T) {
			g := NewGame(position(t, c.fen), Asian)
			play(t, g, c.round)
			if g.Outcome().Over() {
				t.Fatalf("ruled %v after one round", g.Outcome())
			}
			if w := g.Warning(); w != c.want {
				t.Errorf("warned %v, want %v", w, c.want)
			}
			play(t, g, c.round)
			if g.Outcome() != c.want {
				t.Errorf("%v, want %v", g.Outcome(), c.want)
			}
			// A search may ask at the second occurrence.
			if o := JudgeRepetition(&g.now, g.moves[:len(strings.Fields(c.round))], g.undos, Asian, 2); o != c.want {
				t.Errorf("in a search %v, want %v", o, c.want)
			}
			// The reflected game gets the same verdict.
			if o := reflected(t, c.fen, c.round); o != c.want {
				t.Errorf("reflected %v, want %v", o, c.want)
			}
			// Without the rule on chasing only checks lose.
			g = NewGame(position(t, c.fen), NoChase)
			play(t, g, c.round+" "+c.round)
			want := c.want
			if want.Method == PerpetualChase || want.Method == MutualChase {
				want = Outcome{Draw, Repetition}
			}
			if g.Outcome() != want {
				t.Errorf("without chases %v, want %v", g.Outcome(), want)
			}
		})
	}
}

// reflected returns the verdict on the round played twice with left and right
// exchanged.
func reflected(t *testing.T, fen, round string) Outcome {
	t.Helper()
	fields := strings.Fields(fen)
	rows := strings.Split(fields[0], "/")
	for i, row := range rows {
		b := []byte(row)
		for l, r := 0, len(b)-1; l < r; l, r = l+1, r-1 {
			b[l], b[r] = b[r], b[l]
		}
		rows[i] = string(b)
	}
	g := NewGame(position(t, strings.Join(rows, "/")+" "+fields[1]), Asian)
	for range 2 {
		for _, text := range strings.Fields(round) {
			m, err := ParseMove(text)
			if err == nil {
				err = g.PlayOn(m.Mirror())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return g.Outcome()
}

// A capture makes earlier positions unreachable; so does a null move of a
// search.
func TestHistoryEndsAtCaptures(t *testing.T) {
	g := NewGame(position(t, "3k5/9/9/9/9/9/9/9/3pR4/5K3 w"), Asian)
	play(t, g, "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9")
	if g.Outcome().Over() {
		t.Fatalf("ruled %v although the first move took a pawn", g.Outcome())
	}
	play(t, g, "e1d1")
	if want := (Outcome{BlackWins, PerpetualCheck}); g.Outcome() != want {
		t.Errorf("%v, want %v", g.Outcome(), want)
	}
}

func BenchmarkJudgeRepetition(b *testing.B) {
	for _, c := range rounds[:6] {
		b.Run(strings.ReplaceAll(c.name, " ", "-"), func(b *testing.B) {
			p, err := ParseFEN(c.fen)
			if err != nil {
				b.Fatal(err)
			}
			g := NewGame(p, NoRepetition)
			for _, text := range strings.Fields(c.round) {
				m, _ := ParseMove(text)
				if err := g.PlayOn(m); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				JudgeRepetition(&g.now, g.moves, g.undos, Asian, 2)
			}
		})
	}
}
