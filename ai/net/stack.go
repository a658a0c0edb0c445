package net

import "yeye/game"

// Stack is the accumulators along one line of a search: one place for each ply. Made
// announces a move, which costs next to nothing; Value mends the accumulators from the
// last ply that has them. It is used by one goroutine and allocates nothing.
type Stack struct {
	net   *Net
	sums  []uint64 // by ply: Red's accumulator, then Black's
	plies []ply
}

// ply is how a place of the stack comes from the one before.
type ply struct {
	done         bool // its accumulators are right
	null         bool // nothing moved
	piece, taken game.Piece
	from, to     game.Square
}

// NewStack is a stack of so many plies for a network.
func NewStack(n *Net, plies int) *Stack {
	return &Stack{net: n, sums: make([]uint64, plies*2*n.words), plies: make([]ply, plies)}
}

// Net is the network it is for.
func (s *Stack) Net() *Net { return s.net }

func (s *Stack) side(at int, c game.Color) []uint64 {
	w := s.net.words
	return s.sums[(2*at+int(c&1))*w:][:w:w]
}

// Reset puts a position at the given ply: the line begins there.
func (s *Stack) Reset(at int, p *game.Position) {
	for _, c := range [2]game.Color{game.Red, game.Black} {
		sum := s.side(at, c)
		copy(sum, s.net.bias)
		for b := p.Occupied(); b.Any(); {
			from := b.PopFirst()
			addLanes(sum, s.net.rows[s.net.row(c, p.At(from), from):][:s.net.words])
		}
	}
	s.plies[at] = ply{done: true}
}

// Made says that the position at this ply came from the one before by a piece that went
// from a point to another and took what was there, or nothing.
func (s *Stack) Made(at int, piece, taken game.Piece, from, to game.Square) {
	s.plies[at] = ply{piece: piece, taken: taken, from: from, to: to}
}

// Passed says that the position at this ply is the one before, the turn passed.
func (s *Stack) Passed(at int) { s.plies[at] = ply{null: true} }

// Moved puts what is at one ply at another.
func (s *Stack) Moved(to, from int) {
	s.fresh(from)
	w := 2 * s.net.words
	copy(s.sums[to*w:][:w], s.sums[from*w:][:w])
	s.plies[to] = ply{done: true}
}

// fresh makes the accumulators of this ply right, and of those before it on the way.
func (s *Stack) fresh(at int) {
	first := at
	for !s.plies[first].done {
		first--
	}
	for i := first + 1; i <= at; i++ {
		s.mend(i)
	}
}

func (s *Stack) mend(at int) {
	d := &s.plies[at]
	n := s.net
	for _, c := range [2]game.Color{game.Red, game.Black} {
		to := (2*at + int(c)) * n.words
		from := to - 2*n.words
		switch {
		case d.null:
			copy(s.side(at, c), s.side(at-1, c))
		case d.taken == game.NoPiece:
			n.addSub(s.sums, to, from, n.row(c, d.piece, d.to), n.row(c, d.piece, d.from))
		default:
			n.addSubSub(s.sums, to, from, n.row(c, d.piece, d.to), n.row(c, d.piece, d.from), n.row(c, d.taken, d.to))
		}
	}
	d.done = true
}

// row is where the weights of a piece on a point, seen from side c, begin.
func (n *Net) row(c game.Color, p game.Piece, at game.Square) int {
	return int(featureOf[c&1][p&15][at]) * n.words
}

// Value is what the position at this ply is worth for the side to move.
func (s *Stack) Value(at int, p *game.Position) int {
	if !s.plies[at].done {
		s.fresh(at)
	}
	n, us := s.net, p.Turn()
	b := Bucket(p.Occupied().Count())
	sum := n.dot(s.side(at, us), s.side(at, us.Other()), n.out[b*2*n.words:][:2*n.words])
	return n.score(sum, b)
}

func (n *Net) score(sum int32, bucket int) int {
	return (int(sum)/QA + int(n.outBias[bucket])) * Scale / (QA * QB)
}
