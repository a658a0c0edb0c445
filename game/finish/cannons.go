package finish

import "yeye/game"

// anyScreen reports whether f holds for any checking cannon and its mount.
func (e *ending) anyScreen(f func(cannon, screen game.Square) bool) bool {
	return anySquare(e.checking(game.Cannon), func(c game.Square) bool {
		b, _ := e.between(c)
		return b.Any() && f(c, b.First())
	})
}

func (e *ending) doubleCannon() bool {
	return e.anyScreen(func(_, screen game.Square) bool { return e.red(game.Cannon).Has(screen) })
}

// cannonBehindHorse: the horse is two squares from the king on the cannon's line, where it covers the flight squares on
// both sides.
func (e *ending) cannonBehindHorse() bool {
	return e.anyScreen(func(_, screen game.Square) bool {
		return e.red(game.Horse).Has(screen) && game.Between(screen, e.king).Count() == 1
	})
}

// smotheredPalace: a cannon on the back rank checks over an advisor, and the king has no flight square off the rank.
func (e *ending) smotheredPalace() bool {
	stuck := !anySquare(e.freeFlights(), func(s game.Square) bool { return s.Rank() != backRank })
	return stuck && e.anyScreen(func(cannon, screen game.Square) bool {
		return cannon.Rank() == backRank && e.after.Pieces(game.Black, game.Advisor).Has(screen)
	})
}

// flankedRook: two cannons with a rook between them on one wing, the rook's rank within one of theirs.
func (e *ending) flankedRook() bool {
	cannons := e.red(game.Cannon)
	if cannons.Count() != 2 || e.checking(game.Cannon).Empty() {
		return false
	}
	a := cannons.PopFirst()
	b := cannons.PopFirst()
	near := func(x, y int) bool { return x-y <= 1 && y-x <= 1 }
	inside := func(x, a, b int) bool { return min(a, b) < x && x < max(a, b) }
	return anySquare(e.red(game.Rook), func(r game.Square) bool {
		return wing(a) != 0 && wing(a) == wing(b) && wing(b) == wing(r) &&
			near(a.Rank(), r.Rank()) && near(b.Rank(), r.Rank()) &&
			(inside(r.File(), a.File(), b.File()) || inside(r.Rank(), a.Rank(), b.Rank()))
	})
}

// wing returns -1 left of the middle file, 1 right of it, 0 on it.
func wing(s game.Square) int {
	switch {
	case s.File() < fileE:
		return -1
	case s.File() > fileE:
		return 1
	}
	return 0
}

// heavenAndEarth: a cannon on the central file aims at the king, the other one is on the back rank.
func (e *ending) heavenAndEarth() bool {
	cannons := e.red(game.Cannon)
	return anySquare(cannons, func(middle game.Square) bool {
		aimed := e.checkers.Has(middle) || e.pinned(middle)
		return middle.File() == fileE && aimed &&
			anySquare(cannons.Minus(game.BB(middle)), func(s game.Square) bool { return s.Rank() == backRank })
	})
}

// pinned reports whether exactly two pieces, both Black's, are between the cannon on s in the central file and the
// king, and so are pinned.
func (e *ending) pinned(s game.Square) bool {
	b, line := e.between(s)
	return s.File() == fileE && line && e.king.File() == fileE &&
		b.Count() == 2 && b.Minus(e.after.All(game.Black)).Empty()
}

// ironBolt: the central cannon pins two pieces before the king, and a rook or pawn checks beside the king on the back
// rank.
func (e *ending) ironBolt() bool {
	role := e.piece.Role()
	return (role == game.Rook || role == game.Pawn) && onEither(e.move.To(), fileD, fileF, backRank) &&
		e.checkers.Has(e.move.To()) && anySquare(e.red(game.Cannon), e.pinned)
}

// hollowCannon: only the piece just moved is between the central cannon and the king.
func (e *ending) hollowCannon() bool {
	return e.king.File() == fileE && anySquare(e.red(game.Cannon), func(s game.Square) bool {
		b, line := e.between(s)
		return s.File() == fileE && line && b.Minus(game.BB(e.move.To())).Empty()
	})
}
