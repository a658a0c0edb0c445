// Package display keeps messages in step with what they show. Whatever has a card (a match, a study, a challenge) has a row that
// says which revision of it is wanted and which is shown; the domain raises the first in its own transaction, and this package
// does what is missing, one request at a time for each card, whether a handler, an answer of the engine, a restart or a sweep
// brought it up. What could not be sent is still missing at the next look, so nothing has to be remembered elsewhere.
//
// A request that was given up may be carried out all the same, and a process may die between a request and the record of it.
// Such a card is uncertain: its channel is looked through, what is found there is adopted, and what stands twice is removed.
//
// What may not enter: games, what a card says (a [Source] knows), decisions about what is worth a new message (the domain's
// listeners write that into the row).
package display
