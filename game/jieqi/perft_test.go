package jieqi

import (
	"testing"

	"yeye/game"
)

// Counts of legal moves from the start, by deal. The first is xiangqi's up to depth 4; from depth 5 on open advisors
// leave the palace. The others were counted by two generators written apart up to depth 3, and by one at depth 4.
var perfts = []struct {
	deal  string
	nodes []uint64
}{
	{Identity().String(), []uint64{1, 44, 1920, 79666, 3290240, 133344053}},
	{"PPPBBRPAARNNCPC/cabrpbrnnppappc", []uint64{1, 44, 1888, 74402, 2750724}},
	{"PNPNCPRPPCRAABB/ancpanpcbbrpprp", []uint64{1, 44, 1923, 75690, 2800100}},
	{"RANCARPNBBPPPCP/rppncprpncapbab", []uint64{1, 44, 1926, 71559, 2836246}},
}

func TestPerft(t *testing.T) {
	for _, c := range perfts {
		d, err := ParseDeal(c.deal)
		if err != nil {
			t.Fatal(err)
		}
		for depth, want := range c.nodes {
			if depth > 3 && testing.Short() || depth > 4 {
				continue // BenchmarkPerft counts depth 5
			}
			p := Start()
			if got := p.Perft(&d, depth); got != want {
				t.Errorf("%s depth %d: %d, want %d", c.deal, depth, got, want)
			}
			if p != Start() {
				t.Errorf("%s depth %d: the position has changed", c.deal, depth)
			}
		}
	}
}

// chances counts the leaves when each kind of piece that may still be face down counts once for a face-down move.
func chances(p *Position, pools *[2]Pool, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	var buf [MaxMoves]game.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		kinds := []game.Role{game.NoRole}
		us := p.Turn()
		if p.Dark(m.From()) {
			kinds = kinds[:0]
			for r, k := range pools[us] {
				if k > 0 {
					kinds = append(kinds, game.Role(r))
				}
			}
		}
		for _, r := range kinds {
			if r != game.NoRole {
				pools[us][r]--
			}
			u := p.Do(m, r)
			n += chances(p, pools, depth-1)
			p.Undo(m, u)
			if r != game.NoRole {
				pools[us][r]++
			}
		}
	}
	return n
}

func TestChances(t *testing.T) {
	for depth, want := range []uint64{1, 259, 66462, 13862869} {
		p := Start()
		if got := chances(&p, &[2]Pool{fullPool, fullPool}, depth); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	d := Identity()
	for b.Loop() {
		p := Start()
		if got := p.Perft(&d, 5); got != perfts[0].nodes[5] {
			b.Fatalf("%d, want %d", got, perfts[0].nodes[5])
		}
	}
}
