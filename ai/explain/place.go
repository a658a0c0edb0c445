package explain

import "yeye/game"

// strongPoint finds a strong square that the move brings its piece to.
func (e *explainer) strongPoint() (Reason, bool) {
	for _, k := range [...]Kind{HollowCannon, Invades, Approaches, OpensFile, Activates} {
		r := Reason{Kind: k, Piece: e.before.At(e.move.From()), At: e.move.From()}
		if e.reachesPlace(r) && e.survives(r.At) {
			return r, true
		}
	}
	return Reason{}, false
}

// reachesPlace reports whether the move brings its piece to the kind of place that r names, and the piece was not on
// such a place before.
func (e *explainer) reachesPlace(r Reason) bool {
	from, to, us := e.move.From(), e.move.To(), e.before.Turn()
	switch piece := e.before.At(from); r.Kind {
	case HollowCannon:
		return piece.Role() == game.Cannon && hollowCannon(&e.after, to, us) && !hollowCannon(&e.before, from, us)
	case Invades:
		return piece.Role() == game.Rook && ranksForward(to, us) >= game.Ranks-2 &&
			ranksForward(from, us) < game.Ranks-2
	case OpensFile:
		return piece.Role() == game.Rook && openFile(&e.after, to, us) && !openFile(&e.before, from, us)
	case Approaches:
		return piece.Role() == game.Horse && nearPalace(&e.after, to, us) && !nearPalace(&e.before, from, us)
	case Activates:
		return e.mobility(&e.after, to)-e.mobility(&e.before, from) >= mobilityGain(piece.Role())
	}
	return true
}

// mobilityGain returns how many moves a piece must gain for its mobility to be mentioned.
func mobilityGain(r game.Role) int {
	switch r {
	case game.Rook:
		return 5
	case game.Horse:
		return 4
	}
	return game.Squares
}

// mobility returns how many squares the mover's rook or horse on s can move to.
func (e *explainer) mobility(p *game.Position, s game.Square) int {
	if p.At(s).Role() == game.Horse {
		return game.HorseMoves(s, p.Occupied()).Minus(p.All(e.before.Turn())).Count()
	}
	return game.RookAttacks(s, p.Occupied()).Minus(p.All(e.before.Turn())).Count()
}

// ranksForward returns how many ranks a square is from a side's own back rank.
func ranksForward(s game.Square, us game.Color) int {
	if us == game.Black {
		return game.Ranks - 1 - s.Rank()
	}
	return s.Rank()
}

// hollowCannon reports whether a cannon on s faces the other side's king along the central file with nothing between.
func hollowCannon(p *game.Position, s game.Square, us game.Color) bool {
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

// openFile reports whether a rook on s has no pawn on its file and none of its own pieces ahead.
func openFile(p *game.Position, s game.Square, us game.Color) bool {
	for r := range game.Ranks {
		at := game.SquareAt(s.File(), r)
		piece := p.At(at)
		if piece.Role() == game.Pawn ||
			piece != game.NoPiece && piece.Color() == us && ranksForward(at, us) > ranksForward(s, us) {
			return false
		}
	}
	return true
}

// nearPalace reports whether a horse on s can jump into the other side's palace.
func nearPalace(p *game.Position, s game.Square, us game.Color) bool {
	const left, right, inside = 3, 5, 7
	for b := game.HorseMoves(s, p.Occupied()).Minus(p.All(us)); b.Any(); {
		to := b.PopFirst()
		if to.File() >= left && to.File() <= right && ranksForward(to, us) >= inside {
			return true
		}
	}
	return false
}
