// Package jieqi implements the rules of jieqi (揭棋, cờ úp, flipped chess): xiangqi in which fifteen pieces of each side
// are shuffled and start face down.
//
// A face-down piece moves, captures and gives check like the piece that starts on its square in xiangqi, with that
// piece's limits. It is turned over where its first move ends and keeps that identity. Open advisors and elephants are
// not bound to palace and river. A pawn may move sideways wherever it is beyond the river. Checkmate and stalemate
// lose, perpetual check loses, and any other third occurrence of a position is a draw; so are [MoveLimitPlies] plies
// without a capture and without a piece turned over, and bare kings.
//
// The main types:
//
//   - A [Deal] says which piece lies on which point. Only a [Game], the referee, has it.
//   - A [Position] is the public state: it knows where face-down pieces lie, not what they are.
//     Whether a move is legal never depends on more.
//   - A [View] is what one viewer may know: the position, the pieces captured, and the [Pool] of each side.
//
// Out of scope: text for people, notation other than coordinates and FEN, drawing and sealing
// deals (package seal), an engine, clocks, players, storage.
package jieqi
