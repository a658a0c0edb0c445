// Package arena plays engines against each other and says what the result is
// worth. Without it nobody knows whether a change made the engine stronger: the
// eye sees a clever move, only a few hundred games see strength.
//
// A [Match] is played in pairs: the same opening twice, colours swapped, so that
// what the opening gives to one side it gives to both ([Opening], [Generate]).
// The referee is package game alone; what a [Player] answers is believed only if
// it is legal and in time. Pairs are counted in five classes, because the two
// games of a pair are not independent; from them come Elo with its error and the
// sequential test that ends a match as soon as it has proved its point
// ([Tally], [SPRT]). Every game goes to a [Journal], a PGN file, and a match
// that was broken off goes on from it.
//
// A Player is this program's own engine ([Own]), one of its characters
// ([Playing]), or any program that speaks UCI or UCCI ([Start]); [ParseSpec]
// makes one from a line of text.
//
// What may not enter: rules, judgement of moves, anything that makes the engine
// play differently because it is in the arena.
package arena
