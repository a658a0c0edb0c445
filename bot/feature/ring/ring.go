// Package ring holds the rings of a server (擂台): one board in a channel, where the winner stays and those who wait in a queue play for
// the holder's place. It starts the games of a ring, and learns of their results in the transactions in which they end.
//
// Each step is one transaction that also writes the job of the next, so that a process may die anywhere. A player who does not sit down
// when called is passed over; a character keeps the ring while nobody else does.
//
// What may not enter: Discord beyond opaque ids, sentences, how anything is shown, SQL outside sql.go.
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
	// MaxWaiting is how many may wait besides who plays.
	MaxWaiting = 12
	// MaxDefences is after how many defenses the holder makes room, if somebody waits.
	MaxDefences = 5
	// CallFor is how long those who are called have to sit down.
	CallFor = time.Minute
	// maxMissed is how many calls somebody may miss until they are out of the queue.
	maxMissed = 2
	// idleFor is how long a ring stays open while nobody waits.
	idleFor = time.Hour
)

// State is what a ring waits for. The names are stored.
type State string

const (
	Calling State = "calling" // the first in the queue and the holder are asked to sit down
	Ready   State = "ready"   // both are there: their game begins
	Playing State = "playing"
	Idle    State = "idle" // nobody waits
	Closed  State = "closed"
)

// News is what happened last besides the result of a game. The names are stored.
type News string

const (
	Retired News = "retired" // the holder has made room after MaxDefences
	Passed  News = "passed"  // somebody was not there when called, and waits at the end now
	Out     News = "out"     // somebody was not there twice, or held the ring and was not there
)

// Person is somebody at a ring.
type Person struct {
	Player id.Player
	Name   string
	Missed int  // calls
	Here   bool // has sat down
}

// Ring is a ring as it was loaded.
type Ring struct {
	ID       id.Match
	Guild    id.Guild
	Channel  id.Channel
	Locale   string
	Timing   match.Timing
	Keeper   character.Level // who keeps the ring while nobody else does
	State    State
	Holder   Person // no player for the keeper
	Defences int    // of the holder
	Red      bool   // the holder plays Red in the game that is played, or is next
	Match    id.Match
	Begun    time.Time
	Due      time.Time // of the next act, zero for none
	News     News
	About    Person // whom the news are about
	By       id.Player
	Rev      int64
	Created  time.Time
	Touched  time.Time

	Queue  []Person    // the first of them plays, or is called
	Beaten []id.Player // against whom the holder has defended, each once; those who are erased keep a place without a name

	runner Person // has just defended the ring against run people, and may have made room since
	run    int
}

// Subject returns the ring's name on cards and jobs.
func (r *Ring) Subject() id.Subject { return id.Subject{Kind: CardKind, ID: r.ID} }

// Kept reports whether the character holds the ring.
func (r *Ring) Kept() bool { return r.Holder.Player == "" }

// Waiting returns the queue without its first, who plays or is called.
func (r *Ring) Waiting() []Person {
	if len(r.Queue) == 0 {
		return nil
	}
	return r.Queue[1:]
}

// Called returns those who are called and have not sat down.
func (r *Ring) Called() (all []Person) {
	if r.State != Calling {
		return nil
	}
	for _, p := range []Person{r.Queue[0], r.Holder} {
		if p.Player != "" && !p.Here {
			all = append(all, p)
		}
	}
	return all
}

// Seats returns the players of the current or next game by side.
func (r *Ring) Seats() (seats [2]match.Seat) {
	side := r.holderSide()
	seats[side] = match.Seat{Player: r.Holder.Player, Name: r.Holder.Name}
	if r.Kept() {
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
	// ErrOpen: the channel has a ring.
	ErrOpen = errors.New("there is a ring here already")
	// ErrClosed: the ring is closed.
	ErrClosed = errors.New("this ring is closed")
	// ErrIn: the player holds the ring or waits in its queue.
	ErrIn = errors.New("you are in already")
	// ErrNotIn: the player neither holds the ring nor waits.
	ErrNotIn = errors.New("you are not in")
	// ErrFull: as many wait as may.
	ErrFull = errors.New("the queue is full")
	// ErrPlaying: that cannot be done during a game.
	ErrPlaying = errors.New("the game is being played")
	// ErrNotCalled: the player has not been called.
	ErrNotCalled = errors.New("you have not been called")
	// ErrNotYours: only who opened the ring, or a moderator, may close it.
	ErrNotYours = errors.New("somebody else has opened this ring")
	// ErrStale: the ring has moved on.
	ErrStale = errors.New("the ring has moved on")
)
