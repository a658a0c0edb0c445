package game

// A position's key is the XOR of a random number for each piece on its point and one for Black's
// turn (Zobrist hashing). Do updates it. The numbers are fixed, so keys may be stored.
var zobrist, blackToMove = zobristNumbers()

// SplitMix returns a source of pseudo-random numbers, the same for the same seed
// (splitmix64: Steele, Lea, Flood 2014).
func SplitMix(seed uint64) (next func() uint64) {
	return func() uint64 {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
}

func zobristNumbers() (pieces [16][Squares]uint64, turn uint64) {
	next := SplitMix(0x5ee5_0c4e_55f0_0d1e)
	for _, c := range [2]Color{Red, Black} {
		for r := King; r <= Pawn; r++ {
			for s := range pieces[NewPiece(c, r)] {
				pieces[NewPiece(c, r)][s] = next()
			}
		}
	}
	return pieces, next()
}

// keyFromScratch computes the key without increments; it must equal the incremental one.
func (p *Position) keyFromScratch() (key uint64) {
	for s, m := range p.board {
		if m != NoPiece {
			key ^= zobrist[m&15][s]
		}
	}
	if p.turn == Black {
		key ^= blackToMove
	}
	return
}
