// Package id is the names by which the packages of the bot speak of things, and no more: Discord's ids as types of their own,
// so that a channel is not taken for a player, and the ids of what the bot keeps itself.
//
// What may not enter: anything that does something with what an id names, and any import of ours.
package id

import (
	"cmp"
	"strconv"
	"time"
)

// Discord's ids. They are numbers written as text; "" is none.
type (
	Guild   string // "" is a direct conversation, or not known
	Channel string // a channel, thread or direct conversation
	Message string
	Player  string // a Discord user
	Role    string
	App     string
	Event   string // of the message or interaction that asked for something; the same when it is delivered again
)

// Match names a match, study, challenge or imported game for ever: 10 characters of a–z and 2–7.
type Match string

// Kind is what sort of thing a subject is; each kind has one feature that shows it.
type Kind string

// Subject is anything that a card shows or a job is about.
type Subject struct {
	Kind Kind
	ID   Match
}

// String is like "study/abcdefghij".
func (s Subject) String() string { return string(s.Kind) + "/" + string(s.ID) }

// None reports whether the subject names nothing.
func (s Subject) None() bool { return s.ID == "" }

// epoch is where the time in Discord's ids begins, in Unix milliseconds.
const epoch = 1420070400000

// MadeAt is when Discord made an id, the zero time for text that is none.
func MadeAt[T ~string](id T) time.Time {
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil || n <= 0 {
		return time.Time{}
	}
	return time.UnixMilli(n>>22 + epoch)
}

// FirstAt is the smallest message id of a moment.
func FirstAt(t time.Time) Message {
	return Message(strconv.FormatInt((t.UnixMilli()-epoch)<<22, 10))
}

// Compare orders two of Discord's ids by age, the older first; "" comes before all.
func Compare[T ~string](a, b T) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// Later reports whether Discord made a after b; every id is later than "".
func Later[T ~string](a, b T) bool { return Compare(a, b) > 0 }
