package net

// Arithmetic on four 16-bit lanes in a word. Lanes wrap around like int16. No carry crosses lanes, because the top bits
// are added separately.
const (
	topBits = 0x8000_8000_8000_8000
	lowBits = ^uint64(topBits)
)

func addWord(a, b uint64) uint64 { return (a&lowBits + b&lowBits) ^ (a^b)&topBits }

func subWord(a, b uint64) uint64 { return (a | topBits - b&lowBits) ^ (a^^b)&topBits }

// addLanes computes dst += row.
func addLanes(dst, row []uint64) {
	row = row[:len(dst)]
	for i := range dst {
		dst[i] = addWord(dst[i], row[i])
	}
}

// addSubLanes computes dst = src + add - sub.
func addSubLanes(dst, src, add, sub []uint64) {
	src, add, sub = src[:len(dst)], add[:len(dst)], sub[:len(dst)]
	for i := range dst {
		dst[i] = subWord(addWord(src[i], add[i]), sub[i])
	}
}

// addSubSubLanes computes dst = src + add - sub - sub2.
func addSubSubLanes(dst, src, add, sub, sub2 []uint64) {
	src, add, sub, sub2 = src[:len(dst)], add[:len(dst)], sub[:len(dst)], sub2[:len(dst)]
	for i := range dst {
		dst[i] = subWord(subWord(addWord(src[i], add[i]), sub[i]), sub2[i])
	}
}

// dotLanes returns the dot product of both accumulators, clamped to 0 to QA and squared, with the weights. The weights
// of us come first.
func dotLanes(us, them, weights []uint64) int32 {
	return dotHalf(us, weights[:len(us)]) + dotHalf(them, weights[len(us):])
}

func dotHalf(units, weights []uint64) (sum int32) {
	weights = weights[:len(units)]
	for i, u := range units {
		w := weights[i]
		sum += term(int16(u), int16(w)) + term(int16(u>>16), int16(w>>16)) +
			term(int16(u>>32), int16(w>>32)) + term(int16(u>>48), int16(w>>48))
	}
	return
}

func term(unit, weight int16) int32 {
	v := int32(min(max(unit, 0), QA))
	return v * v * int32(weight)
}
