// Package id defines the ids that the packages of the bot share, and no more: Discord's ids as distinct types, so that
// a channel is not mistaken for a player, and the ids of the bot's own objects.
//
// Out of scope: anything that acts on the object of an id, and any import of this project.
package id

import (
	"cmp"
	"strconv"
	"strings"
	"time"
)

// Discord's ids. They are decimal numbers as text; "" is none.
type (
	Guild   string // "" for a direct conversation, or if not known
	Channel string // a channel, thread or direct conversation
	Message string
	Player  string // a Discord user
	Role    string
	App     string
	Event   string // of the message or interaction behind a request; the same if it is delivered twice
)

// Match identifies a match, study, challenge or imported game forever: 10 characters of a–z and 2–7.
type Match string

// Kind is the kind of a subject; one feature shows each kind.
type Kind string

// Subject identifies anything that a card shows or a job is about.
type Subject struct {
	Kind Kind
	ID   Match
}

// String returns a form like "study/abcdefghij".
func (s Subject) String() string { return string(s.Kind) + "/" + string(s.ID) }

// ParseSubject reads what String writes.
func ParseSubject(text string) (s Subject, ok bool) {
	kind, of, ok := strings.Cut(text, "/")
	return Subject{Kind(kind), Match(of)}, ok && kind != "" && of != ""
}

// None reports whether the subject is empty.
func (s Subject) None() bool { return s.ID == "" }

// epoch is the zero of the time in Discord's ids, in Unix milliseconds.
const epoch = 1420070400000

// CreatedAt returns when Discord created an id, the zero time for text that is not an id.
func CreatedAt[T ~string](id T) time.Time {
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil || n <= 0 {
		return time.Time{}
	}
	return time.UnixMilli(n>>22 + epoch)
}

// MessageIDAt returns the smallest message id of a time.
func MessageIDAt(t time.Time) Message {
	return Message(strconv.FormatInt((t.UnixMilli()-epoch)<<22, 10))
}

// Compare orders two of Discord's ids by age, older first; "" precedes all.
func Compare[T ~string](a, b T) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// Later reports whether Discord created a after b; every id is later than "".
func Later[T ~string](a, b T) bool { return Compare(a, b) > 0 }
