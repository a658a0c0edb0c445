// Package arena plays matches between engines and computes Elo and the significance of the result.
//
// A [Match] is played in pairs: the same opening twice, with colors swapped, so that neither player profits from the
// opening ([Opening]). The referee is package game; a [Player]'s move counts only if it is legal and in time. Pairs are
// counted in five classes (pentanomial), because the two games of a pair are not independent. Elo with its error and
// the sequential test, which ends a match as soon as the result is significant, are computed from them ([Tally],
// [SPRT]). Every game goes to a [Journal], a PGN file, from which an interrupted match resumes.
//
// A Player is this program's engine ([NewInternal]), one of its characters ([NewCharacter]), or a program that speaks
// UCI or UCCI ([Start]). [ParseSpec] makes one from a line of text.
//
// Out of scope: rules, evaluation of moves, and anything that makes the engine play differently in a match.
package arena
