// Package book is what the engine knows by heart: good first moves, grown from
// its own analysis and from nothing else.
//
// A book is a text file, one position a line: the moves that lead to it from the
// start, a bar, and the moves worth playing there with their scores.
//
//	h2e2 h9g7 | h0g2 31 b0c2 24
//
// [Open] reads the one embedded here. A position is found by whatever moves it
// came about, and its mirror image too. [Grower] makes a book larger, the
// likeliest positions first; the file is all it needs to go on.
//
// What may not enter: the engine (who grows a book brings an [Analyst]), games of
// other people, other programs' books.
package book
