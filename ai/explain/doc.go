// Package explain says in a few plain facts why a move is good: it mates in two, wins the horse on
// c7, parries a threat. Every fact is found on the board, either in the line that the search expects
// or by trying all replies. If no fact is found, the reason is [Plain] or [Takes]; it never guesses.
//
// [Move] is pure. [Adviser] asks an engine for the line and explains it.
//
// What may not enter: sentences (package locale of the bot words the facts), Discord, sessions.
package explain
