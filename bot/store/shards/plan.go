package shards

import (
	"slices"
	"time"
)

// lease is a shard as the database has it.
type lease struct {
	shard int
	owner string // "" for nobody
	epoch int64
	until time.Time
}

// peer is a process that serves.
type peer struct {
	owner string
	Range
	draining bool
}

// situation is what a process decides on.
type situation struct {
	me     string
	own    map[int]int64 // the epochs of the shards that it holds
	leases map[int]lease // by shard; of one that nobody ever had there is none
	peers  []peer        // those alive, this process among them
	now    time.Time
}

// held is whose a shard is, "" where nobody's lease on it lasts.
func (s *situation) held(shard int) string {
	if l := s.leases[shard]; l.until.After(s.now) {
		return l.owner
	}
	return ""
}

// named reports whether another process is alive that names a shard.
func (s *situation) named(shard int) bool {
	return slices.ContainsFunc(s.peers, func(p peer) bool { return p.owner != s.me && !p.draining && p.names(shard) })
}

// died reports whether a shard had an owner whose lease ended without their having given it back.
func (s *situation) died(shard int) bool {
	l := s.leases[shard]
	return l.owner != "" && l.owner != s.me && !l.until.After(s.now)
}

// plan decides which shards a process takes and which it gives back. One that names shards takes those, and those of others who
// died. One that takes its share takes as many free ones as that is, and those of whoever died; shards that another process names
// it leaves to that. Where one has two shards more than another it gives one up, and nobody has none for ever who came late.
func (s *situation) plan(r Range) (take, give []int) {
	count := map[string]int{}
	free, common := 0, 0
	for shard := range r.Of {
		if s.named(shard) {
			continue
		}
		common++
		if owner := s.held(shard); owner == "" {
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
		if _, own := s.own[shard]; own {
			if s.named(shard) && !r.names(shard) {
				give = append(give, shard)
			} else {
				mine++
			}
		}
	}
	for shard := range r.Of {
		if owner := s.held(shard); owner != "" && owner != s.me {
			continue
		} else if _, own := s.own[shard]; own {
			continue
		}
		switch {
		case r.names(shard):
		case s.named(shard):
			continue
		case s.died(shard):
		case !r.Auto || mine >= share:
			continue
		}
		take = append(take, shard)
		mine++
	}
	if r.Auto && free == 0 && len(take) == 0 && len(give) == 0 && mine > least+1 {
		for shard := r.Of - 1; shard >= 0; shard-- { // the last are begun last
			if _, own := s.own[shard]; own {
				return nil, []int{shard}
			}
		}
	}
	return take, give
}
