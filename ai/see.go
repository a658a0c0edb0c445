package ai

import "yeye/game"

// exchangeValue is what a piece counts in exchanges, in units of Score. The king
// is worth more than everything together: he may only take what nobody covers.
var exchangeValue = [8]Score{
	game.King: 6000, game.Advisor: 190, game.Elephant: 190,
	game.Horse: 460, game.Rook: 1000, game.Cannon: 480, game.Pawn: 130,
}

// cheapestFirst is the order in which pieces are thrown into an exchange.
var cheapestFirst = [...]game.Role{game.Pawn, game.Advisor, game.Elephant, game.Horse, game.Cannon, game.Rook, game.King}

// gains reports whether the exchange that the legal move m begins on its target
// wins at least threshold, both sides taking back with their cheapest piece and
// stopping when it pays (static exchange evaluation). Each capture lifts a piece
// off the board, which gives and takes screens: cannons are asked again at every
// step. Pins are not thought of.
func gains(p *game.Position, m game.Move, threshold Score) bool {
	from, to := m.From(), m.To()
	balance := exchangeValue[p.At(to).Role()] - threshold
	if balance < 0 {
		return false
	}
	next := p.At(from).Role()
	balance -= exchangeValue[next]
	if balance >= 0 {
		return true // ahead even if the piece is lost
	}
	us := p.Turn()
	occ := p.Occupied().Minus(game.BB(from)).Or(game.BB(to))
	side := us.Other()
	for {
		attackers := p.Attackers(to, side, occ).And(occ)
		if attackers.Empty() {
			break
		}
		for _, next = range cheapestFirst {
			if b := attackers.And(p.Pieces(side, next)); b.Any() {
				occ = occ.Minus(game.BB(b.First()))
				break
			}
		}
		side = side.Other()
		// The balance is now seen by the other side.
		balance = -balance - 1 - exchangeValue[next]
		if balance >= 0 {
			break
		}
	}
	// The side to move now has nothing left to take with, or lost enough.
	return side != us
}

// gains is [gains] here; with exchanges switched off every move gains enough.
func (w *worker) gains(m game.Move, threshold Score) bool {
	return w.off.SEE || gains(&w.pos, m, threshold)
}
