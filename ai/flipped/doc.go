// Package flipped is an engine for flipped chess (jieqi, 揭棋, cờ úp).
//
// It sees only what a player may see, a [jieqi.View]; a test makes sure that it cannot access the deal. At the root,
// each move of a face-down piece is searched once for each role that the piece may turn out to have, with an exact
// score each. The scores are averaged, weighted by the number of such pieces left. Inside the tree a piece that is
// turned over stays unknown: it has the average value of the pieces still face down, blocks other pieces, and does not
// move again. A tree that branched at every such move would be shallower for the same nodes, and one that guessed the
// roles would play as if it knew them.
//
// The search is alpha-beta with a transposition table. Nodes, not time, limit it, so it is the same on any machine: the
// same view, seed and limits give the same move. An [Engine] is for one goroutine.
//
// Out of scope: the deal, the seal, texts, clocks.
package flipped
