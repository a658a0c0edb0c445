package net

import "golang.org/x/sys/cpu"

// hasVector reports whether the processor has the instructions that the assembly needs.
var hasVector = cpu.X86.HasAVX2

//go:noescape
func addSubAVX2(dst, src, add, sub *uint64, words int)

//go:noescape
func addSubSubAVX2(dst, src, add, sub, sub2 *uint64, words int)

//go:noescape
func dotAVX2(us, them, weights *uint64, words int) int32

// addSub computes an accumulator from another one by adding one row of weights and subtracting another. All arguments
// are offsets.
func (n *Net) addSub(sums []uint64, to, from, add, sub int) {
	if n.vector {
		addSubAVX2(&sums[to], &sums[from], &n.rows[add], &n.rows[sub], n.words)
		return
	}
	w := n.words
	addSubLanes(sums[to:][:w], sums[from:][:w], n.rows[add:][:w], n.rows[sub:][:w])
}

// addSubSub is addSub with a second row subtracted.
func (n *Net) addSubSub(sums []uint64, to, from, add, sub, sub2 int) {
	if n.vector {
		addSubSubAVX2(&sums[to], &sums[from], &n.rows[add], &n.rows[sub], &n.rows[sub2], n.words)
		return
	}
	w := n.words
	addSubSubLanes(sums[to:][:w], sums[from:][:w], n.rows[add:][:w], n.rows[sub:][:w], n.rows[sub2:][:w])
}

func (n *Net) dot(us, them, weights []uint64) int32 {
	if n.vector {
		return dotAVX2(&us[0], &them[0], &weights[0], n.words)
	}
	return dotLanes(us, them, weights)
}
