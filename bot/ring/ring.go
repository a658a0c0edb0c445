// Package ring holds the rings of a server (擂台): one board in a channel, where the winner stays and those who wait in a queue play for
// the holder's place. It starts the games of a ring, and learns of their results in the transactions in which they end.
//
// Each step is one transaction that also writes the job of the next, so that a process may die anywhere. Whoever does not sit down when
// they are called is passed over; a character keeps the ring while nobody else does.
//
// What may not enter: Discord beyond opaque ids, sentences, how anything is shown, SQL outside sql.go.
package ring

import (
	"errors"
	"slices"
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
	// MaxDefences is after how many defences the holder makes room, if somebody waits.
	MaxDefences = 5
	// CallFor is how long those who are called have to sit down.
	CallFor = time.Minute
	// maxMissed is how many calls somebody may miss until they are out of the queue.
	maxMissed = 2
	// AbsentAfter is how long a game waits for a player's first move.
	AbsentAfter = 3 * time.Minute
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
	Retired News = "retired" // the holder has made room after five defences
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

	Queue []Person    // the first of them plays, or is called
	Met   []id.Player // against whom the holder has defended, each once; those who are erased keep a place without a name

	runner Person // has just defended the ring against run people, and may have made room since
	run    int
}

// Subject returns the ring's name on cards and jobs.
func (r *Ring) Subject() id.Subject { return id.Subject{Kind: CardKind, ID: r.ID} }

// Kept reports whether the character holds the ring.
func (r *Ring) Kept() bool { return r.Holder.Player == "" }

// Waiting returns who waits besides who plays or is called.
func (r *Ring) Waiting() []Person {
	if len(r.Queue) == 0 {
		return nil
	}
	return r.Queue[1:]
}

// Called returns who is asked to sit down and has not.
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

// Seats returns who plays, or is to play, on which side.
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

// find returns the place of a player in the queue, -1 if they are not in it.
func (r *Ring) find(p id.Player) int {
	return slices.IndexFunc(r.Queue, func(one Person) bool { return one.Player == p })
}

// join puts a player at the end of the queue. Who is first has just been there, and needs no call.
func (r *Ring) join(p Person, now time.Time) error {
	switch {
	case r.State == Closed:
		return ErrClosed
	case r.Holder.Player == p.Player || r.find(p.Player) >= 0:
		return ErrIn
	case len(r.Waiting()) >= MaxWaiting:
		return ErrFull
	}
	p.Here = len(r.Queue) == 0
	r.Queue = append(r.Queue, p)
	r.settle(now)
	return nil
}

// leave takes a player out of the queue, or lets the holder give the ring up.
func (r *Ring) leave(p id.Player, now time.Time) error {
	i := r.find(p)
	switch {
	case r.State == Closed:
		return ErrClosed
	case i < 0 && r.Holder.Player != p:
		return ErrNotIn
	case r.State == Playing && i <= 0: // they resign, if they want to
		return ErrPlaying
	case i < 0:
		r.vacate()
	default:
		r.Queue = slices.Delete(r.Queue, i, i+1)
	}
	if i <= 0 {
		r.State = ""
	}
	r.settle(now)
	return nil
}

// sit notes that somebody who was called is there.
func (r *Ring) sit(p id.Player, now time.Time) error {
	i := r.find(p)
	switch {
	case r.State != Calling && r.State != Ready, i != 0 && r.Holder.Player != p:
		return ErrNotCalled
	case i == 0:
		r.Queue[0].Here = true
	default:
		r.Holder.Here = true
	}
	r.settle(now)
	return nil
}

// vacate leaves the ring to the keeper.
func (r *Ring) vacate() { r.enthrone(Person{}) }

// enthrone makes somebody the holder. The first to challenge them has Red, as a guest.
func (r *Ring) enthrone(p Person) {
	p.Missed = 0
	r.Holder, r.Defences, r.Met, r.Red = p, 0, nil, false
}

// settle goes on with whoever is there: the next game begins, or is called. Between two who wait the keeper makes room.
func (r *Ring) settle(now time.Time) {
	if r.State == Playing || r.State == Closed {
		return
	}
	if r.Kept() && len(r.Queue) >= 2 && r.State != Ready {
		r.enthrone(r.Queue[0])
		r.Queue, r.State = r.Queue[1:], ""
	}
	switch {
	case len(r.Queue) == 0:
		r.Holder.Here = false
		r.turn(Idle, now.Add(idleFor))
	case r.Queue[0].Here && (r.Kept() || r.Holder.Here):
		r.turn(Ready, now)
	default:
		r.turn(Calling, now.Add(CallFor))
	}
}

func (r *Ring) turn(to State, due time.Time) {
	if r.State != to {
		r.State, r.Due = to, due
	}
}

// expire passes over those who were called and have not come. A holder who is not there loses the ring.
func (r *Ring) expire(now time.Time) {
	if next := r.Queue[0]; !next.Here {
		r.Queue = r.Queue[1:]
		next.Missed++
		if r.News = Out; next.Missed < maxMissed {
			r.News = Passed
			r.Queue = append(slices.Clip(r.Queue), next)
		}
		r.About = next
	}
	if !r.Kept() && !r.Holder.Here {
		r.News, r.About = Out, r.Holder
		r.vacate()
	}
	r.State = ""
	r.settle(now)
}

// Result is how a game of a ring ended.
type Result uint8

const (
	NoResult Result = iota // it was called off, or adjourned
	Held
	Drawn
	Taken // by the challenger
)

// finish goes on after a game. Winner and holder stay; a draw keeps the ring, but then the next challenger has Red.
func (r *Ring) finish(result Result, now time.Time) {
	r.State, r.Match, r.News, r.About = "", "", "", Person{}
	challenger := r.Queue[0]
	if result == NoResult {
		r.Holder.Here, r.Queue[0].Here = false, false
		r.settle(now)
		return
	}
	r.Queue = r.Queue[1:]
	switch {
	case result == Taken:
		challenger.Here = true
		r.enthrone(challenger)
	default:
		r.Defences++
		if !slices.Contains(r.Met, challenger.Player) {
			r.Met = append(r.Met, challenger.Player)
		}
		r.Red = result == Held && !r.Red
		r.Holder.Here, r.Holder.Missed = true, 0
		if !r.Kept() {
			r.runner, r.run = r.Holder, len(r.Met)
		}
		if !r.Kept() && r.Defences >= MaxDefences && len(r.Queue) > 0 {
			r.retire()
		}
	}
	r.settle(now)
}

// retire lets the holder go to the end of the queue, with honour.
func (r *Ring) retire() {
	was := r.Holder
	was.Here = false
	r.News, r.About = Retired, was
	r.Queue = append(slices.Clip(r.Queue), was)
	r.vacate()
}

// close ends the ring.
func (r *Ring) close() {
	r.State, r.Due, r.Match, r.Queue, r.News, r.About = Closed, time.Time{}, "", nil, "", Person{}
	r.vacate()
}

// forget removes a player who is erased. That the holder has met them stays counted.
func (r *Ring) forget(p id.Player, now time.Time) {
	for i := range r.Met {
		if r.Met[i] == p {
			r.Met[i] = ""
		}
	}
	if r.By == p {
		r.By = ""
	}
	if r.About.Player == p {
		r.News, r.About = "", Person{}
	}
	_ = r.leave(p, now) // who is not in need not leave, and nobody is erased while they play
}
