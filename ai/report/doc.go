// Package report reviews a whole game: the evaluation of each position, the accuracy of both sides, and the few turning
// points, each with the better move, its line, and facts that explain it.
//
// It has two parts. An [Analyst] asks the engine and fills an [Analysis] position by position: a quick search of all
// positions, a longer one where the score swings, and a third one of turning points, mistakes and blunders. An Analysis
// can be stored at any moment, as JSON, and continued later, also by another process. [Make] turns a finished one into
// a [Report]. Make is pure and cheap, so only the Analysis needs to be stored.
//
// Reasons come from package explain. They follow from the board and not from the engine's evaluation, and each is
// checked again along its line before it is given ([explain.Holds]).
//
// Out of scope: sentences, storage, queues, Discord.
package report
