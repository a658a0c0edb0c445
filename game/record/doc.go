// Package record reads and writes game files: PGN with its three move formats and the prose that people paste instead,
// the DhtmlXQ blocks of Chinese forums, the position lines of UCI and UCCI, XQF of XQStudio; it reads CBR, CBL and CBF
// of CCBridge. It also names openings and the sites that links lead to.
//
// A [Record] is a start position, a tree of moves and the headers of the game; a [Cursor] steps through it. A [File] is
// a list of games whose headings are known before any of them is played: [Open] returns it, [Read] reads its first
// game.
//
// All moves in a record are legal: a file with an illegal move in its game is refused, with the move and the reason,
// and a variation is cut before its first illegal move. Files are untrusted, so size, number of moves, depth of
// variations and length of texts are limited ([MaxSize], [MaxPlies], [MaxDepth]), every length and offset in a binary
// file is checked before use, and control characters are removed from names.
//
// Out of scope: rules (package game), reading of single moves (package
// notation), fetching files from anywhere.
package record
