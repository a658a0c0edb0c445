package shards

import (
	"time"

	"yeye/bot/id"
)

// state is what a process does about a shard. See handover.md for the states and what leads from one to another.
type state uint8

const (
	away       state = iota // nothing: another process has the shard, or none
	connecting              // it connects in order to succeed the owner
	ready                   // it is connected, and holds events back
	serving                 // it is the owner
	finishing               // it is the owner, and holds events back until requests that have begun are finished
	finished                // they are
)

// claiming reports whether the process has claimed another's shard.
func (s state) claiming() bool { return s == connecting || s == ready }

// owning reports whether the process is the owner.
func (s state) owning() bool { return s >= serving }

// standing is what a process does about a shard, and under which lease.
type standing struct {
	state   state
	epoch   int64      // of the lease that it has, or that of the owner to succeed
	handled []id.Event // lately by this process, if it has finished
}

// write is what a process stores about a shard.
type write uint8

const (
	nothing write = iota
	renew         // the lease
	reclaim       // renew the claim
	take          // become the owner of a free shard
	succeed       // note that the owner has handed over
	// These notify other processes:
	announce // that the process is connected
	propose  // the shard to others
	withdraw // that
	release  // the shard, so that any process may take it
	handOver // the shard to the successor
	claim    // a shard that its owner offers
	disclaim // that
)

// notifies reports whether other processes are notified of what was stored.
func (w write) notifies() bool { return w >= announce }

// step is what a process does about a shard in one round.
type step struct {
	write
	next  state
	waits bool // another process may take the shard over from this one
}

// unclaimed is how long a shard is offered before it is released to any process.
const unclaimed = 5 * time.Second

// wish is what a process would like to do about a shard; see plan.
type wish uint8

const (
	none wish = iota
	toTake
	toGive
	toClaim
)

// steps returns what to do about all shards that this process has, claims or wants.
func (s *situation) steps(r Range) map[int]step {
	wishes := map[int]wish{}
	take, give, claim := s.plan(r)
	for w, list := range map[wish][]int{toTake: take, toGive: give, toClaim: claim} {
		for _, shard := range list {
			wishes[shard] = w
		}
	}
	all := map[int]step{}
	for shard := range r.Of {
		if w, m := wishes[shard], s.mine[shard]; w != none || m.state != away {
			all[shard] = s.step(shard, w)
		}
	}
	return all
}

// step returns what to do about a shard.
func (s *situation) step(shard int, w wish) step {
	m := s.mine[shard]
	o, _ := s.offered(shard)
	switch {
	case m.state.claiming() && s.owns(shard):
		return step{succeed, serving, false}
	case s.owns(shard):
		return s.stepOfOwner(shard, w)
	case m.state.claiming() && s.successor(shard) == s.me && s.leaves(s.me):
		return step{disclaim, away, false}
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
	return step{nothing, away, false}
}

// stepOfOwner is step for a shard that this process has.
func (s *situation) stepOfOwner(shard int, w wish) step {
	o, offered := s.offered(shard)
	state, claimed := s.mine[shard].state, s.successor(shard) != ""
	switch {
	case claimed && o.ready && state == finished:
		return step{handOver, away, false}
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
	case w == toGive && s.now.Sub(o.at) > unclaimed && !s.retired:
		return step{release, away, false}
	case w == toGive:
		return step{renew, state, true}
	case offered:
		return step{withdraw, state, false}
	}
	return step{renew, state, false}
}
