package net

import "golang.org/x/sys/cpu"

// hasVector reports whether the processor has what the kernels in assembly need.
var hasVector = cpu.X86.HasAVX2

//go:noescape
func addSubAVX2(dst, src, add, sub *uint64, words int)

//go:noescape
func addSubSubAVX2(dst, src, add, sub, sub2 *uint64, words int)

//go:noescape
func dotAVX2(us, them, weights *uint64, words int) int32

func (n *Net) addSub(dst, src, add, sub []uint64) {
	if n.vector {
		addSubAVX2(&dst[0], &src[0], &add[0], &sub[0], n.words)
		return
	}
	addSubLanes(dst, src, add, sub)
}

func (n *Net) addSubSub(dst, src, add, sub, sub2 []uint64) {
	if n.vector {
		addSubSubAVX2(&dst[0], &src[0], &add[0], &sub[0], &sub2[0], n.words)
		return
	}
	addSubSubLanes(dst, src, add, sub, sub2)
}

func (n *Net) dot(us, them, weights []uint64) int32 {
	if n.vector {
		return dotAVX2(&us[0], &them[0], &weights[0], n.words)
	}
	return dotLanes(us, them, weights)
}
