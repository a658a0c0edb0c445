// Package record reads and writes games as files: PGN with its three move
// formats, the DhtmlXQ blocks of Chinese forums, and the position lines of UCI
// and UCCI. It also names openings.
//
// A [Record] is a start position, a tree of moves and what is known about the
// game. Everything in it is legal: a file with an illegal move is refused, with
// the move and the reason. Files come from strangers, so size, number of moves,
// depth of variations and length of texts are limited ([MaxSize], [MaxPlies],
// [MaxDepth]), and names are cleaned of control characters.
//
// What may not enter: rules (package game), reading of single moves (package
// notation), fetching files from anywhere.
package record
