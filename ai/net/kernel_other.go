//go:build !amd64

package net

const hasVector = false

func (n *Net) addSub(sums []uint64, to, from, add, sub int) {
	w := n.words
	addSubLanes(sums[to:][:w], sums[from:][:w], n.rows[add:][:w], n.rows[sub:][:w])
}

func (n *Net) addSubSub(sums []uint64, to, from, add, sub, sub2 int) {
	w := n.words
	addSubSubLanes(sums[to:][:w], sums[from:][:w], n.rows[add:][:w], n.rows[sub:][:w], n.rows[sub2:][:w])
}

func (n *Net) dot(us, them, weights []uint64) int32 { return dotLanes(us, them, weights) }
