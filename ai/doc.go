// Package ai is the engine. Given a game and limits it returns the best move, its line and its score.
//
// It is a principal variation search (alpha-beta) with a transposition table. The tree of all moves
// is far too large, so every feature does one of four things:
//
//   - It visits fewer nodes of the same tree. Alpha-beta skips the other replies once one refutes a
//     move, so likely refutations go first (picker.go, history.go); results are kept in a table
//     (table.go); moves after the first are searched with a null window (search.go, iterate.go).
//   - It makes the tree smaller. Hopeless moves and nodes are pruned, late moves are reduced, checks
//     and singular moves are extended (prune.go); captures are played out before a position is
//     evaluated (quiesce.go, see.go).
//   - It uses several threads, which share only the table (lazy SMP). Each thread searches the whole
//     tree at slightly different depths and finds the results of the others in the table
//     (iterate.go). No thread waits for another.
//   - It evaluates leaves better (package net), and corrects the evaluation by what the
//     search found (history.go).
//
// An [Engine] searches. A [Pool] is a bounded number of engines shared by many games. A [Character]
// is an opponent of limited strength that plays with an Engine, and in openings from its [School].
//
// Out of scope: protocols (package uci), opening books (book), matches (cmd/lab), and anything about chat. Of this
// module it imports only game, ai/character, ai/masters and ai/net.
package ai
