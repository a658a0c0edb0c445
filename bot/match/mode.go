package match

import "yeye/bot/id"

// Mode is how a match goes, as data: which card shows it, and what its rules of conduct are. Features declare modes; the store
// keeps their kind, so that nothing is guessed from who sits where.
type Mode struct {
	Kind id.Kind // stored, and the kind of its subjects

	Competitive bool // it has a result: the board ends it, players resign and offer draws
	OneOwner    bool // one player moves both sides, and whatever they do on the board is undone one move at a time
	Unattended  bool // nobody sits: it goes on by itself until it ends or its starter stops it
	People      bool // two players sit: they are asked before a takeback, and no engine helps
}

// The modes that the domain itself starts. Features may declare others.
var (
	Versus     = Mode{Kind: "versus", Competitive: true}                       // a player against a character
	Duel       = Mode{Kind: "duel", Competitive: true, People: true}           // two players
	Study      = Mode{Kind: "study", OneOwner: true}                           // a board for one
	Exhibition = Mode{Kind: "exhibition", Competitive: true, Unattended: true} // two characters
)
