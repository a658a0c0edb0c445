package jieqi

import "yeye/game"

// Explain returns nil if m is legal here, else the [*game.IllegalMove] that says why it is not. m may be any value. A
// face-down piece has the role as which it moves.
func (p *Position) Explain(m game.Move) error {
	from, to := m.From(), m.To()
	e := &game.IllegalMove{Move: m, At: game.NoSquare}
	if !from.Valid() || !to.Valid() || from == to {
		e.Reason = game.NotItsMove
		return e
	}
	e.Piece = p.board[from]
	switch {
	case e.Piece == game.NoPiece:
		e.Reason = game.EmptyFrom
	case e.Piece.Color() != p.turn:
		e.Reason = game.WrongSide
	case p.board[to] != game.NoPiece && p.board[to].Color() == p.turn:
		e.Reason, e.At = game.OwnPiece, to
	case !p.reach(from, p.Occupied()).Has(to):
		e.Reason, e.At = p.whyUnreachable(m)
	default:
		threats := p.threats(m)
		if threats.Empty() {
			return nil
		}
		e.Reason, e.At = game.IntoCheck, threats.First()
		if parried := p.Checkers().And(threats); e.Piece.Role() != game.King && parried.Any() {
			e.Reason, e.At = game.StaysInCheck, parried.First()
		}
		if p.board[e.At].Role() == game.King {
			e.Reason = game.KingsFace
		}
	}
	if e.At != game.NoSquare {
		e.By = p.board[e.At]
	}
	return e
}

// whyUnreachable is [game.WhyUnreachable], except that palace and river do not bind open advisors and elephants.
func (p *Position) whyUnreachable(m game.Move) (game.Reason, game.Square) {
	why, at := game.WhyUnreachable(p.board[m.From()], m, p.Occupied())
	free := !p.dark.Has(m.From()) && p.board[m.From()].Role() != game.King
	if why == game.AcrossRiver && free {
		return game.Blocked, game.SquareAt((m.From().File()+m.To().File())/2, (m.From().Rank()+m.To().Rank())/2)
	}
	return why, at
}
