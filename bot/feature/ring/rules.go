package ring

import (
	"slices"
	"time"

	"yeye/bot/id"
)

// The rules change a ring in memory; none of them knows where it is stored.

// find returns the place of a player in the queue, -1 if they are not in it.
func (r *Ring) find(p id.Player) int {
	return slices.IndexFunc(r.Queue, func(one Person) bool { return one.Player == p })
}

// join puts a player at the end of the queue. A player who is first has just been there, and needs no call.
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
	}
	r.remove(p)
	r.settle(now)
	return nil
}

// remove takes out a player who is in, between games. The caller settles the ring after it.
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

// recall calls those again who have sat down but play elsewhere.
func (r *Ring) recall(elsewhere func(id.Player) bool, now time.Time) {
	for _, p := range []*Person{&r.Holder, &r.Queue[0]} {
		p.Here = p.Here && !elsewhere(p.Player)
	}
	r.settle(now)
}

// vacate leaves the ring to the keeper.
func (r *Ring) vacate() { r.setHolder(Person{}) }

// setHolder makes somebody the holder. The first to challenge them has Red, as a guest.
func (r *Ring) setHolder(p Person) {
	p.Missed = 0
	r.Holder, r.Defences, r.Beaten, r.Red = p, 0, nil, false
}

// settle goes on with whoever is there: the next game begins, or is called. Between two who wait the keeper makes room.
func (r *Ring) settle(now time.Time) {
	if r.State == Playing || r.State == Closed {
		return
	}
	if r.Kept() && len(r.Queue) >= 2 && r.State != Ready {
		r.setHolder(r.Queue[0])
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
		r.setHolder(challenger)
	default:
		r.Defences++
		if !slices.Contains(r.Beaten, challenger.Player) {
			r.Beaten = append(r.Beaten, challenger.Player)
		}
		r.Red = result == Held && !r.Red
		r.Holder.Here, r.Holder.Missed = true, 0
		if !r.Kept() {
			r.runner, r.run = r.Holder, len(r.Beaten)
		}
		if !r.Kept() && r.Defences >= MaxDefences && len(r.Queue) > 0 {
			r.retire()
		}
	}
	r.settle(now)
}

// retire lets the holder go to the end of the queue, with honor.
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
	_ = r.leave(p, now) // ErrNotIn is no matter, and nobody is erased while they play
}
