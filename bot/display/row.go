package display

import (
	"errors"
	"time"

	"yeye/bot/id"
)

// Row stores where a subject is shown, and which revision.
type Row struct {
	Subject id.Subject
	Guild   id.Guild
	Channel id.Channel // where it should be shown

	Wanted    int64 // the revision that should be shown
	RepostRev int64 // the latest revision that needs a new message
	PingRev   int64 // the latest revision that pings
	Shown     int64 // the revision that is shown

	ShownIn id.Channel // the channel of the live message
	Message id.Message // the live message, "" while there is none
	Retry   time.Time  // nothing is sent before this time
	Tries   int        // failures since the last success
	// Uncertain is the time until which an unrecorded message of the subject may appear, from a request that timed out
	// but is carried out by Discord. Zero means that there is none.
	Uncertain time.Time
	// Stale is set if the message may show an older revision than Shown, because two processes wrote it at the same
	// time.
	Stale bool
	// Version counts stores of the row, Late those of a process that had loaded an older version.
	Version, Late int64

	// Not stored:
	stored                 messageRef // the live message when the row was loaded
	removed                bool       // that message was deleted already
	hasEarlier             bool       // superseded cards must be removed
	uncheckedAnnouncements bool       // announcements must be checked for an outcome
	over                   bool       // the subject is over, so its thread can be archived
}

// errOvertaken means that another process has stored the row since it was loaded.
var errOvertaken = errors.New("another process has shown the subject meanwhile")

// messageRef is a message of a subject. Times counts how often it was superseded as the card, 0 if it never was or if
// that is not recorded.
type messageRef struct {
	Channel id.Channel
	Message id.Message
	Times   int64
}

// merge merges the row of an overtaken process into the stored row r, and returns the result and the message to
// supersede, zero if none. Of two messages in one channel the newer one stays live, so that all processes decide alike
// and none removes a message that another is about to record. The result is Stale, because simultaneous requests of two
// processes arrive in any order.
//
// Version rises only with a new message. Otherwise two processes that keep editing one message would keep overtaking
// each other.
func (r Row) merge(late Row) (Row, messageRef) {
	r.Stale = true
	r.Late++
	r.Shown = max(r.Shown, late.Shown)
	r.Uncertain = later(r.Uncertain, late.Uncertain)
	switch {
	case late.Message == "" || late.Message == r.Message:
		return r, messageRef{}
	case r.Message == "" || late.ShownIn == r.ShownIn && id.Later(late.Message, r.Message):
		old := messageRef{Channel: r.ShownIn, Message: r.Message}
		r.ShownIn, r.Message = late.ShownIn, late.Message
		r.Version++
		return r, old
	}
	return r, messageRef{Channel: late.ShownIn, Message: late.Message}
}

// next returns the row to store for own, which was loaded at r's version. If an overtaken process has stored meanwhile,
// its Late count and uncertainty are kept.
func (r Row) next(own Row) Row {
	own.Version = r.Version + 1
	if own.Late != r.Late {
		own.Late, own.Stale, own.Uncertain = r.Late, true, later(r.Uncertain, own.Uncertain)
	}
	return own
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
