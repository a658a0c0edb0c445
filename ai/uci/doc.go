// Package uci lets other programs drive the engine: board programs, match
// managers, servers. It speaks UCI, and UCCI, UCI's Chinese relative, to a
// program that greets it with "ucci".
//
// [Run] holds one conversation. Squares are written with ranks from 0 to 9. A
// line that cannot be understood is answered with an "info string" and changes
// nothing. At the end of the input a search with limits is completed, one
// without is stopped, so that a conversation can be read from a file.
//
// Beyond the protocols, "go perft N" counts leaves move by move and "d" shows
// the position.
//
// What may not enter: search (package ai), rules (package game), matches
// (package arena).
package uci
