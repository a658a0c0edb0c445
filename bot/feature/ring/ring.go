// Package ring holds the rings of a server (擂台): one board in a channel, where the winner stays and the players in a
// queue challenge the holder one after the other. It starts the games of a ring, and records their results in the
// transactions in which they end.
//
// Each step is one transaction that also writes the job of the next step, so a process may die anywhere. A player who
// does not sit down when called is passed over; a character, the keeper, holds the ring while no player does.
//
// Out of scope: Discord beyond opaque ids, sentences, how anything is shown, SQL outside sql.go.
package ring

import (
	"errors"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
)

// CardKind is the kind of the cards of rings.
const CardKind id.Kind = "ring"

const (
	// MaxWaiting is how many players may wait besides the challenger who plays or is called.
	MaxWaiting = 12
	// MaxDefences is the number of defenses after which the holder goes to the end of the queue, if the queue is not
	// empty.
	MaxDefences = 5
	// CallTimeout is how long called players have to sit down.
	CallTimeout = time.Minute
	// maxMissed is the number of missed calls after which a player is removed from the queue.
	maxMissed = 2
	// closeAfterIdle is how long a ring stays open while its queue is empty.
	closeAfterIdle = time.Hour
)

// State is what a ring waits for. The names are stored.
type State string

const (
	Calling State = "calling" // the first in the queue and the holder are asked to sit down
	Ready   State = "ready"   // both have sat down: their game is about to start
	Playing State = "playing"
	Idle    State = "idle" // the queue is empty
	Closed  State = "closed"
)

// News is the last event besides the result of a game. The names are stored.
type News string

const (
	Retired    News = "retired" // the holder went to the end of the queue after MaxDefences
	PassedOver News = "passed"  // a challenger missed a call and went to the end of the queue
	Removed    News = "out"     // a challenger missed maxMissed calls, or the holder missed one
)

// Person is a player at a ring, as holder or in the queue.
type Person struct {
	Player id.Player
	Name   string
	Missed int  // calls missed so far
	Seated bool // they have sat down
}

// Ring is a ring as loaded from the database.
type Ring struct {
	ID          id.Match
	Guild       id.Guild
	Channel     id.Channel
	Locale      string
	TimeControl match.TimeControl
	Keeper      character.Level // the character that holds the ring while no player does
	State       State
	Holder      Person // its Player is "" while the keeper holds the ring
	Defences    int    // of the current holder
	Red         bool   // the holder plays Red in the current or next game
	Match       id.Match
	Started     time.Time
	Due         time.Time // when the scheduled job runs, zero for none
	News        News
	About       Person    // whom News is about
	By          id.Player // who opened the ring
	Rev         int64
	Created     time.Time
	Touched     time.Time

	Queue  []Person    // the first is the challenger, who plays or is called
	Beaten []id.Player // whom the holder has defended against, each once; an erased player stays as ""

	runner    Person // the player who has just defended the ring, for the record of runs
	runLength int    // number of different players beaten in a row
}

// Subject returns the subject of the ring's card and job.
func (r *Ring) Subject() id.Subject { return id.Subject{Kind: CardKind, ID: r.ID} }

// KeeperHolds reports whether the keeper, a character, holds the ring.
func (r *Ring) KeeperHolds() bool { return r.Holder.Player == "" }

// Waiting returns the queue without the challenger, its first.
func (r *Ring) Waiting() []Person {
	if len(r.Queue) == 0 {
		return nil
	}
	return r.Queue[1:]
}

// Called returns the called players who have not sat down yet, the challenger first.
func (r *Ring) Called() (all []Person) {
	if r.State != Calling {
		return nil
	}
	for _, p := range []Person{r.Queue[0], r.Holder} {
		if p.Player != "" && !p.Seated {
			all = append(all, p)
		}
	}
	return all
}

// Seats returns the seats of the current or next game by side. The queue must not be empty.
func (r *Ring) Seats() (seats [2]match.Seat) {
	side := r.holderSide()
	seats[side] = match.Seat{Player: r.Holder.Player, Name: r.Holder.Name}
	if r.KeeperHolds() {
		seats[side] = match.Seat{Level: r.Keeper}
	}
	seats[side.Other()] = match.Seat{Player: r.Queue[0].Player, Name: r.Queue[0].Name}
	return seats
}

func (r *Ring) holderSide() game.Color {
	if r.Red {
		return game.Red
	}
	return game.Black
}

var (
	// ErrNone: there is no such ring.
	ErrNone = errors.New("there is no such ring")
	// ErrOpen: the channel, or with [Plan.Alone] the server, has an open ring already.
	ErrOpen = errors.New("there is a ring here already")
	// ErrClosed: the ring is closed.
	ErrClosed = errors.New("this ring is closed")
	// ErrAlreadyIn: the player holds the ring or waits in its queue.
	ErrAlreadyIn = errors.New("you are in already")
	// ErrNotIn: the player neither holds the ring nor is in its queue.
	ErrNotIn = errors.New("you are not in")
	// ErrFull: MaxWaiting players wait already.
	ErrFull = errors.New("the queue is full")
	// ErrPlaying: this cannot be done during a game.
	ErrPlaying = errors.New("the game is being played")
	// ErrNotCalled: the player has not been called.
	ErrNotCalled = errors.New("you have not been called")
	// ErrNotYours: only a moderator and the player who opened the ring may close it.
	ErrNotYours = errors.New("somebody else has opened this ring")
	// ErrStale: the ring has changed since it was loaded.
	ErrStale = errors.New("the ring has moved on")
)
