package jieqi

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
)

// slow is a board of letters, and a generator written from the rules' text alone: for every piece it tries every point.
type slow struct {
	at   map[game.Square]stone
	turn game.Color
}

type stone struct {
	side game.Color
	role game.Role // as it moves
	dark bool
}

func slowStart() slow {
	b := slow{at: map[game.Square]stone{}}
	x := game.Start()
	for s := range game.Square(game.Squares) {
		if p := x.At(s); p != game.NoPiece {
			b.at[s] = stone{p.Color(), p.Role(), p.Role() != game.King}
		}
	}
	return b
}

func sign(n int) int { return max(-1, min(1, n)) }

// could reports whether the piece on from could go to to, or take what is there, ignoring its king.
func (b slow) could(from, to game.Square) bool {
	p := b.at[from]
	target, taken := b.at[to]
	if from == to || taken && target.side == p.side {
		return false
	}
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	af, ar := max(df, -df), max(dr, -dr)
	between := 0 // pieces on the straight line
	if df == 0 || dr == 0 {
		for i := 1; i < af+ar; i++ {
			if _, ok := b.at[game.SquareAt(from.File()+i*sign(df), from.Rank()+i*sign(dr))]; ok {
				between++
			}
		}
	}
	empty := func(f, r int) bool {
		_, ok := b.at[game.SquareAt(from.File()+f, from.Rank()+r)]
		return !ok
	}
	ahead, home := 1, func(s game.Square) bool { return s.Rank() < 5 }
	if p.side == game.Black {
		ahead, home = -1, func(s game.Square) bool { return s.Rank() > 4 }
	}
	palace := to.File() >= 3 && to.File() <= 5 && (to.Rank() <= 2 || to.Rank() >= 7) && home(to)
	straight := df == 0 || dr == 0
	switch p.role {
	case game.King:
		return palace && af+ar == 1
	case game.Advisor:
		return af == 1 && ar == 1 && (palace || !p.dark)
	case game.Elephant:
		return af == 2 && ar == 2 && empty(df/2, dr/2) && (home(to) || !p.dark)
	case game.Horse:
		return af == 1 && ar == 2 && empty(0, dr/2) || af == 2 && ar == 1 && empty(df/2, 0)
	case game.Rook:
		return straight && between == 0
	case game.Cannon:
		return straight && (between == 0 && !taken || between == 1 && taken)
	case game.Pawn:
		return df == 0 && dr == ahead || dr == 0 && af == 1 && !home(from)
	}
	return false
}

// after returns the board after a move that turns the piece over, if it is face down, as one of a role.
func (b slow) after(from, to game.Square, turned game.Role) slow {
	n := slow{map[game.Square]stone{}, b.turn.Other()}
	for s, p := range b.at {
		n.at[s] = p
	}
	p := n.at[from]
	delete(n.at, from)
	if p.dark {
		p.role, p.dark = turned, false
	}
	n.at[to] = p
	return n
}

// exposed reports whether the king of a side can be taken, also by the other king along an empty file.
func (b slow) exposed(side game.Color) bool {
	var king, other game.Square
	for s, p := range b.at {
		if p.role == game.King && p.side == side {
			king = s
		} else if p.role == game.King {
			other = s
		}
	}
	for s, p := range b.at {
		if p.side != side && b.could(s, king) {
			return true
		}
	}
	if king.File() != other.File() {
		return false
	}
	for r := min(king.Rank(), other.Rank()) + 1; r < max(king.Rank(), other.Rank()); r++ {
		if _, ok := b.at[game.SquareAt(king.File(), r)]; ok {
			return false
		}
	}
	return true
}

func (b slow) legal() (moves []game.Move) {
	for from := range game.Square(game.Squares) {
		if p, ok := b.at[from]; !ok || p.side != b.turn {
			continue
		}
		for to := range game.Square(game.Squares) {
			if b.could(from, to) && !b.after(from, to, game.Pawn).exposed(b.turn) {
				moves = append(moves, game.NewMove(from, to))
			}
		}
	}
	return moves
}

// In games of any deal the slow generator finds the same moves, at every ply, and the same number of moves after each
// of them.
func TestSlowGenerator(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDeal(t)
		p, b := Start(), slowStart()
		n := rapid.IntRange(1, 60).Draw(t, "plies")
		for range n {
			got, want := p.LegalMoves(nil), b.legal()
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %v, slowly %v", p.placement(), got, want)
			}
			if b.exposed(b.turn) != p.InCheck() {
				t.Fatalf("%s: check %v", p.placement(), p.InCheck())
			}
			if len(got) == 0 {
				return
			}
			m := rapid.SampledFrom(got).Draw(t, "move")
			b = b.after(m.From(), m.To(), d.At(m.From()))
			p.Do(m, d.At(m.From()))
		}
		var leaves uint64
		for _, m := range b.legal() {
			leaves += uint64(len(b.after(m.From(), m.To(), d.At(m.From())).legal()))
		}
		if got := p.Perft(&d, 2); got != leaves {
			t.Fatalf("%s: %d leaves, slowly %d", p.placement(), got, leaves)
		}
	})
}

// perft counts leaves as [Position.Perft] does.
func (b slow) perft(d *Deal, depth int) (n uint64) {
	moves := b.legal()
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		after := b.after(m.From(), m.To(), d.At(m.From()))
		n += after.perft(d, depth-1)
	}
	return n
}

// Deals that nobody has published counts of: rooks ahead, all pawns behind, both sides alike, and one drawn by lot.
// Both generators count the same leaves.
func TestOtherDeals(t *testing.T) {
	for _, c := range []struct {
		deal  string
		nodes []uint64
	}{
		{"NNBBAACCPPRRPPP/nnbbaaccpprrppp", []uint64{44, 1926, 72085}},
		{"PPPPPNNBBAARRCC/rrccaabbnnppppp", []uint64{44, 1926, 72869}},
		{"CBPRPNAPPRPNABC/pcnbraprppapbnc", []uint64{44, 1926, 76370}},
		{"ARBNPPCPPCNRBAP/ppaarbcnncrbppp", []uint64{44, 1923, 75454}},
	} {
		d, err := ParseDeal(c.deal)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.nodes {
			p, depth := Start(), i+1
			if got := p.Perft(&d, depth); got != want {
				t.Errorf("%s depth %d: %d, want %d", c.deal, depth, got, want)
			}
			if depth == 3 && (testing.Short() || c.deal[0] != 'A') { // some seconds each
				continue
			}
			if slowly := slowStart().perft(&d, depth); slowly != want {
				t.Errorf("%s depth %d: slowly %d, want %d", c.deal, depth, slowly, want)
			}
		}
	}
}
