package flipped

import "yeye/game"

// table is the transposition table.
type table []entry

type entry struct {
	key   uint64
	value int16
	move  game.Move
	depth int8
	kind  bound
}

// bound says whether a stored score is exact or a bound of the true one.
type bound uint8

const (
	boundNone bound = iota
	boundUpper
	boundLower
	boundExact
)

func (t table) at(key uint64) *entry { return &t[key&uint64(len(t)-1)] }

// get returns the entry of a position, and its score with mates counted from the root.
func (t table) get(key uint64, ply int) (e entry, value int32, ok bool) {
	e = *t.at(key)
	if e.kind == boundNone || e.key != key {
		return entry{}, 0, false
	}
	value = int32(e.value)
	switch {
	case value >= mateBound:
		value -= int32(ply)
	case value <= -mateBound:
		value += int32(ply)
	}
	return e, value, true
}

func (t table) put(key uint64, ply, depth int, value int32, m game.Move, kind bound) {
	switch {
	case value >= mateBound:
		value += int32(ply)
	case value <= -mateBound:
		value -= int32(ply)
	}
	e := t.at(key)
	if m == game.NoMove && e.key == key {
		m = e.move
	}
	*e = entry{key, int16(value), m, int8(depth), kind}
}
