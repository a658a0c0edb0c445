package explain

import "yeye/game"

// place finds a strong point that the move brings its piece to.
func (e *explainer) place() (Reason, bool) {
	for _, k := range [...]Kind{BareCannon, Invades, Approaches, OpensFile, Activates} {
		r := Reason{Kind: k, Piece: e.before.At(e.move.From()), At: e.move.From()}
		if e.has(r) && e.survives(r.At) {
			return r, true
		}
	}
	return Reason{}, false
}

// has reports whether the move brings its piece to the kind of place that r names, and the piece
// was not on such a place before.
func (e *explainer) has(r Reason) bool {
	from, to, us := e.move.From(), e.move.To(), e.before.Turn()
	switch piece := e.before.At(from); r.Kind {
	case BareCannon:
		return piece.Role() == game.Cannon && bare(&e.after, to, us) && !bare(&e.before, from, us)
	case Invades:
		return piece.Role() == game.Rook && depth(to, us) >= game.Ranks-2 && depth(from, us) < game.Ranks-2
	case OpensFile:
		return piece.Role() == game.Rook && open(&e.after, to, us) && !open(&e.before, from, us)
	case Approaches:
		return piece.Role() == game.Horse && near(&e.after, to, us) && !near(&e.before, from, us)
	case Activates:
		return e.room(&e.after, to)-e.room(&e.before, from) >= moreRoom(piece.Role())
	}
	return true
}

// moreRoom returns how many moves a piece must gain for its mobility to be mentioned.
func moreRoom(r game.Role) int {
	switch r {
	case game.Rook:
		return 5
	case game.Horse:
		return 4
	}
	return game.Squares
}

// room returns the mobility of the mover's rook or horse on s, in moves.
func (e *explainer) room(p *game.Position, s game.Square) int {
	if p.At(s).Role() == game.Horse {
		return game.HorseMoves(s, p.Occupied()).Minus(p.All(e.before.Turn())).Count()
	}
	return game.RookAttacks(s, p.Occupied()).Minus(p.All(e.before.Turn())).Count()
}

// depth returns how many ranks a point is from a side's own back rank.
func depth(s game.Square, us game.Color) int {
	if us == game.Black {
		return game.Ranks - 1 - s.Rank()
	}
	return s.Rank()
}

// bare reports whether a cannon on s faces the other side's king along the file with nothing
// between (a hollow cannon).
func bare(p *game.Position, s game.Square, us game.Color) bool {
	k := p.King(us.Other())
	if k.File() != s.File() || s.File() != game.Files/2 {
		return false
	}
	for r := min(k.Rank(), s.Rank()) + 1; r < max(k.Rank(), s.Rank()); r++ {
		if p.At(game.SquareAt(s.File(), r)) != game.NoPiece {
			return false
		}
	}
	return max(k.Rank(), s.Rank())-min(k.Rank(), s.Rank()) > 1
}

// open reports whether a rook on s has no pawn on its file and none of its own pieces ahead.
func open(p *game.Position, s game.Square, us game.Color) bool {
	for r := range game.Ranks {
		at := game.SquareAt(s.File(), r)
		piece := p.At(at)
		if piece.Role() == game.Pawn || piece != game.NoPiece && piece.Color() == us && depth(at, us) > depth(s, us) {
			return false
		}
	}
	return true
}

// near reports whether a horse on s can leap into the other side's palace.
func near(p *game.Position, s game.Square, us game.Color) bool {
	const left, right, inside = 3, 5, 7
	for b := game.HorseMoves(s, p.Occupied()).Minus(p.All(us)); b.Any(); {
		to := b.PopFirst()
		if to.File() >= left && to.File() <= right && depth(to, us) >= inside {
			return true
		}
	}
	return false
}
