// Package flipped is an engine for flipped chess (jieqi, 揭棋, cờ úp).
//
// It sees only what a player may see, a [jieqi.View]; a test makes sure that the deal does not
// reach it. At the root, each move of a face-down piece is searched for each kind that the piece
// may be, with an exact value each. The values are averaged, weighted by how many pieces of the
// kind are left. Inside the tree a piece that is turned over stays unknown: it has the average
// value of the pieces still face down, blocks other pieces, and does not move again. A tree that
// branched at every such move would be shallower for the same nodes, and one that guessed the kinds
// would play as if it knew them.
//
// The search is alpha-beta with a table. It is limited by nodes, not time, so it is the same on any
// machine: the same view, seed and limits give the same move. An [Engine] is for one goroutine.
//
// What may not enter: the deal, the seal, texts, clocks.
package flipped
