package notation_test

import (
	"math/rand/v2"
	"strings"

	"yeye/game"
)

// randomPosition returns a legal position with many pieces of a kind on one file:
// pawns in stacks of two to five on one or two files, pairs of everything else.
func randomPosition(r *rand.Rand) game.Position {
	elephants := [2][]string{{"c0", "g0", "a2", "e2", "i2", "c4", "g4"}, {"c9", "g9", "a7", "e7", "i7", "c5", "g5"}}
	advisors := [2][]string{{"d0", "f0", "e1", "d2", "f2"}, {"d9", "f9", "e8", "d7", "f7"}}
	for {
		var at [game.Squares]byte
		put := func(c game.Color, role game.Role, s game.Square) {
			if at[s] == 0 {
				at[s] = game.NewPiece(c, role).Letter()
			}
		}
		named := func(t string) game.Square { s, _ := game.ParseSquare(t); return s }
		for _, c := range []game.Color{game.Red, game.Black} {
			side := func(file, rank int) game.Square {
				if c == game.Black {
					rank = 9 - rank
				}
				return game.SquareAt(file, rank)
			}
			put(c, game.King, side(3+r.IntN(3), r.IntN(3)))
			for range r.IntN(3) {
				put(c, game.Advisor, named(advisors[c][r.IntN(5)]))
				put(c, game.Elephant, named(elephants[c][r.IntN(7)]))
			}
			for _, role := range []game.Role{game.Horse, game.Rook, game.Cannon} {
				file := r.IntN(9)
				for range r.IntN(3) {
					if r.IntN(3) == 0 {
						file = r.IntN(9)
					}
					put(c, role, side(file, r.IntN(10)))
				}
			}
			files := []int{r.IntN(9), r.IntN(9), r.IntN(9)}
			kinds := 1 + r.IntN(3)
			for range r.IntN(6) {
				put(c, game.Pawn, side(files[r.IntN(kinds)], 3+r.IntN(7)))
			}
		}
		var b strings.Builder
		for rank := 9; rank >= 0; rank-- {
			for file := range 9 {
				if l := at[game.SquareAt(file, rank)]; l != 0 {
					b.WriteByte(l)
				} else {
					b.WriteByte('1')
				}
			}
			b.WriteByte("/ "[max(0, 1-rank)])
		}
		b.WriteByte("wb"[r.IntN(2)])
		if p, err := game.ParseFEN(b.String()); err == nil {
			return p
		}
	}
}
