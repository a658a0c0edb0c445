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
	Channel id.Channel // where it is to be shown

	Wanted int64 // the revision that is to be shown
	Fresh  int64 // the latest revision that wants a message of its own; later ones may be shown by editing it
	Pinged int64 // the latest revision that pings those who are mentioned
	Shown  int64 // the revision that is shown

	In      id.Channel // the channel of the live message
	Message id.Message // the live message, "" while there is none
	Retry   time.Time  // nothing is sent before it
	Tries   int        // failures since the last success
	// Uncertain is until when another message of the subject may appear that is not recorded here: by a request that was abandoned
	// and yet is carried out. Zero means none.
	Uncertain time.Time
	// Stale is set where the message may show less than Shown says: two processes have sent it at the same time.
	Stale bool
	// Version is how often the row was stored by the process that shows the subject, Late how often a process stored it too late.
	Version, Late int64

	// Not stored with it:
	was       superseded // the live message as it is stored
	removed   bool       // that message was deleted when this one was sent
	earlier   bool       // there are earlier cards to be removed
	announced bool       // there are announcements whose outcome was not looked at since the last change
	over      bool       // the subject is over, so that its thread can be closed
}

// errOvertaken refuses to store a row on top of one that another process has stored since it was loaded.
var errOvertaken = errors.New("another process has shown the subject meanwhile")

// superseded is an earlier card. Times is how often it was superseded.
type superseded struct {
	Channel id.Channel
	Message id.Message
	Times   int64
}

// joined returns what a row becomes when a process that was overtaken stores its own late, and the message that this supersedes,
// zero if none. Of two messages in one channel the newer one stays live: every process decides so, and none removes a message that
// another one is about to record. Nobody knows then what the live message shows, because requests that two processes send at the
// same time arrive in any order.
//
// The version rises only with another message. Otherwise two processes that edit the same one again and again would keep overtaking
// each other.
func (r Row) joined(late Row) (Row, superseded) {
	r.Stale = true
	r.Late++
	r.Shown = max(r.Shown, late.Shown)
	r.Uncertain = latest(r.Uncertain, late.Uncertain)
	switch {
	case late.Message == "" || late.Message == r.Message:
		return r, superseded{}
	case r.Message == "" || late.In == r.In && id.Later(late.Message, r.Message):
		old := superseded{Channel: r.In, Message: r.Message}
		r.In, r.Message = late.In, late.Message
		r.Version++
		return r, old
	}
	return r, superseded{Channel: late.In, Message: late.Message}
}

// next returns what a row becomes when a process that loaded it at this version stores its own. The marks of a process that came
// late in between are kept.
func (r Row) next(own Row) Row {
	own.Version = r.Version + 1
	if own.Late != r.Late {
		own.Late, own.Stale, own.Uncertain = r.Late, true, latest(r.Uncertain, own.Uncertain)
	}
	return own
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
