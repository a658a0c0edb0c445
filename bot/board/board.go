// Package board is the record of where and how far a session is shown, and of what
// else the bot keeps of its people: small values that package bot works with and
// package store keeps, so that neither needs to know the other.
//
// What may not enter: anything that does something, and Discord beyond opaque ids.
package board

import (
	"errors"
	"time"

	"yeye/bot/session"
)

// Board is where and how far a session is shown. Channel and message are
// Discord's ids.
type Board struct {
	Session  session.ID
	Channel  string // the channel of the card
	Message  string // the live card, "" while there is none
	ShownRev int64  // the revision that the card shows
	Retry    time.Time
	Tries    int // failures in a row since the last success
	// Doubt is until when another card of the session may come to stand, of which
	// nothing is noted here: by a request that was given up as failed and yet is
	// carried out. Zero for none.
	Doubt time.Time
	// Stale is set where the card may show less than ShownRev says: two processes have
	// sent it at the same time.
	Stale bool
	// Version and Late are how often the board was stored, and how often somebody came
	// too late with that. They belong to the store.
	Version, Late int64
}

// ErrOvertaken refuses to store a board on top of one that another process has stored
// since it was loaded.
var ErrOvertaken = errors.New("another process has shown the session meanwhile")

// Table is a session in play, and when somebody last did something at it.
type Table struct {
	Session session.ID
	Place   session.Place
	Touched time.Time
}

// Husk is an earlier card, which shrinks to a line. Times is how often it became one.
type Husk struct {
	Channel, Message string
	Times            int64
}
