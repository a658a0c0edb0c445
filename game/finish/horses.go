package finish

import "yeye/game"

// twoHorses: both are on one wing (the central file belongs to both) and each checks or covers a flight square; only
// horses check.
func (e *ending) twoHorses() bool {
	horses := e.red(game.Horse)
	if horses.Count() != 2 || e.checking(game.Horse) != e.checkers {
		return false
	}
	a := horses.PopFirst()
	b := horses.PopFirst()
	works := func(s game.Square) bool { return e.checkers.Has(s) || e.coversAny(s) }
	return wing(a)*wing(b) >= 0 && works(a) && works(b)
}

// octagonalHorse: it stands on the corner of the palace diagonally opposite to the king and covers every free flight
// square; another piece checks.
func (e *ending) octagonalHorse() bool {
	free := e.freeFlights()
	return free.Any() && anySquare(e.red(game.Horse).Minus(e.checkers), func(h game.Square) bool {
		return corner(h) && corner(e.king) && h.File() != e.king.File() && h.Rank() != e.king.Rank() &&
			!anySquare(free, func(s game.Square) bool { return !e.covers(h, s) })
	})
}

// corner reports whether s is a corner of Black's palace.
func corner(s game.Square) bool {
	return onEither(s, fileD, fileF, backRank) || onEither(s, fileD, fileF, backRank-2)
}

// cornerHorse: from d7 or f7 it checks the king on e9.
func (e *ending) cornerHorse() bool {
	return e.king == game.SquareAt(fileE, backRank) && anySquare(e.checking(game.Horse), func(h game.Square) bool {
		return onEither(h, fileD, fileF, backRank-2)
	})
}

// springHorse: it has left the line on which its rook now checks.
func (e *ending) springHorse() bool {
	return e.piece.Role() == game.Horse && anySquare(e.checking(game.Rook), func(r game.Square) bool {
		return game.Between(r, e.king).Has(e.move.From())
	})
}

// elbowHorse: from c8 or g8 it checks the king on e9 or covers that square.
func (e *ending) elbowHorse() bool {
	middle := game.SquareAt(fileE, backRank)
	return anySquare(e.red(game.Horse), func(h game.Square) bool {
		return onEither(h, fileC, fileG, backRank-1) && (e.king == middle && e.checkers.Has(h) || e.covers(h, middle))
	})
}

// anglerHorse: from c7 or g7 it covers e8; a rook checks.
func (e *ending) anglerHorse() bool {
	return e.checking(game.Rook).Any() && anySquare(e.red(game.Horse), func(h game.Square) bool {
		return onEither(h, fileC, fileG, backRank-2) && e.covers(h, game.SquareAt(fileE, backRank-1))
	})
}

// highAnglerHorse: from c6 or g6 it covers d8 or f8 beside the king on d9 or
// f9; a rook checks.
func (e *ending) highAnglerHorse() bool {
	return onEither(e.king, fileD, fileF, backRank) && e.checking(game.Rook).Any() &&
		anySquare(e.red(game.Horse), func(h game.Square) bool {
			return onEither(h, fileC, fileG, backRank-3) &&
				(e.covers(h, game.SquareAt(fileD, backRank-1)) || e.covers(h, game.SquareAt(fileF, backRank-1)))
		})
}
