// Package ai is the engine: it finds moves. Given a game and limits it returns a
// line of play and its value.
//
// It is a principal variation search (minimax with alpha-beta) over a transposition
// table. The tree of all moves is far too large, so every feature does one of four things:
//
//   - It visits fewer nodes of the same tree. Alpha-beta skips the other replies once
//     one refutes a move, so the likely refutation goes first (picker.go, history.go);
//     results are kept in a table (table.go); moves after the first are searched with a
//     null window (search.go, iterate.go).
//   - It makes the tree smaller. Moves and nodes that are hopeless by a margin are
//     pruned, late moves are reduced, checks and singular moves are extended (prune.go);
//     captures are played out before a position is evaluated (quiesce.go, see.go).
//   - It uses several threads, which share nothing but the table (lazy SMP). Each searches
//     the whole tree at slightly different depths and finds in the table what another has
//     searched (iterate.go). No thread waits for another.
//   - It evaluates leaves better (evaluate.go, network.go), and corrects the evaluation by
//     what the search found (history.go).
//
// An [Engine] searches; a [Pool] is a bounded number of them, shared by many games; a
// [Character] is an opponent of limited strength that plays with an Engine.
//
// What may not enter: protocols (package uci), opening books (book), matches
// (the workbench's), and anything about chat. Of this module only the packages game, ai/character and
// ai/net are imported.
package ai
