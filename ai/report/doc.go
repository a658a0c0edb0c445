// Package report looks back on a whole game: what each position was worth, how
// accurately both sides played, and the few moves on which the game turned, each
// with the better move, its line, and facts that say why.
//
// It works in two halves. An [Analyst] asks the engine and fills an [Analysis]
// position by position: a quick look at all of them, a longer one where the value
// swings, a last one at the candidates for turning points. An Analysis can be
// stored at any moment, as JSON, and gone on with later, by another process too.
// [Make] turns a finished one into a [Report]; it is pure and cheap, so that only
// the Analysis need be kept.
//
// Reasons are those of package analysis, by the rules of the board and not by
// whatever the engine values positions with, and every one is looked up again on
// its line before it is given ([analysis.Holds]).
//
// What may not enter: sentences, storage, queues, anything of Discord.
package report
