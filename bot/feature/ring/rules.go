package ring

import (
	"slices"
	"time"

	"yeye/bot/id"
)

// The rules of a ring, as methods that change a Ring in memory. None of them touches the database.

// find returns a player's index in the queue, -1 if they are not in it.
func (r *Ring) find(p id.Player) int {
	return slices.IndexFunc(r.Queue, func(one Person) bool { return one.Player == p })
}

// join puts a player at the end of the queue. A player who becomes the first counts as seated: they have just pressed
// the button.
func (r *Ring) join(p Person, now time.Time) error {
	switch {
	case r.State == Closed:
		return ErrClosed
	case r.Holder.Player == p.Player || r.find(p.Player) >= 0:
		return ErrAlreadyIn
	case len(r.Waiting()) >= MaxWaiting:
		return ErrFull
	}
	p.Seated = len(r.Queue) == 0
	r.Queue = append(r.Queue, p)
	r.nextState(now)
	return nil
}

// leave removes a player from the queue, or makes the holder give up the ring.
func (r *Ring) leave(p id.Player, now time.Time) error {
	i := r.find(p)
	switch {
	case r.State == Closed:
		return ErrClosed
	case i < 0 && r.Holder.Player != p:
		return ErrNotIn
	case r.State == Playing && i <= 0: // they are playing: they can resign the game instead
		return ErrPlaying
	}
	r.remove(p)
	r.nextState(now)
	return nil
}

// remove removes a player from the queue, or the holder, between games. The caller must call nextState afterwards.
func (r *Ring) remove(p id.Player) {
	i := r.find(p)
	if i < 0 {
		r.vacate()
	} else {
		r.Queue = slices.Delete(r.Queue, i, i+1)
	}
	if i <= 0 {
		r.State = ""
	}
}

// sit records that a called player has sat down.
func (r *Ring) sit(p id.Player, now time.Time) error {
	i := r.find(p)
	switch {
	case r.State != Calling && r.State != Ready, i != 0 && r.Holder.Player != p:
		return ErrNotCalled
	case i == 0:
		r.Queue[0].Seated = true
	default:
		r.Holder.Seated = true
	}
	r.nextState(now)
	return nil
}

// callAgain calls again the seated players who play elsewhere.
func (r *Ring) callAgain(elsewhere func(id.Player) bool, now time.Time) {
	for _, p := range []*Person{&r.Holder, &r.Queue[0]} {
		p.Seated = p.Seated && !elsewhere(p.Player)
	}
	r.nextState(now)
}

// vacate makes the keeper the holder.
func (r *Ring) vacate() { r.setHolder(Person{}) }

// setHolder makes a player the holder. Their first challenger plays Red, as a guest does.
func (r *Ring) setHolder(p Person) {
	p.Missed = 0
	r.Holder, r.Defences, r.Beaten, r.Red = p, 0, nil, false
}

// nextState sets the state between games: Idle if the queue is empty, Ready if both players have sat down, else
// Calling. If the keeper holds the ring and two or more players wait, the first of them becomes the holder.
func (r *Ring) nextState(now time.Time) {
	if r.State == Playing || r.State == Closed {
		return
	}
	if r.KeeperHolds() && len(r.Queue) >= 2 && r.State != Ready {
		r.setHolder(r.Queue[0])
		r.Queue, r.State = r.Queue[1:], ""
	}
	switch {
	case len(r.Queue) == 0:
		r.Holder.Seated = false
		r.enterState(Idle, now.Add(closeAfterIdle))
	case r.Queue[0].Seated && (r.KeeperHolds() || r.Holder.Seated):
		r.enterState(Ready, now)
	default:
		r.enterState(Calling, now.Add(CallTimeout))
	}
}

func (r *Ring) enterState(to State, due time.Time) {
	if r.State != to {
		r.State, r.Due = to, due
	}
}

// expire ends a call: a challenger who has not come goes to the end of the queue, or out of it; a holder who has not
// come loses the ring.
func (r *Ring) expire(now time.Time) {
	if next := r.Queue[0]; !next.Seated {
		r.Queue = r.Queue[1:]
		next.Missed++
		if r.News = Removed; next.Missed < maxMissed {
			r.News = PassedOver
			r.Queue = append(slices.Clip(r.Queue), next)
		}
		r.About = next
	}
	if !r.KeeperHolds() && !r.Holder.Seated {
		r.News, r.About = Removed, r.Holder
		r.vacate()
	}
	r.State = ""
	r.nextState(now)
}

// Result is how a game of a ring ended, from the holder's side.
type Result uint8

const (
	NoResult      Result = iota // it was called off, or adjourned
	HolderWon                   // the holder won
	Drawn                       // the holder stays
	ChallengerWon               // the challenger won
)

// finish records a game's result and sets the next state. The winner holds the ring. After a draw the holder stays,
// but the next challenger has Red. After NoResult both must sit down again.
func (r *Ring) finish(result Result, now time.Time) {
	r.State, r.Match, r.News, r.About = "", "", "", Person{}
	challenger := r.Queue[0]
	if result == NoResult {
		r.Holder.Seated, r.Queue[0].Seated = false, false
		r.nextState(now)
		return
	}
	r.Queue = r.Queue[1:]
	switch {
	case result == ChallengerWon:
		challenger.Seated = true
		r.setHolder(challenger)
	default:
		r.Defences++
		if !slices.Contains(r.Beaten, challenger.Player) {
			r.Beaten = append(r.Beaten, challenger.Player)
		}
		r.Red = result == HolderWon && !r.Red
		r.Holder.Seated, r.Holder.Missed = true, 0
		if !r.KeeperHolds() {
			r.runner, r.runLength = r.Holder, len(r.Beaten)
		}
		if !r.KeeperHolds() && r.Defences >= MaxDefences && len(r.Queue) > 0 {
			r.retire()
		}
	}
	r.nextState(now)
}

// retire moves the holder to the end of the queue after MaxDefences.
func (r *Ring) retire() {
	was := r.Holder
	was.Seated = false
	r.News, r.About = Retired, was
	r.Queue = append(slices.Clip(r.Queue), was)
	r.vacate()
}

// close closes the ring for good and empties it.
func (r *Ring) close() {
	r.State, r.Due, r.Match, r.Queue, r.News, r.About = Closed, time.Time{}, "", nil, "", Person{}
	r.vacate()
}

// forget removes an erased player. The holder's defense against them stays counted.
func (r *Ring) forget(p id.Player, now time.Time) {
	for i := range r.Beaten {
		if r.Beaten[i] == p {
			r.Beaten[i] = ""
		}
	}
	if r.By == p {
		r.By = ""
	}
	if r.About.Player == p {
		r.News, r.About = "", Person{}
	}
	_ = r.leave(p, now) // ErrNotIn does not matter; a player is never erased during their game
}
