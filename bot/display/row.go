package display

import (
	"errors"
	"time"

	"yeye/bot/id"
)

// Row records where a subject is shown and which revision of it.
type Row struct {
	Subject id.Subject
	Guild   id.Guild
	Channel id.Channel // where it should be shown

	Wanted    int64 // the revision that should be shown
	RepostRev int64 // the latest revision that needs a new message; later ones may be shown by editing it
	PingRev   int64 // the latest revision that pings the mentioned users
	Shown     int64 // the revision that is shown

	ShownIn id.Channel // the channel of the live message
	Message id.Message // the live message, "" while there is none
	Retry   time.Time  // nothing is sent before this time
	Tries   int        // failures since the last success
	// Uncertain is until when an unrecorded message of the subject may appear, by a request that timed out here
	// but is carried out by Discord. Zero means none.
	Uncertain time.Time
	// Stale is set if the message may show an older revision than Shown, because two processes sent it at the same
	// time.
	Stale bool
	// Version counts the stores by the owning process, Late those by a process that was overtaken.
	Version, Late int64

	// Not stored:
	stored                 superseded // the live message as it is stored
	removed                bool       // that message was deleted when this one was sent
	hasEarlier             bool       // there are earlier cards to remove
	uncheckedAnnouncements bool       // there are announcements whose outcome was not checked since the last change
	over                   bool       // the subject is over, so its thread can be closed
}

// errOvertaken means that another process has stored the row since it was loaded.
var errOvertaken = errors.New("another process has shown the subject meanwhile")

// superseded is an earlier card. Times is how often it was superseded.
type superseded struct {
	Channel id.Channel
	Message id.Message
	Times   int64
}

// merge merges the row of an overtaken process into the stored row, and returns the result and the superseded message,
// zero if none. Of two messages in one channel the newer one stays live: every process decides the same, and none
// removes a message that another one is about to record. What the live message shows is then unknown, because requests
// that two processes send at the same time arrive in any order.
//
// The version rises only with a new message. Otherwise two processes that edit the same one again and again would keep
// overtaking each other.
func (r Row) merge(late Row) (Row, superseded) {
	r.Stale = true
	r.Late++
	r.Shown = max(r.Shown, late.Shown)
	r.Uncertain = later(r.Uncertain, late.Uncertain)
	switch {
	case late.Message == "" || late.Message == r.Message:
		return r, superseded{}
	case r.Message == "" || late.ShownIn == r.ShownIn && id.Later(late.Message, r.Message):
		old := superseded{Channel: r.ShownIn, Message: r.Message}
		r.ShownIn, r.Message = late.ShownIn, late.Message
		r.Version++
		return r, old
	}
	return r, superseded{Channel: late.ShownIn, Message: late.Message}
}

// next returns the row that a process stores which loaded it at this version. The marks of a process that came
// late in between are kept.
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
