// Package flipped is an engine for flipped chess (揭棋, cờ úp).
//
// It sees only what a player may see, a [jieqi.View]; a test keeps the deal from it. At the root every move of a face-down piece is
// searched for each kind that the piece may be, with an exact value each, and the values are averaged by how many of the kind are
// left. Inside the tree a piece that is turned over stays unknown: it has the average value of what may still be face down, blocks
// other pieces, and does not move again. A tree that branched at every such move would reach less deep for the same nodes, and one that
// guessed what lies where would play as if it knew.
//
// The search is alpha-beta with a table, in nodes and not in time, so it is the same on any machine; the same view, seed and limits
// give the same move. An [Engine] is for one goroutine.
//
// What may not enter: the deal, the seal, texts, clocks.
package flipped
