// Package display keeps messages in step with what they show. Whatever has a card (a match, a study, a challenge) has a row that says
// which revision of it is wanted and which is shown; the domain raises the first in its own transaction, and this package does what
// is missing, one request at a time for each card, whether it was woken by a handler, an answer of the engine, a restart or a sweep.
// A revision that could not be sent is still missing the next time, so nothing else need be remembered.
//
// Deciding the next step for a card is separate from doing it: decide looks at its row, its content and the known facts, and again at
// what each step has learned.
//
// An abandoned request may be carried out all the same, and a process may die between a request and its record. Such a card is
// uncertain: its channel is searched, what is found there is adopted, and duplicates are removed.
//
// What may not enter: games, what a card says (a [Source] knows), decisions about what is worth a new message (the domain's
// listeners write that into the row).
package display
