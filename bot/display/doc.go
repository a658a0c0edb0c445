// Package display keeps messages up to date with what they show. Each subject with a card (a match, a study, a
// challenge) has a row that says which revision is wanted and which is shown; the domain raises the wanted one in its
// transaction, and this package sends what is missing, one request at a time for each card, whether it was woken by a
// handler, an answer of the engine, a restart or a sweep. A revision that could not be sent is still missing the next
// time, so there is no other state to keep.
//
// Deciding the next step for a card is separate from doing it: decide looks at its row, its content and the known
// facts, and again at what each step has learned.
//
// Discord may carry out a request after it timed out, and a process may die between a request and its record. Such a
// card is uncertain: its channel is searched, what is found there is adopted, and duplicates are removed.
//
// Out of scope: games, what a card says (a [Source] knows), decisions about what is worth a new message (the
// domain's listeners write that into the row).
package display
