// Package accuracy turns what the engine says of positions into what people
// understand: winning chances, the accuracy of a move and of a game, and the
// words inaccuracy, mistake and blunder.
package accuracy
