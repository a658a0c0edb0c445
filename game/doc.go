// Package game implements the rules of xiangqi (Chinese chess) and nothing
// else: the board and its pieces, legal moves, and how a game ends.
//
// The dictionary:
//
//   - [Color], [Role], [Piece], [Square] and [Move] are small values.
//   - A [Position] is a legal placement of pieces with a side to move. It is a
//     plain value: copying it copies the board, comparing keys compares boards.
//     [ParseFEN] and [Setup.Position] are the ways in from outside and refuse
//     what cannot be a position; a [Setup.Draft] is for display only.
//   - A [Game] is a start position, the moves played from it and the [Rules]
//     about repetition that it is played by. It knows its [Outcome].
//
// The engine's moves go through [Position.Do] and [Position.Undo], which do not
// allocate and trust their caller; people's moves go through [Game.Play], which
// refuses illegal ones with an [*IllegalMove] that says why.
//
// What may not enter: text for people beyond plain English errors, notation
// other than coordinates and FEN (package notation), clocks, players, storage.
// Only the standard library is imported.
package game
