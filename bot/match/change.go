package match

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/game"
)

// Source is the way by which somebody asked for something.
type Source uint8

const (
	FromCard    Source = iota // a control of the card itself
	FromText                  // a typed message
	FromCommand               // a command, or a control that is not on the card
	FromEngine                // a character's answer
	FromClock                 // nobody: time has passed
	FromPremove               // a move that was kept for this turn
)

// Actor is who asks, how, and the id of the event in which they did.
type Actor struct {
	Event  id.Event
	Player id.Player
	Name   string
	Source Source
	Guild  id.Guild
	At     time.Time // when they asked, by Discord's own time; zero is now

	certain bool // plays a move that was held back
}

// Verb is what a change was.
type Verb string

const (
	Started     Verb = "started"
	Moved       Verb = "moved"
	TookBack    Verb = "took back"
	Offering    Verb = "offered"  // a draw, a takeback or a transfer was offered
	Answered    Verb = "answered" // an offer was declined, or withdrawn
	Finished    Verb = "finished" // it has an outcome now, if not by a move
	Paused      Verb = "adjourned"
	Resumed     Verb = "resumed"
	Transferred Verb = "transferred" // to another channel
	Reminding   Verb = "reminded"
	SetUp       Verb = "set up"  // a study has another game or position
	Inviting    Verb = "invited" // a study has other guests
	Uncounted   Verb = "made casual"
	Learnt      Verb = "newcomer"        // somebody has said that they never played
	ClockBegan  Verb = "clock began"     // the card shows the same as before
	Warned      Verb = "warned"          // likewise
	Skipped     Verb = "absence skipped" // an absence of the bot's was taken out of the clock
	Deleted     Verb = "deleted"
	Forgotten   Verb = "forgotten" // a player has had themselves forgotten
	Kept        Verb = "kept"      // a premove was kept or dropped: the card shows the same as before
	Missing     Verb = "missed"    // a premove could not be played
)

// Before is what a match was before a change, as far as anybody needs to know.
type Before struct {
	Status  Status
	Channel id.Channel
	Turn    int64
	Ply     int
	Offer   Offer
	Casual  Casual
	Undone  []game.Move // that the change took back, in the order in which they were played
}

// Change is what has been done to a match.
type Change struct {
	Match  Match
	Before Before // zero for one that was started
	Verb   Verb
	By     Actor

	Replaced bool   // a study has been opened or set up: what was in its book is gone
	Book     []byte // the packed book that it has then, nil for none beside the game on its board
}

// New reports whether the change began the match.
func (c *Change) New() bool { return c.Verb == Started }

// Ended reports whether the change ended the match.
func (c *Change) Ended() bool {
	return c.Match.Status == Ended && (c.New() || c.Before.Status != Ended)
}

// PositionChanged reports whether another position is on the board.
func (c *Change) PositionChanged() bool { return c.New() || c.Match.Turn != c.Before.Turn }

// Listener is notified of every change.
type Listener struct {
	// Before looks at a change before its transaction, again whenever the change is decided again, and may set what is said in the
	// match. It may read; what it cannot find out it leaves out.
	Before func(context.Context, *Change)
	// InTx runs in the transaction of the change, again whenever that is run again: short SQL, no network, engine or memory.
	// An error undoes the change.
	InTx func(context.Context, store.Tx, *Change) error
	// After runs once in the process that committed, and may be lost with it: it may only wake, count, or clear what is
	// temporary.
	After func(context.Context, *Change)
}
