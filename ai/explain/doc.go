// Package explain says in a few plain facts why a move is good: it mates in two, wins the horse on c7, parries a
// threat. Every fact is checked on the board, either along the line that the search expects or by trying all replies.
// If it finds no fact, the reason is [NoFact] or [Captures]; it never guesses.
//
// [Move] is pure. [Adviser] asks an engine for the line and explains it.
//
// Out of scope: sentences (package locale of the bot words the facts), Discord, sessions.
package explain
