// Package book holds the engine's opening book, made only from the engine's own analysis.
//
// A book is a text file with one position per line: the moves that lead to it from the start, a
// bar, and the good moves there with their scores.
//
//	h2e2 h9g7 | h0g2 31 b0c2 24
//
// [Open] reads the embedded book. A position is found whichever moves led to it, and so is its mirror
// image. [Grower] extends a book, likeliest positions first; it needs only the file to continue.
//
// Out of scope: the engine (a caller that grows a book provides an [Analyst]), other people's games, other programs'
// books.
package book
