package ai

import "yeye/game"

// exchangeValue is the value of a piece in exchanges, in Score. The king is worth more than all others together, so it
// captures only unprotected pieces.
var exchangeValue = [8]Score{
	game.King: 6000, game.Advisor: 190, game.Elephant: 190,
	game.Horse: 460, game.Rook: 1000, game.Cannon: 480, game.Pawn: 130,
}

// cheapestFirst is the order in which pieces recapture: least valuable attacker first.
var cheapestFirst = [...]game.Role{game.Pawn, game.Advisor, game.Elephant, game.Horse, game.Cannon, game.Rook,
	game.King}

// seeGE reports whether the exchange started by the legal move m wins at least threshold (static exchange evaluation,
// greater or equal). Both sides recapture with the least valuable piece and stop when it pays. Each capture removes a
// piece from the board, which adds and removes cannon mounts, so cannon attacks are computed again at every step. A
// piece that would leave its king in check may not capture.
func seeGE(p *game.Position, m game.Move, threshold Score) bool {
	from, to := m.From(), m.To()
	balance := exchangeValue[p.At(to).Role()] - threshold
	if balance < 0 {
		return false
	}
	balance -= exchangeValue[p.At(from).Role()]
	if balance >= 0 {
		return true // ahead even if the piece is lost
	}
	us := p.Turn()
	occ := p.Occupied().Minus(game.BB(from)).Or(game.BB(to))
	side := us.Other()
	for {
		taker, ok := cheapestTaker(p, to, side, occ)
		if !ok {
			break
		}
		occ = occ.Minus(game.BB(taker))
		side = side.Other()
		// From here on balance is the other side's.
		balance = -balance - 1 - exchangeValue[p.At(taker).Role()]
		if balance >= 0 {
			break
		}
	}
	// The side to move has nothing left to capture with, or has lost enough.
	return side != us
}

// cheapestTaker returns the square of the least valuable piece of side by that may capture on to
// when occ is occupied.
func cheapestTaker(p *game.Position, to game.Square, by game.Color, occ game.Bitboard) (game.Square, bool) {
	attackers := p.Attackers(to, by, occ).And(occ)
	if attackers.Empty() {
		return 0, false
	}
	for _, role := range cheapestFirst {
		for b := attackers.And(p.Pieces(by, role)); b.Any(); {
			from := b.PopFirst()
			king := p.King(by)
			if role == game.King {
				king = to
			}
			left := occ.Minus(game.BB(from))
			if p.ChecksOn(king, by.Other(), left).And(left.Minus(game.BB(to))).Empty() {
				return from, true
			}
		}
	}
	return 0, false
}

// seeGE is [seeGE] for the current position. With Switches.SEE every move passes.
func (w *worker) seeGE(m game.Move, threshold Score) bool {
	return w.off.SEE || seeGE(&w.pos, m, threshold)
}
