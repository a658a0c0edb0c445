package shards

import (
	"time"

	"yeye/bot/id"
)

// state is a process's state regarding a shard. See handover.md for the states and their transitions.
type state uint8

const (
	notServing state = iota // another process has the shard, or none
	connecting              // it connects in order to succeed the owner
	ready                   // it is connected, and buffers events
	serving                 // it is the owner
	finishing               // it is the owner, and buffers events until requests in progress are finished
	finished                // it is the owner, and no requests are in progress
)

// claiming reports whether the process has claimed another's shard.
func (s state) claiming() bool { return s == connecting || s == ready }

// owning reports whether the process is the owner.
func (s state) owning() bool { return s >= serving }

// holding is a process's state regarding a shard, with the lease.
type holding struct {
	state   state
	epoch   int64      // of its own lease, or of the lease of the owner to succeed
	handled []id.Event // the last events handled by this process, if finished
}

// write is a change that a process stores about a shard.
type write uint8

const (
	nothing write = iota
	renew         // the lease
	reclaim       // renew the claim
	take          // become the owner of a free shard
	succeed       // record that the owner has handed over
	// These notify other processes:
	announce // that the process is connected
	propose  // offer the shard to others
	withdraw // the offer
	release  // the shard, so that any process may take it
	handOver // the shard to the successor
	claim    // a shard that its owner offers
	disclaim // the claim
)

// notifies reports whether other processes are notified of what was stored.
func (w write) notifies() bool { return w >= announce }

// step is a process's next step for a shard in one round.
type step struct {
	write
	next  state
	waits bool // another process may take the shard over from this one
}

// offerTimeout is how long a shard is offered before it is released to any process.
const offerTimeout = 5 * time.Second

// intent is what plan decides about a shard.
type intent uint8

const (
	noIntent intent = iota
	toTake
	toGive
	toClaim
)

// steps returns the next step for each shard that this process has, claims or wants.
func (s *situation) steps(r Range) map[int]step {
	wishes := map[int]intent{}
	take, give, claim := s.plan(r)
	for w, list := range map[intent][]int{toTake: take, toGive: give, toClaim: claim} {
		for _, shard := range list {
			wishes[shard] = w
		}
	}
	all := map[int]step{}
	for shard := range r.Of {
		if w, m := wishes[shard], s.mine[shard]; w != noIntent || m.state != notServing {
			all[shard] = s.step(shard, w)
		}
	}
	return all
}

// step returns the next step for a shard.
func (s *situation) step(shard int, w intent) step {
	m := s.mine[shard]
	o, _ := s.offered(shard)
	switch {
	case m.state.claiming() && s.owns(shard):
		return step{succeed, serving, false}
	case s.owns(shard):
		return s.stepOfOwner(shard, w)
	case m.state.claiming() && s.successor(shard) == s.me && s.isLeaving(s.me):
		return step{disclaim, notServing, false}
	case m.state == ready && s.successor(shard) == s.me && !o.ready:
		return step{announce, ready, false}
	case m.state.claiming() && s.successor(shard) == s.me:
		return step{reclaim, m.state, false}
	case w == toTake:
		return step{take, serving, false}
	case w == toClaim && m.state == ready:
		return step{claim, ready, false}
	case w == toClaim:
		return step{claim, connecting, false}
	}
	return step{nothing, notServing, false}
}

// stepOfOwner is step for a shard that this process has.
func (s *situation) stepOfOwner(shard int, w intent) step {
	o, offered := s.offered(shard)
	state, claimed := s.mine[shard].state, s.successor(shard) != ""
	switch {
	case claimed && o.ready && state == finished:
		return step{handOver, notServing, false}
	case claimed && o.ready:
		return step{renew, finishing, true}
	case state == finished: // and no process took it
		state = serving
	}
	switch {
	case claimed:
		return step{renew, state, true}
	case w == toGive && !offered:
		return step{propose, state, true}
	case w == toGive && s.now.Sub(o.at) > offerTimeout && !s.retired:
		return step{release, notServing, false}
	case w == toGive:
		return step{renew, state, true}
	case offered:
		return step{withdraw, state, false}
	}
	return step{renew, state, false}
}
