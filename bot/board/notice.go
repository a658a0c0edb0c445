package board

import "yeye/bot/session"

// Notice is a message about a session that is edited when what it says is over: that
// a flag will fall, or what a player offers.
type Notice struct {
	Channel, Message string
	Kind             Kind
	Turn             int64            // in which it was posted
	Player           session.PlayerID // who is short of time, or who offers
}

// Kind is what a notice says. The numbers are stored; those of offers are the same as
// [session.OfferKind]'s.
type Kind uint8

const (
	Warning  Kind = iota // a flag will fall
	Draw                 // a draw is offered
	Takeback             // a move is to be taken back
)
