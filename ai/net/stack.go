package net

import "yeye/game"

// Stack holds the accumulators along one line of a search, one entry per ply. Made records a move, which costs almost
// nothing. Value updates the accumulators from the last computed ply. A Stack is for one goroutine and does not
// allocate.
type Stack struct {
	net   *Net
	sums  []uint64 // by ply: Red's accumulator, then Black's
	plies []ply
}

// ply says how an entry of the stack differs from the previous one.
type ply struct {
	done         bool // its accumulators are computed
	null         bool // a null move
	piece, taken game.Piece
	from, to     game.Square
}

// NewStack returns a stack of that many plies for a network.
func NewStack(n *Net, plies int) *Stack {
	return &Stack{net: n, sums: make([]uint64, plies*2*n.words), plies: make([]ply, plies)}
}

// Net returns the stack's network.
func (s *Stack) Net() *Net { return s.net }

func (s *Stack) side(at int, c game.Color) []uint64 {
	w := s.net.words
	return s.sums[(2*at+int(c&1))*w:][:w:w]
}

// Reset sets the position at the ply where a line starts.
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

// Made records that the position at this ply follows from the previous one by a move of piece that captured taken,
// which may be NoPiece.
func (s *Stack) Made(at int, piece, taken game.Piece, from, to game.Square) {
	s.plies[at] = ply{piece: piece, taken: taken, from: from, to: to}
}

// NullMove records that the position at this ply follows from the previous one by a null move.
func (s *Stack) NullMove(at int) { s.plies[at] = ply{null: true} }

// Copy copies the accumulators of one ply to another.
func (s *Stack) Copy(to, from int) {
	s.update(from)
	w := 2 * s.net.words
	copy(s.sums[to*w:][:w], s.sums[from*w:][:w])
	s.plies[to] = ply{done: true}
}

// update updates the accumulators of this ply, and of earlier plies if needed.
func (s *Stack) update(at int) {
	first := at
	for !s.plies[first].done {
		first--
	}
	for i := first + 1; i <= at; i++ {
		s.updatePly(i)
	}
}

func (s *Stack) updatePly(at int) {
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

// row returns the offset of the weights of a piece on a square, seen from side c.
func (n *Net) row(c game.Color, p game.Piece, at game.Square) int {
	return int(featureOf[c&1][p&15][at]) * n.words
}

// Value returns the network's evaluation of the position at this ply for the side to move.
func (s *Stack) Value(at int, p *game.Position) int {
	if !s.plies[at].done {
		s.update(at)
	}
	n, us := s.net, p.Turn()
	b := Bucket(p.Occupied().Count())
	sum := n.dot(s.side(at, us), s.side(at, us.Other()), n.out[b*2*n.words:][:2*n.words])
	return n.score(sum, b)
}

func (n *Net) score(sum int32, bucket int) int {
	return (int(sum)/QA + int(n.outBias[bucket])) * Scale / (QA * QB)
}
