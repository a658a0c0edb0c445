package match

import "yeye/game"

// A character offers to resign when its game has been lost for long, rather than resigning, so that the player may
// still mate, and a draw when the pieces left cannot win for either side. It offers each once in a game.

const (
	lostMoves = 6    // the number of its last moves with a lost value
	lostValue = -900 // the value that counts as lost, in hundredths of a pawn: a rook
)

// lost reports whether the last lostMoves scores are of consecutive moves and all hopeless. ply is the game's ply after
// the last of them.
func (s Scores) lost(ply int) bool {
	if len(s) < lostMoves {
		return false
	}
	for i, x := range s[len(s)-lostMoves:] {
		if x.Value > lostValue || x.Ply != ply-1-2*(lostMoves-1-i) {
			return false
		}
	}
	return true
}

// yield makes the character that has just moved offer to resign or a draw, if that is due and was not offered yet.
func (m *Match) yield(side game.Color) {
	seat := m.Seats[side]
	if m.Status != Open || !m.Mode.Competitive || m.Mode.Unattended || m.Mode.Goal || !seat.Character() ||
		!seat.Level.Traits().Concedes || !m.Seats[side.Other()].Human() {
		return
	}
	kind := NoOffer
	switch {
	case m.board().NobodyWins():
		kind = OfferDraw
	case m.Scores.lost(m.Ply()):
		kind = OfferResign
	}
	if kind == NoOffer || m.Offered[side].has(kind) {
		return
	}
	m.Offer = Offer{Kind: kind, By: side, Turn: m.Turn}
	m.Offered[side] = m.Offered[side].with(kind)
}

// dropOffers withdraws the offers made in an earlier position. A character does not make an offer twice.
func (m *Match) dropOffers() {
	m.Offer = Offer{}
	for side, seat := range m.Seats {
		if !seat.Character() {
			m.Offered[side] = 0
		}
	}
}
