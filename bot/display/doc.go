// Package display keeps cards up to date: messages that show a subject, such as a match, a study or a challenge. Each
// subject has a row with its wanted and its shown revision. The domain raises the wanted one in its transaction, and
// this package sends what is missing, one request at a time for each card, when woken by a handler, an engine's move,
// a restart or a sweep. A revision that could not be sent is found by the next sweep.
//
// decide returns the next step for a card from its row, its content and the known facts; publication carries it out
// and adds the facts learned.
//
// Discord may carry out a request after it timed out, and a process may die between a request and its record. Such a
// card is uncertain: its channel is searched, what is found there is adopted, and duplicates are removed.
//
// Out of scope: games, what a card says (a [Source] knows), decisions about what is worth a new message (the
// domain's listeners write that into the row).
package display
