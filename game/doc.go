// Package game implements the rules of xiangqi (Chinese chess) and nothing else: the board and its
// pieces, legal moves, and how a game ends.
//
// The main types:
//
//   - [Color], [Role], [Piece], [Square] and [Move] are small values.
//   - A [Position] is a legal placement of pieces with a side to move. It is a plain value: copying it
//     copies the board, comparing keys compares boards. [ParseFEN] and [Setup.Position] make one from
//     outside data and refuse what is not a position; a [Setup.Unchecked] is for display only.
//   - A [Game] is a start position, the moves played from it and its [Rules] on repetition. It knows
//     its [Outcome].
//
// Engines move with [Position.Do] and [Position.Undo], which do not allocate and trust their caller.
// People move with [Game.Play], which refuses illegal moves with an [*IllegalMove] that says why.
//
// Out of scope: localized text, notation other than coordinates and FEN (package notation), clocks, players, storage.
// It imports only the standard library.
package game
