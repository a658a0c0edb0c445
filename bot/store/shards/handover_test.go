package shards

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	stateNames = []string{notServing: "away", connecting: "connecting", ready: "ready", serving: "serving", finishing: "finishing", finished: "finished"}
	writeNames = []string{nothing: "nothing", renew: "renew", reclaim: "reclaim", take: "take", succeed: "succeed", announce: "announce",
		propose: "propose", withdraw: "withdraw", release: "release", handOver: "handOver", claim: "claim", disclaim: "disclaim"}
	// shardIs holds what the database says of a shard: its owner, the age of its offer, the successor.
	shardIs = map[string]struct {
		owner, successor     string
		offered, long, ready bool
	}{
		"free":               {},
		"another's":          {owner: "b"},
		"offered by another": {owner: "b", offered: true},
		"claimed by this":    {owner: "b", offered: true, successor: "me"},
		"ready for this":     {owner: "b", offered: true, successor: "me", ready: true},
		"claimed by a third": {owner: "b", offered: true, successor: "c"},
		"handed to this":     {owner: "me"},
		"its own":            {owner: "me"},
		"offered":            {owner: "me", offered: true},
		"offered for long":   {owner: "me", offered: true, long: true},
		"claimed by another": {owner: "me", offered: true, successor: "b"},
		"ready for another":  {owner: "me", offered: true, successor: "b", ready: true},
	}
	processDoes = map[string]intent{"": noIntent, "leaves": noIntent, "takes it": toTake, "gives it": toGive, "gives it, retired": toGive, "claims it": toClaim}
)

// about returns a situation of shard 0 in the words of handover.md. The previous lease has epoch 1.
func about(st state, is, does string) situation {
	now := time.Unix(1000, 0)
	s := situation{me: "me", retired: strings.Contains(does, "retired"), now: now, mine: map[int]holding{}, leases: map[int]lease{}, offers: map[int]offer{}}
	for _, name := range []string{"me", "b", "c"} {
		s.peers = append(s.peers, peer{owner: name, Range: Range{Auto: true, Of: 1}, leaving: name == "me" && does == "leaves"})
	}
	db := shardIs[is]
	l := lease{owner: db.owner, epoch: 1, until: now.Add(time.Second)}
	if is == "handed to this" || db.owner != "me" && st.owning() {
		l.epoch = 2
	}
	s.leases[0] = l
	if db.offered {
		s.offers[0] = offer{epoch: l.epoch, at: now.Add(-time.Second), successor: db.successor, ready: db.ready, until: now.Add(time.Second)}
	}
	if o := s.offers[0]; db.long {
		o.at = now.Add(-offerTimeout - time.Second)
		s.offers[0] = o
	}
	if st != notServing {
		s.mine[0] = holding{state: st, epoch: 1}
	}
	return s
}

// The table of handover.md holds.
func TestSteps(t *testing.T) {
	page, err := os.ReadFile("handover.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| state | the shard is | the process | stores | next |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := regexp.MustCompile(`(?m)^\| (\w+) \| ([^|]*?) \| ?([^|]*?) ?\| (\w+) \| (\w+) \|$`).FindAllStringSubmatch(table, -1)
	if n := strings.Count(table, "\n"); len(rows) != n || n < 20 {
		t.Fatalf("%d rows of %d are understood", len(rows), n)
	}
	seen := map[string]bool{}
	for _, row := range rows {
		from := state(slices.Index(stateNames, row[1]))
		if _, ok := shardIs[row[2]]; !ok || from > finished {
			t.Fatalf("%s: what is that?", row[0])
		}
		w, ok := processDoes[row[3]]
		if !ok {
			t.Fatalf("%s: what does it do?", row[0])
		}
		s := about(from, row[2], row[3])
		got := s.step(0, w)
		if writeNames[got.write] != row[4] || stateNames[got.next] != row[5] {
			t.Errorf("%s: %s, %s", row[0], writeNames[got.write], stateNames[got.next])
		}
		if waits := got.next.owning() && shardIs[row[2]].owner == "me" && (w == toGive || shardIs[row[2]].successor == "b"); got.waits != waits {
			t.Errorf("%s: waits for others: %v", row[0], got.waits)
		}
		seen[row[4]] = true
	}
	if len(seen) != len(writeNames) {
		t.Errorf("the table has only %v", slices.Sorted(maps.Keys(seen)))
	}
}

// In whatever situation, a process owns a shard only by a lease of its own or one that it takes, hands over only what it has finished,
// and claims or takes nothing that it does not want.
func TestStepsAreSafe(t *testing.T) {
	for from := notServing; from <= finished; from++ {
		for is, db := range shardIs {
			for does, w := range processDoes {
				s := about(from, is, does)
				if w == toGive && !s.owns(0) || w == toClaim && !(s.owner(0) == "b" && db.offered) || w == toTake && s.owner(0) != "" {
					continue // plan never wants that
				}
				got := s.step(0, w)
				what := fmt.Sprintf("%s, %s, %s: %s, %s", stateNames[from], is, does, writeNames[got.write], stateNames[got.next])
				if got.next.owning() && !s.owns(0) && got.write != take {
					t.Error(what, "owns another's")
				}
				if s.owns(0) && !got.next.owning() && got.write != release && got.write != handOver {
					t.Error(what, "gives up its own in silence")
				}
				if got.write == handOver && (from != finished || db.successor != "b" || !db.ready) {
					t.Error(what, "hands over too early")
				}
				if (got.write == take) != (w == toTake) && got.write == take || got.write == claim && w != toClaim {
					t.Error(what, "is not wanted")
				}
				if got.next.claiming() && (does == "leaves" || db.owner == "me") {
					t.Error(what, "still claims")
				}
				if got.waits && !got.next.owning() {
					t.Error(what, "waits for nothing")
				}
			}
		}
	}
}
