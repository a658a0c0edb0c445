package shards

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// situationOf parses who, such as "a a b -": the owner of each shard in turn, "-" for nobody, with "+" if the owner is
// dead.
func situationOf(now time.Time, who, peers string) (s situation) {
	s = situation{me: "me", mine: map[int]holding{}, leases: map[int]lease{}, now: now}
	for shard, owner := range strings.Fields(who) {
		if owner == "-" {
			continue
		}
		l := lease{epoch: 1, until: now.Add(time.Second), owner: owner}
		if dead, ok := strings.CutSuffix(owner, "+"); ok {
			l.owner, l.until = dead, now
		} else if owner == "me" {
			s.mine[shard] = holding{state: serving, epoch: 1}
		}
		s.leases[shard] = l
	}
	for _, one := range strings.Fields(peers) {
		name, text, _ := strings.Cut(one, "=")
		text, draining := strings.CutSuffix(text, "!")
		r, err := ParseRange(text)
		if err != nil {
			panic(err)
		}
		r.Of = len(strings.Fields(who))
		s.peers = append(s.peers, peer{owner: name, Range: r, leaving: draining})
	}
	return s
}

func TestPlan(t *testing.T) {
	for _, c := range []struct{ what, who, peers, want string }{
		{"alone", "- - - -", "me=auto", "[0 1 2 3] []"},
		{"one of two", "- - - -", "me=auto b=auto", "[0 1] []"},
		{"the rest", "b b - -", "me=auto b=auto", "[2 3] []"},
		{"one of three", "- - - -", "me=auto b=auto c=auto", "[0 1] []"},
		{"too late for a share", "b b c c", "me=auto b=auto c=auto", "[] []"},
		{"another came late", "me me me me", "me=auto b=auto", "[] [3]"},
		{"and is being given one", "me me me -", "me=auto b=auto", "[] []"},
		{"and has one", "me me me b", "me=auto b=auto", "[] [2]"},
		{"even", "me me b b", "me=auto b=auto", "[] []"},
		{"nearly even", "me me b", "me=auto b=auto", "[] []"},
		{"one who ends takes none", "me me me me", "me=auto b=auto!", "[] []"},
		{"a dead one's beyond a share", "me me b+ c", "me=auto c=auto", "[] []"},
		{"a dead one's to a share", "me c b+ c", "me=auto c=auto", "[2] []"},
		{"half of a dead one's", "b+ b+ b+ b+", "me=auto c=auto", "[0 1] []"},
		{"a dead one's, another leaving", "me me b+ c", "me=auto c=auto!", "[2] []"},
		{"all of the dead", "b+ b+ c+ c+", "me=auto", "[0 1 2 3] []"},
		{"given back by one that ended", "me me - -", "me=auto", "[2 3] []"},
		{"my own that I have lost", "me+ me+ b b", "me=auto b=auto", "[0 1] []"},
		{"named", "- - - -", "me=0-1/4", "[0 1] []"},
		{"named, of the dead", "- - b+ -", "me=0-1/4", "[0 1 2] []"},
		{"named, of the dead whom another names", "me me b+ c", "me=0-1/4 c=2-3/4", "[] []"},
		{"named, and another's", "me me me c", "me=0-1/4 c=2-3/4", "[] [2]"},
		{"named, held by another", "b b b b", "me=0-1/4 b=auto", "[] []"},
		{"shared, named by another", "me me me me", "me=auto b=0-1/4", "[] [0 1]"},
		{"shared, free and named by another", "- - - -", "me=auto b=0-1/4", "[2 3] []"},
		{"named by one that ends", "me me me me", "me=auto b=0-1/4!", "[] []"},
	} {
		now := time.Unix(1000, 0)
		s := situationOf(now, c.who, c.peers)
		var mine Range
		for _, p := range s.peers {
			if p.owner == "me" {
				mine = p.Range
			}
		}
		take, give, _ := s.plan(mine)
		if got := fmt.Sprint(take, give); got != c.want {
			t.Errorf("%s (%s; %s): %s, want %s", c.what, c.who, c.peers, got, c.want)
		}
	}
}
