package match

import "yeye/game"

// A character offers to resign when it has long been losing; it does not just resign, because the player may prefer
// to mate it. It offers a draw when neither side has enough pieces left to win. It makes each offer once in a game.

const (
	hopelessMoves = 6    // how many of its last moves must have a hopeless value
	hopelessValue = -900 // the greatest value that counts as hopeless, in hundredths of a pawn: a rook behind
)

// hopeless reports whether the last hopelessMoves scores are of consecutive moves and at most hopelessValue. ply is
// the game's ply after the last of them.
func (s Scores) hopeless(ply int) bool {
	if len(s) < hopelessMoves {
		return false
	}
	for i, x := range s[len(s)-hopelessMoves:] {
		if x.Value > hopelessValue || x.Ply != ply-1-2*(hopelessMoves-1-i) {
			return false
		}
	}
	return true
}

// offerToConcede makes the character that has just moved offer to resign or to draw, if the position calls for it and
// it has not made that offer before.
func (m *Match) offerToConcede(side game.Color) {
	seat := m.Seats[side]
	if m.Status != Open || !m.Mode.Competitive || m.Mode.Unattended || m.Mode.Goal || !seat.Character() ||
		!seat.Level.Traits().Concedes || !m.Seats[side.Other()].Human() {
		return
	}
	kind := NoOffer
	switch {
	case m.variantBoard().NobodyWins():
		kind = OfferDraw
	case m.Scores.hopeless(m.Ply()):
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
