// Package ai is the engine: it finds moves. Given a game and limits it returns a
// line of play and its value.
//
// It is the minimax of the textbooks grown up. Minimax says: a position is worth as
// much as my best move in it, and a move is worth as much as my opponent's best
// reply leaves me. Everything here is one of four answers to the fact that the tree
// of all moves is far too large:
//
//   - Look at the same tree with fewer nodes. Once one answer refutes a move, the
//     others need not be seen (alpha-beta); so the likely refutation goes first
//     (picker.go, history.go), positions met before are remembered (table.go),
//     and a first move taken for the best is only ever compared against, by
//     windows of no width (search.go, iterate.go).
//   - Look at a smaller tree. What is hopeless by a margin is given up early, what
//     comes late in a good order is looked at less deeply, what is forced is
//     followed further, checks and moves without which all would be lost (prune.go);
//     exchanges are settled before the position is valued (quiesce.go, see.go).
//   - Look with several threads. They share nothing but the table of positions: each
//     searches the whole tree at depths slightly apart (iterate.go), finds there what
//     another has settled, and so the first to come by leaves the others less to do.
//     No thread waits for another, which is why this simplest of ways scales best.
//   - Know more of the position one stops at (evaluate.go), and let what the
//     search finds correct that knowledge (history.go).
//
// An [Engine] searches; a [Pool] of them serves a busy program; a [Character] is
// an opponent with a name, a strength and a taste, who uses one.
//
// What may not enter: protocols (package uci), opening books (book), matches
// (arena), fitting (tune), and anything about chat. Of this module only package game
// is imported.
package ai
