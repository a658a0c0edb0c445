// Package uci lets other programs drive the engine: board programs, match
// managers, servers. It speaks UCI, and UCCI, the Chinese protocol that UCI's
// idea went into, to a program that greets it with "ucci".
//
// [Run] holds one conversation. Squares are written with ranks from 0 to 9. What
// cannot be understood is answered with an "info string" and changes nothing. At
// the end of the input a search with limits is finished, one without is stopped,
// so that a conversation can come from a file.
//
// Besides what the protocols ask, "go perft N" counts leaves move by move and
// "d" shows the position.
//
// What may not enter: thinking (package ai), rules (package game), the ways and
// means of matches (package arena).
package uci
