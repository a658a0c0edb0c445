package game

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// A replayed game equals the one that was played, whatever its outcome, and can be taken back like it; so can it be
// played up to a ply.
func TestReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom([]Rules{Asian, NoChase, NoRepetition}).Draw(t, "rules")
		g := NewGame(Start(), rules)
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			legal := g.Position().LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			// Few moves to choose from, so that positions recur.
			if err := g.PlayOn(legal[rapid.IntRange(0, min(2, len(legal)-1)).Draw(t, "move")]); err != nil {
				t.Fatal(err)
			}
		}
		whole := g.Clone()
		again, err := Replay(g.Start(), rules, g.Moves())
		for {
			if err != nil || *again.Position() != *g.Position() || again.Outcome() != g.Outcome() ||
				again.Warning() != g.Warning() || again.Ply() != g.Ply() {
				t.Fatalf("%v after %d plies, not %v: %v", again.Outcome(), again.Ply(), g.Outcome(), err)
			}
			if !g.Takeback() {
				break
			}
			again.Takeback()
			if upto := whole.Upto(g.Ply()); *upto.Position() != *g.Position() || upto.Outcome() != g.Outcome() ||
				upto.Ply() != g.Ply() {
				t.Fatalf("%v up to %d, not %v", upto.Outcome(), g.Ply(), g.Outcome())
			}
		}
	})
}

func TestReplayRefusesIllegalMoves(t *testing.T) {
	m, err := ParseMove("a0a9")
	if err != nil {
		t.Fatal(err)
	}
	var illegal *IllegalMove
	if _, err := Replay(Start(), Asian, []Move{m}); !errors.As(err, &illegal) || illegal.Move != m {
		t.Errorf("%v", err)
	}
}

// BenchmarkReplay replays studies without captures, of several lengths: the time is linear in the length, not
// quadratic.
func BenchmarkReplay(b *testing.B) {
	for name, plies := range map[string]int{"2000": 2000, "20000": 20_000} {
		b.Run(name, func(b *testing.B) {
			round := []string{"h0g2", "h9g7", "g2h0", "g7h9"}
			moves := make([]Move, plies)
			for i := range moves {
				moves[i], _ = ParseMove(round[i%4])
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Replay(Start(), NoRepetition, moves); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
