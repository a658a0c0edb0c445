package puzzlesbot_test

import (
	"strings"
	"testing"

	"yeye/ai/puzzle"
	feature "yeye/bot/feature/puzzles/puzzlesbot"
	"yeye/bot/internal/desk"
	"yeye/game"
)

// A mate is explained by what guards the points around the king, by its own pieces on them, and by the defender that is pinned.
func TestMated(t *testing.T) {
	d := desk.Open(t, "puzzle")
	w := d.Readers.InLocale("en-US").Words
	for text, want := range map[string]string{
		"R3k4/8R/9/9/9/9/9/9/9/5K3 b":       "The points it could go to are guarded: rook i8, rook a9.",
		"3aka3/4n4/9/9/4C4/4C4/9/9/9/4K4 b": "Its own pieces block every way out.",
		"3akR3/4a4/6N2/9/4R4/9/9/9/9/3K5 b": "The points it could go to are guarded: horse g7. " +
			"Pinned: advisor e8 can't take the rook, or rook e5 would attack the king.",
		"3akR3/4a4/9/9/9/9/9/9/9/4KR3 b": "The points it could go to are guarded: rook f0. " +
			"Pinned: advisor e8 can't take the rook, or the kings would face each other.",
	} {
		p, err := game.ParseFEN(text)
		if err != nil {
			t.Fatal(text, err)
		}
		if got := strings.Join(feature.Mated(w, &p), " "); p.HasLegal() || !p.InCheck() || got != want {
			t.Errorf("%s (mate: %t): %q, want %q", text, !p.HasLegal() && p.InCheck(), got, want)
		}
	}
}

// Played on the board, each step of a mated king meets a piece that is said to guard, and a defender that is said to be pinned may not take
// for the piece that is named.
func TestMatesAreExplainedTruly(t *testing.T) {
	guarded, pinned := 0, 0
	for _, one := range puzzle.All() {
		p := one.Start
		for _, m := range one.Line {
			p.Do(m)
		}
		if !p.InCheck() || p.HasLegal() {
			continue
		}
		c, king := p.Turn(), p.King(p.Turn())
		guards, flights := feature.Guarding(&p)
		steps := game.KingMoves(c, king).Minus(p.All(c))
		if flights != steps.Count() {
			t.Errorf("%s: %d points of %d", one.ID(), flights, steps.Count())
		}
		for steps.Any() {
			after := p.After(game.NewMove(king, steps.PopFirst()))
			met := false
			for _, g := range guards {
				met = met || hits(&after, g, after.King(c))
			}
			if guarded++; !met {
				t.Errorf("%s: nothing that is named guards %v", one.ID(), after.King(c))
			}
		}
		if taker, by, ok := feature.PinnedTaker(&p); ok {
			pinned++
			take := game.NewMove(taker, p.Checkers().First())
			after := p.After(take)
			if p.IsLegal(take) || hits(&p, by, king) || !hits(&after, by, king) {
				t.Errorf("%s: %v is not pinned by %v", one.ID(), taker, by)
			}
		}
	}
	if guarded < 500 || pinned < 10 {
		t.Errorf("only %d points and %d pins", guarded, pinned)
	}
}

// hits reports whether a piece attacks a king by the way it moves.
func hits(p *game.Position, by, king game.Square) bool {
	piece := p.At(by)
	switch piece.Role() {
	case game.King:
		return by.File() == king.File() && game.Between(by, king).And(p.Occupied()).Empty()
	case game.Rook:
		return game.RookAttacks(by, p.Occupied()).Has(king)
	case game.Cannon:
		return game.CannonCaptures(by, p.Occupied()).Has(king)
	case game.Horse:
		return game.HorseMoves(by, p.Occupied()).Has(king)
	case game.Pawn:
		return game.PawnMoves(piece.Color(), by).Has(king)
	}
	return false
}
