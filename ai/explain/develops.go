package explain

import "yeye/game"

// opening is the last move number for which development counts as a reason.
const opening = 15

// develops finds how an opening move develops a piece.
func (e *explainer) develops() (Reason, bool) {
	m, p := e.move, &e.before
	piece := p.At(m.From())
	us := piece.Color()
	if !e.survives(m.From()) {
		return Reason{}, false
	}
	if piece.Role() == game.Pawn && !m.From().Crossed(us) && m.To().Crossed(us) {
		return Reason{Kind: Crosses, Piece: piece, At: m.From()}, true
	}
	if p.MoveNumber() > opening {
		return Reason{}, false
	}
	const middle = game.Files / 2
	if piece.Role() == game.Cannon && m.To().File() == middle && m.From().File() != middle &&
		m.From().Rank() == m.To().Rank() {
		return Reason{Kind: Centers, Piece: piece, At: m.From()}, true
	}
	start := game.Start()
	if start.At(m.From()) == piece {
		switch piece.Role() {
		case game.Horse, game.Rook, game.Cannon, game.Elephant, game.Advisor: // an advisor: to the centre of the palace
			return Reason{Kind: Develops, Piece: piece, At: m.From()}, true
		}
	}
	for b := p.Pieces(us, game.Horse); b.Any(); {
		s := b.PopFirst()
		if s == m.From() {
			continue
		}
		was := game.HorseMoves(s, p.Occupied()).Minus(p.All(us)).Count()
		is := game.HorseMoves(s, e.after.Occupied()).Minus(e.after.All(us)).Count()
		if is > was && blocksHorse(m.From(), s) {
			return Reason{Kind: Frees, Piece: p.At(s), At: s}, true
		}
	}
	return Reason{}, false
}

// blocksHorse reports whether a piece on a blocks a horse on b: whether a is orthogonally adjacent to b.
func blocksHorse(a, b game.Square) bool {
	f, r := a.File()-b.File(), a.Rank()-b.Rank()
	return f*f+r*r == 1
}
