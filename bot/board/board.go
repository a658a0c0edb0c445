// Package board is the record of where and how far a session is shown: two small
// values that package bot works with and package store keeps, so that neither
// needs to know the other.
//
// What may not enter: anything that does something, and Discord beyond opaque ids.
package board

import (
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
}

// Table is a session in play, and when somebody last did something at it.
type Table struct {
	Session session.ID
	Touched time.Time
}

// Husk is an earlier card that still has to shrink to a line.
type Husk struct{ Channel, Message string }
