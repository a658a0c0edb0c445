//go:build !amd64

package net

const hasVector = false

func (n *Net) addSub(dst, src, add, sub []uint64) { addSubLanes(dst, src, add, sub) }

func (n *Net) addSubSub(dst, src, add, sub, sub2 []uint64) {
	addSubSubLanes(dst, src, add, sub, sub2)
}

func (n *Net) dot(us, them, weights []uint64) int32 { return dotLanes(us, them, weights) }
