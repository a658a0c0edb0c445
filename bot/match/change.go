package match

import (
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/game"
)

// Source is the way in which an actor made a request.
type Source uint8

const (
	FromCard    Source = iota // a control on the card itself
	FromText                  // a typed message
	FromCommand               // a command, or a control that is not on the card
	FromEngine                // a character's answer
	FromClock                 // no user: a deadline has passed
	FromPremove               // a premove played in its turn
	FromVotes                 // the votes of a team were counted
)

// Actor is the user who makes a request, its source and the id of its event.
type Actor struct {
	Event  id.Event
	Player id.Player
	Name   string
	Source Source
	Guild  id.Guild
	At     time.Time // time of the request, by Discord's clock; zero is now

	riskConfirmed bool // the player has confirmed a move despite a RiskError
}

// Verb names the kind of a change.
type Verb string

const (
	Started         Verb = "started"
	Moved           Verb = "moved"
	TookBack        Verb = "took back"
	Offering        Verb = "offered"  // a draw, a takeback or a transfer was offered
	Answered        Verb = "answered" // an offer was declined, or withdrawn
	Finished        Verb = "finished" // it has an outcome, other than by a move
	Paused          Verb = "adjourned"
	Resumed         Verb = "resumed"
	Transferred     Verb = "transferred" // to another channel; or, still adjourned, it waits there for the other player
	Reminding       Verb = "reminded"
	SetUp           Verb = "set up"  // a study has another game or position
	GuestsChanged   Verb = "invited" // a study has other guests
	MadeCasual      Verb = "made casual"
	WordGiven       Verb = "gave a word"     // or declined to, for the deal of flipped chess
	WordRevealed    Verb = "told a word"     // a player revealed the word of their hash, perhaps long after the game
	NewcomerFound   Verb = "newcomer"        // a player has said that they never played before
	ClockBegan      Verb = "clock began"     // the card looks the same
	Warned          Verb = "warned"          // the card looks the same
	AbsenceDeducted Verb = "absence skipped" // an absence was deducted from the clock, or a deadline postponed
	Deleted         Verb = "deleted"
	Forgotten       Verb = "forgotten" // a player was erased at their request
	PremoveChanged  Verb = "kept"      // a premove was set or dropped: the card looks the same
	PremoveMissed   Verb = "missed"    // a premove could not be played
	Blamed          Verb = "blamed"    // one player alone could have caused the loss: the card looks the same
	PlaceRestored   Verb = "returned"  // the lost place is available again
	PlaceLost       Verb = "lost"      // a displaced match lost its place again: the card looks the same
	VotesChanged    Verb = "polled"    // the number of votes, or their deadline, has changed
	RestChanged     Verb = "rested"    // a break or vacation has started, ended, or one player wants to end it
	RestEnded       Verb = "went on"   // the break or vacation of the player to move is over
)

// Before holds the fields of a match before a change that listeners need.
type Before struct {
	Status  Status
	Paused  bool // by a moderator
	Channel id.Channel
	Turn    int64
	Ply     int
	Offer   Offer
	Casual  CasualReason
	Undone  []game.Move // moves taken back by the change, in the order of play
}

// Change is one change of a match.
type Change struct {
	Match  Match
	Before Before // zero for a match that was just started
	Verb   Verb
	By     Actor

	extraWrite     Write
	endsVacationOf id.Player // whose vacation this change ends, by a move; "" for none
}

// New reports whether the change started the match.
func (c *Change) New() bool { return c.Verb == Started }

// Ended reports whether the change ended the match.
func (c *Change) Ended() bool {
	return c.Match.Status == Ended && (c.New() || c.Before.Status != Ended)
}

// PositionChanged reports whether the position on the board has changed.
func (c *Change) PositionChanged() bool { return c.New() || c.Match.Turn != c.Before.Turn }

// Listener is notified of every change.
type Listener = store.Listener[Change]
