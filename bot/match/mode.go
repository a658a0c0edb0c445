package match

import (
	"yeye/bot/id"
	"yeye/bot/match/variant"
)

// Mode describes a way of play as data: which card shows it, and its rules of conduct. The store keeps the kind of
// declared modes, so that nothing is inferred from the seats.
type Mode struct {
	variant.Variant // the game that is played

	Kind id.Kind // stored, and the kind of its subjects

	Competitive bool // it has a result: it ends by the rules, players resign and offer draws
	OnePlayer   bool // one player moves both sides, and takes back one move at a time
	Unattended  bool // no user has a seat: it runs until it ends or its starter stops it
	// a tournament or a ring paired and notifies the players: no move is taken back, and no rematch is offered
	Arranged   bool
	TwoPlayers bool // both seats are players': a takeback needs agreement, and no engine helps
	// the player must reach a goal, like a win, from a set position, and help makes it count for less; the character
	// neither offers draws nor resigns
	Goal     bool
	MaxPlies int // the greatest length of a game, 0 for any that the rules allow

	Feature string // the feature it belongs to, if a server can switch that off; "" for none
}

// The modes that this package itself starts, besides those of variants. Others may be declared.
var (
	Versus = VersusOf(variant.Xiangqi)
	Duel   = DuelOf(variant.Xiangqi)
	// a player against a character, from an ending
	Ending = Mode{Kind: "ending", Competitive: true, Goal: true, Feature: "endgame"}
	// two players, in a tournament or at a ring
	Paired = Mode{Kind: "paired", Competitive: true, TwoPlayers: true, Arranged: true}
	// a player against the character that keeps a ring
	Keeper     = Mode{Kind: "keeper", Competitive: true, Arranged: true}
	Exhibition = Mode{Kind: "exhibition", Competitive: true, Unattended: true} // two characters
	Voting     = Mode{Kind: "vote", Competitive: true}                         // a team votes on its moves
)

// VersusOf returns the mode of a game between a player and a character.
func VersusOf(v variant.Variant) Mode {
	return Mode{Variant: v, Kind: v.VersusKind(), Competitive: true}
}

// DuelOf returns the mode of a game between two players.
func DuelOf(v variant.Variant) Mode {
	return Mode{Variant: v, Kind: v.DuelKind(), Competitive: true, TwoPlayers: true}
}

// together reports whether an opponent or a ring expects the players to be present.
func (m Mode) together() bool { return m.TwoPlayers || m.Arranged }

// Rateable reports whether a match of the mode may count for a rating, if its players and terms do.
func (m Mode) Rateable() bool { return m.Rated() && !m.Unattended && !m.OnePlayer }
