// Package report reviews a whole game: the value of each position, how accurately both sides played, and
// the few moves on which the game turned, each with the better move, its line, and facts that say why.
//
// It works in two halves. An [Analyst] asks the engine and fills an [Analysis] position by
// position: a quick search of all positions, a longer one where the value swings, a last one of the
// candidates for turning points. An Analysis can be stored at any moment, as JSON, and continued
// later, even by another process. [Make] turns a finished one into a [Report]; it is pure and
// cheap, so only the Analysis needs to be stored.
//
// Reasons come from package explain. They follow from the board and do not depend on how the engine
// evaluates positions, and each is checked again along its line before it is given ([explain.Holds]).
//
// Out of scope: sentences, storage, queues, Discord.
package report
