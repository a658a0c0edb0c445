package shards

import (
	"slices"
	"time"
)

// lease is a shard's row in the database.
type lease struct {
	owner string // "" for none
	epoch int64
	until time.Time
}

// offer is a shard that its owner offers to other processes.
type offer struct {
	epoch     int64 // of the lease that is offered; the offer ends with that lease
	at        time.Time
	successor string // the process that has claimed it, "" for none so far
	ready     bool   // the successor is connected
	until     time.Time
}

// peer is a process that serves shards.
type peer struct {
	owner string
	Range
	leaving bool // it takes no shards: it is about to end, or cannot reach Discord
}

// situation is the input of a process's decision.
type situation struct {
	me      string
	retired bool            // this process offers its shards to others, but keeps those that none takes
	mine    map[int]holding // by shard
	leases  map[int]lease   // by shard; none for a shard that never had an owner
	offers  map[int]offer
	peers   []peer // the live ones, including this process
	now     time.Time
}

// owns reports whether this process holds a shard.
func (s *situation) owns(shard int) bool {
	l, m := s.leases[shard], s.mine[shard]
	if m.state.claiming() { // was it handed over?
		return l.owner == s.me && l.epoch == m.epoch+1 && l.until.After(s.now)
	}
	return m.state.owning() && l.owner == s.me && l.epoch == m.epoch
}

// owner returns the owner of a shard, "" if no process has a valid lease on it.
func (s *situation) owner(shard int) string {
	if l := s.leases[shard]; l.until.After(s.now) || s.owns(shard) {
		return l.owner
	}
	return ""
}

// offered returns the current offer of a shard by its owner.
func (s *situation) offered(shard int) (o offer, ok bool) {
	o, ok = s.offers[shard]
	return o, ok && s.owner(shard) != "" && o.epoch == s.leases[shard].epoch
}

// successor returns the process that has claimed a shard which another holds, "" for none.
func (s *situation) successor(shard int) string {
	o, ok := s.offered(shard)
	mine := s.mine[shard]
	if ok && (o.until.After(s.now) || o.successor == s.me && mine.state.claiming() && mine.epoch == o.epoch) {
		return o.successor
	}
	return ""
}

// isLeaving reports whether a process takes no shards, or is dead.
func (s *situation) isLeaving(owner string) bool {
	return !slices.ContainsFunc(s.peers, func(p peer) bool { return p.owner == owner && !p.leaving })
}

// namedByOther reports whether another live process names a shard.
func (s *situation) namedByOther(shard int) bool {
	return slices.ContainsFunc(s.peers, func(p peer) bool { return p.owner != s.me && !p.leaving && p.names(shard) })
}

// wantedByOther reports whether another live process may have a shard.
func (s *situation) wantedByOther(shard int) bool {
	return slices.ContainsFunc(s.peers, func(p peer) bool {
		return p.owner != s.me && !p.leaving && (p.Auto || p.names(shard))
	})
}

// ownerDied reports whether a shard's owner let its lease end without releasing it.
func (s *situation) ownerDied(shard int) bool {
	return s.leases[shard].owner != "" && s.leases[shard].owner != s.me && s.owner(shard) == ""
}

// plan decides which shards a process takes, which of its own it offers, and which offered ones it claims. A process
// with an explicit range takes those shards, and those of dead processes. One with an automatic share takes free
// shards up to its share, including those of dead processes. It takes no more, because handing them over later costs
// a new session each, and none that another process names. If it has two shards more than another process it gives
// one up, so that a new process gets a share. A leaving process takes nothing and offers all that others may take.
func (s *situation) plan(r Range) (take, give, claim []int) {
	if s.isLeaving(s.me) {
		for shard := range r.Of {
			if s.owns(shard) && s.wantedByOther(shard) {
				give = append(give, shard)
			}
		}
		return nil, give, nil
	}
	share, least, free := s.shares(r)
	mine := 0
	for shard := range r.Of {
		switch successor := s.successor(shard); {
		case s.owns(shard) && s.namedByOther(shard) && !r.names(shard):
			give = append(give, shard)
		case successor == s.me, s.owns(shard) && successor == "":
			mine++
		}
	}
	for shard := range r.Of {
		_, offered := s.offered(shard)
		owner, named := s.owner(shard), s.namedByOther(shard)
		fair := r.names(shard) || r.Auto && !named && mine < share
		switch {
		case s.owns(shard):
		case owner != "" && owner != s.me:
			if offered && s.successor(shard) == "" && fair {
				claim = append(claim, shard)
				mine++
			}
		case fair, !r.Auto && !named && s.ownerDied(shard):
			take = append(take, shard)
			mine++
		}
	}
	if r.Auto && free == 0 && len(take) == 0 && len(give) == 0 && mine > least+1 {
		for shard := r.Of - 1; shard >= 0; shard-- { // the last shards connected last
			if s.owns(shard) && s.successor(shard) == "" {
				return nil, []int{shard}, claim
			}
		}
	}
	return take, give, claim
}

// shares returns how many of the shards that no process names each process that takes its share may have, the fewest
// that one of these has, and how many shards are free or about to be.
func (s *situation) shares(r Range) (share, least, free int) {
	count := map[string]int{}
	common := 0
	for shard := range r.Of {
		if s.namedByOther(shard) {
			continue
		}
		common++
		if successor, owner := s.successor(shard), s.owner(shard); successor != "" {
			count[successor]++
		} else if owner == "" || s.isLeaving(owner) {
			free++
		} else {
			count[owner]++
		}
	}
	sharing := 0
	least = r.Of
	for _, p := range s.peers {
		if p.Auto && !p.leaving {
			sharing++
			least = min(least, count[p.owner])
		}
	}
	return (common + sharing - 1) / max(1, sharing), least, free
}
