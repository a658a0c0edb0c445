package game

import (
	"iter"
	"math/bits"
)

// Bitboard is a set of points. Lo holds ranks 0–4 (bit = square), Hi ranks 5–9 (bit = square-45).
// The river lies between the two words, so a rank never straddles them, and shifting a pattern of
// file a by n gives that of file n.
type Bitboard struct{ Lo, Hi uint64 }

const (
	half     = 45
	halfMask = 1<<half - 1
)

// BB is the set that holds only s.
func BB(s Square) Bitboard { return squareBB[s] }

var squareBB = func() (t [Squares]Bitboard) {
	for s := range t {
		if s < half {
			t[s].Lo = 1 << s
		} else {
			t[s].Hi = 1 << (s - half)
		}
	}
	return
}()

// And is the intersection.
func (b Bitboard) And(o Bitboard) Bitboard { return Bitboard{b.Lo & o.Lo, b.Hi & o.Hi} }

// Or is the union.
func (b Bitboard) Or(o Bitboard) Bitboard { return Bitboard{b.Lo | o.Lo, b.Hi | o.Hi} }

// Xor returns the points that are in exactly one of the two.
func (b Bitboard) Xor(o Bitboard) Bitboard { return Bitboard{b.Lo ^ o.Lo, b.Hi ^ o.Hi} }

// Minus is b without the points of o.
func (b Bitboard) Minus(o Bitboard) Bitboard { return Bitboard{b.Lo &^ o.Lo, b.Hi &^ o.Hi} }

// Not returns all other points of the board.
func (b Bitboard) Not() Bitboard { return Bitboard{^b.Lo & halfMask, ^b.Hi & halfMask} }

// Has reports whether s is in the set.
func (b Bitboard) Has(s Square) bool {
	m := &squareBB[s]
	return b.Lo&m.Lo|b.Hi&m.Hi != 0
}

// Empty reports whether the set is empty.
func (b Bitboard) Empty() bool { return b.Lo|b.Hi == 0 }

// Any reports whether the set is not empty.
func (b Bitboard) Any() bool { return b.Lo|b.Hi != 0 }

// Intersects reports whether the two sets share a point.
func (b Bitboard) Intersects(o Bitboard) bool { return b.Lo&o.Lo|b.Hi&o.Hi != 0 }

// Count is the number of points in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi) }

// MoreThanOne reports whether the set holds more than one point.
func (b Bitboard) MoreThanOne() bool {
	if b.Lo != 0 {
		return b.Lo&(b.Lo-1)|b.Hi != 0
	}
	return b.Hi&(b.Hi-1) != 0
}

// First returns the lowest point of the set, NoSquare if it is empty.
func (b Bitboard) First() Square {
	if b.Lo != 0 {
		return Square(bits.TrailingZeros64(b.Lo))
	}
	if b.Hi != 0 {
		return Square(half + bits.TrailingZeros64(b.Hi))
	}
	return NoSquare
}

// PopFirst removes and returns the lowest point; the set must not be empty.
func (b *Bitboard) PopFirst() Square {
	if b.Lo != 0 {
		s := Square(bits.TrailingZeros64(b.Lo))
		b.Lo &= b.Lo - 1
		return s
	}
	s := Square(half + bits.TrailingZeros64(b.Hi))
	b.Hi &= b.Hi - 1
	return s
}

// Squares yields the points of the set in rising order. [Bitboard.PopFirst] is faster.
func (b Bitboard) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for b.Any() {
			if !yield(b.PopFirst()) {
				return
			}
		}
	}
}

// rankOf returns the nine points of the rank of s that are in b, file a in bit
// 0.
func (b *Bitboard) rankOf(s Square) uint {
	if s < half {
		return uint(b.Lo>>rankShift[s]) & 511
	}
	return uint(b.Hi>>rankShift[s]) & 511
}

// rankShift is the bit of file a in the word and rank of each square.
var rankShift = func() (t [Squares]uint8) {
	for s := range t {
		t[s] = uint8(s / Files % 5 * Files)
	}
	return
}()

// fileOf returns the ten points of a file (0–8) that are in b, rank 0 in bit 0.
//
// A word's five points of one file are nine bits apart; multiplying by bits eight apart moves them
// next to each other without carries.
func (b *Bitboard) fileOf(file uint) uint {
	const (
		column = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36
		gather = 1<<36 | 1<<28 | 1<<20 | 1<<12 | 1<<4
	)
	lo := (b.Lo >> (file & 15) & column) * gather >> 36 & 31
	hi := (b.Hi >> (file & 15) & column) * gather >> 36 & 31
	return uint(lo | hi<<5)
}
