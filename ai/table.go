package ai

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"yeye/game"
)

// bound says whether a stored score is exact or a bound of the true one.
type bound uint8

const (
	boundNone  bound = iota
	boundUpper       // the true value is at most the score
	boundLower       // at least
	boundExact
)

// entry is what the table holds about a position.
type entry struct {
	move  game.Move
	score Score
	eval  Score // static evaluation, noScore in check
	depth int
	bound bound
	pv    bool // was on a principal variation once
}

// cutsOff reports whether the score with its bound causes a cutoff in this window.
func (e *entry) cutsOff(score, alpha, beta Score) bool {
	return e.bound == boundExact || (e.bound == boundLower && score >= beta) ||
		(e.bound == boundUpper && score <= alpha)
}

// improvesOn reports whether the score with its bound is closer to the true value than v.
func (e *entry) improvesOn(score, v Score) bool {
	return e.bound == boundExact || (e.bound == boundLower && score > v) || (e.bound == boundUpper && score < v)
}

// slot is an entry in two words. Threads read and write them without a lock: the first word is the key XOR the second,
// so a slot torn by two writers matches no key and is ignored (Hyatt and Mann, 2002).
type slot struct{ check, data atomic.Uint64 }

const (
	clusterSize = 4 // slots per cache line
	ageCycle    = 32
)

type cluster [clusterSize]slot

// table is the transposition table. Many positions are reached by several move orders, and the best move of a shallower
// search is the best one to try first.
type table struct {
	clusters []cluster
	age      uint64 // 0–31, incremented every search
}

func newTable(mb int) *table {
	n := max(mb, 1) << 20 / 64
	t := &table{clusters: make([]cluster, n)}
	hugePages(unsafe.Pointer(&t.clusters[0]), uintptr(n)*unsafe.Sizeof(cluster{}))
	return t
}

// clear empties the table; no search may be running.
func (t *table) clear() {
	clear(t.clusters)
	t.age = 0
}

// part returns the part of the table that a search of that many nodes fills, the whole table for 0. Clearing a part
// costs less.
func (t *table) part(nodes uint64) *table {
	n := uint64(len(t.clusters))
	if nodes > 0 {
		n = min(n, max(nodes/2, 250))
	}
	return &table{clusters: t.clusters[:n]}
}

func (t *table) newSearch() { t.age = (t.age + 1) % ageCycle }

func (t *table) at(key uint64) *cluster {
	hi, _ := bits.Mul64(key, uint64(len(t.clusters)))
	return &t.clusters[hi]
}

// prefetch loads a position's entry into the cache.
func (t *table) prefetch(key uint64) { prefetch(unsafe.Pointer(t.at(key))) }

// The data word: move 14 bits, pv 1, unused 1, score 16, eval 16, depth 8,
// bound 2, spare 1, age 5.
func pack(e entry, age uint64) uint64 {
	d := uint64(e.move)&moveMask |
		uint64(uint16(e.score))<<16 |
		uint64(uint16(e.eval))<<32 |
		uint64(uint8(e.depth+depthOffset))<<48 |
		uint64(e.bound)<<56 | age<<59
	if e.pv {
		d |= 1 << 14
	}
	return d
}

// depthOffset makes the negative depths of quiescence fit an unsigned byte, and distinguishes an entry from an empty
// slot.
const depthOffset = 8

func unpack(d uint64) entry {
	return entry{
		move:  game.Move(d & moveMask),
		pv:    d>>14&1 == 1,
		score: Score(int16(d >> 16)),
		eval:  Score(int16(d >> 32)),
		depth: int(uint8(d>>48)) - depthOffset,
		bound: bound(d >> 56 & 3),
	}
}

// probe returns the entry of a position.
func (t *table) probe(key uint64) (entry, bool) {
	c := t.at(key)
	for i := range c {
		d := c[i].data.Load()
		if c[i].check.Load()^d == key && d != 0 {
			return unpack(d), true
		}
	}
	return entry{}, false
}

// store replaces the entry of the same position, else the shallowest and oldest entry of the
// cluster. A shallow result does not replace a deep one of the same position unless it is exact or
// newer.
func (t *table) store(key uint64, e entry) {
	c := t.at(key)
	worst, lowest := 0, 1<<30
	for i := range c {
		d := c[i].data.Load()
		if d == 0 {
			worst = i
			break
		}
		if c[i].check.Load()^d == key {
			old := unpack(d)
			if e.move == game.NoMove {
				e.move = old.move
			}
			extra := 4
			if e.pv {
				extra += 2
			}
			if e.bound != boundExact && d>>59 == t.age && e.depth+extra <= old.depth {
				return
			}
			worst = i
			break
		}
		age := int(ageCycle+t.age-d>>59) % ageCycle // in searches
		if v := int(uint8(d>>48)) - 8*age; v < lowest {
			worst, lowest = i, v
		}
	}
	d := pack(e, t.age)
	c[worst].check.Store(key ^ d)
	c[worst].data.Store(d)
}

// full returns how much of the table the latest search has filled, in thousandths (UCI's hashfull).
func (t *table) full() int {
	n, looked := 0, min(250, len(t.clusters))
	for i := range looked {
		for j := range t.clusters[i] {
			if d := t.clusters[i][j].data.Load(); d != 0 && d>>59 == t.age {
				n++
			}
		}
	}
	return n * 1000 / (looked * clusterSize)
}
