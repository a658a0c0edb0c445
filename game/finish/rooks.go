package finish

import "yeye/game"

// takesAdvisor reports whether the last move, by a piece of role r, captured an advisor and gives check from there.
func (e *ending) takesAdvisor(r game.Role) bool {
	return e.piece.Role() == r && e.checkers.Has(e.move.To()) &&
		e.before.At(e.move.To()) == game.NewPiece(game.Black, game.Advisor)
}

// palaceCenter returns the center of Black's palace.
func palaceCenter() game.Square { return game.SquareAt(fileE, backRank-1) }

func (e *ending) broadsword() bool { return e.move.To() == palaceCenter() && e.takesAdvisor(game.Rook) }

func (e *ending) dagger() bool { return e.move.To() == palaceCenter() && e.takesAdvisor(game.Pawn) }

// threeRooks: two rooks and a pawn; the pawn captures an advisor, protected by a rook.
func (e *ending) threeRooks() bool {
	return e.takesAdvisor(game.Pawn) && e.red(game.Rook).Count() == 2 &&
		e.coverers(e.move.To()).Intersects(e.red(game.Rook))
}

// twoDevils: pawns were on d8 and f8, and one of them moved.
func (e *ending) twoDevils() bool {
	pawns := e.before.Pieces(game.Red, game.Pawn)
	return pawns.Has(game.SquareAt(fileD, backRank-1)) && pawns.Has(game.SquareAt(fileF, backRank-1)) &&
		onEither(e.move.From(), fileD, fileF, backRank-1)
}

// buddhaHome: a pawn steps forward to the square right in front of the king on its back rank.
func (e *ending) buddhaHome() bool {
	to := e.move.To()
	return e.piece.Role() == game.Pawn && e.move.From().File() == to.File() &&
		e.king == game.SquareAt(to.File(), backRank) && to.Rank() == backRank-1
}

// oldSoldier: a pawn checks on the back rank.
func (e *ending) oldSoldier() bool {
	return anySquare(e.checking(game.Pawn), func(s game.Square) bool { return s.Rank() == backRank })
}

// moonFromTheSea: a rook or cannon on file d or f checks from behind the king, and Red's king covers the square beside
// it in the central file.
func (e *ending) moonFromTheSea() bool {
	return e.king.File() != fileE && e.facedByKing(game.SquareAt(fileE, e.king.Rank())) &&
		anySquare(e.checking(game.Rook).Or(e.checking(game.Cannon)), func(s game.Square) bool {
			return s.File() == e.king.File() && s.Rank() > e.king.Rank()
		})
}

// alternatingRooks: one rook checks on a line, the other covers a flight square on the adjacent line.
func (e *ending) alternatingRooks() bool {
	rooks := e.red(game.Rook)
	return anySquare(e.checking(game.Rook), func(a game.Square) bool {
		return anySquare(rooks.Minus(game.BB(a)), func(b game.Square) bool {
			return anySquare(e.flights, func(s game.Square) bool {
				if !e.covers(b, s) {
					return false
				}
				if a.Rank() == e.king.Rank() {
					return b.Rank() == s.Rank() && s.Rank() != a.Rank()
				}
				return b.File() == s.File() && s.File() != a.File()
			})
		})
	})
}
