// Package uci lets other programs use the engine: GUIs, match managers, servers. It speaks UCI, and after the command
// "ucci" the similar Chinese protocol UCCI.
//
// [Run] holds one session. Squares have ranks from 0 to 9. A line that is not understood is
// answered with an "info string" and changes nothing. At the end of the input, a search with limits
// is completed and one without is stopped, so that a session can be read from a file.
//
// Beyond the protocols, "go perft N" counts leaves move by move and "d" shows the position.
//
// Out of scope: search (package ai), rules (package game), matches (package arena).
package uci
