package shards

import (
	"slices"
	"time"
)

// lease is a shard's row in the database.
type lease struct {
	shard int
	owner string // "" for nobody
	epoch int64
	until time.Time
}

// peer is a process that serves shards.
type peer struct {
	owner string
	Range
	draining bool // it wants no shards: it is about to end, or cannot reach Discord
}

// situation is the input of a process's decision.
type situation struct {
	me        string
	own       map[int]int64 // the epochs of the shards that it holds
	leases    map[int]lease // by shard; none for a shard that nobody ever had
	handovers map[int]handover
	peers     []peer // the live ones, including this process
	now       time.Time
}

// held returns the owner of a shard, "" if nobody has a valid lease on it.
func (s *situation) held(shard int) string {
	if l := s.leases[shard]; l.until.After(s.now) {
		return l.owner
	}
	return ""
}

// offered returns the current offer of a shard by its owner.
func (s *situation) offered(shard int) (h handover, ok bool) {
	h, ok = s.handovers[shard]
	return h, ok && s.held(shard) != "" && h.epoch == s.leases[shard].epoch
}

// heir returns the process that has claimed a shard which another holds, "" for nobody.
func (s *situation) heir(shard int) string {
	if h, ok := s.offered(shard); ok && h.until.After(s.now) {
		return h.heir
	}
	return ""
}

// leaves reports whether a process wants no shards, or is dead.
func (s *situation) leaves(owner string) bool {
	return !slices.ContainsFunc(s.peers, func(p peer) bool { return p.owner == owner && !p.draining })
}

// named reports whether another live process names a shard.
func (s *situation) named(shard int) bool {
	return slices.ContainsFunc(s.peers, func(p peer) bool { return p.owner != s.me && !p.draining && p.names(shard) })
}

// wanted reports whether another live process may have a shard.
func (s *situation) wanted(shard int) bool {
	return slices.ContainsFunc(s.peers, func(p peer) bool { return p.owner != s.me && !p.draining && (p.Auto || p.names(shard)) })
}

// died reports whether a shard's owner let its lease end without releasing it.
func (s *situation) died(shard int) bool {
	l := s.leases[shard]
	return l.owner != "" && l.owner != s.me && !l.until.After(s.now)
}

// plan decides which shards a process takes, which of its own it lets others have, and of which of those offered it becomes the
// heir. A process that names shards takes those, and those of others that died. One that takes its share takes as many free ones as
// that is, including a dead process's, and none beyond: other live processes take those, and it would only have to hand them over
// for another new session each. Shards that another process names it leaves to that process. If one has two shards more than
// another it gives one up, so that a latecomer does not stay without. One that leaves takes nothing, and lets others have all that
// they may have.
func (s *situation) plan(r Range) (take, give, claim []int) {
	if s.leaves(s.me) {
		for shard := range r.Of {
			if _, own := s.own[shard]; own && s.wanted(shard) {
				give = append(give, shard)
			}
		}
		return nil, give, nil
	}
	count := map[string]int{}
	free, common := 0, 0
	for shard := range r.Of {
		if s.named(shard) {
			continue
		}
		common++
		if heir, owner := s.heir(shard), s.held(shard); heir != "" {
			count[heir]++
		} else if owner == "" || s.leaves(owner) {
			free++
		} else {
			count[owner]++
		}
	}
	share := 0
	least := r.Of
	if r.Auto {
		sharing := 0
		for _, p := range s.peers {
			if p.Auto && !p.draining {
				sharing++
				least = min(least, count[p.owner])
			}
		}
		share = (common + sharing - 1) / max(1, sharing)
	}
	mine := 0
	for shard := range r.Of {
		_, own := s.own[shard]
		switch heir := s.heir(shard); {
		case heir == s.me:
			mine++
		case !own:
		case s.named(shard) && !r.names(shard):
			give = append(give, shard)
		case heir == "":
			mine++
		}
	}
	for shard := range r.Of {
		owner := s.held(shard)
		if _, own := s.own[shard]; own {
			continue
		}
		if owner != "" && owner != s.me {
			if _, ok := s.offered(shard); ok && s.heir(shard) == "" && (r.names(shard) || !s.named(shard) && r.Auto && mine < share) {
				claim = append(claim, shard)
				mine++
			}
			continue
		}
		switch {
		case r.names(shard):
		case s.named(shard):
			continue
		case r.Auto && mine >= share, !r.Auto && !s.died(shard):
			continue
		}
		take = append(take, shard)
		mine++
	}
	if r.Auto && free == 0 && len(take) == 0 && len(give) == 0 && mine > least+1 {
		for shard := r.Of - 1; shard >= 0; shard-- { // the last shards connect last
			if _, own := s.own[shard]; own && s.heir(shard) == "" {
				return nil, []int{shard}, claim
			}
		}
	}
	return take, give, claim
}
