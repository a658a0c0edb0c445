// Package display keeps cards up to date: messages that show a subject, such as a match, a study or a challenge. Each
// subject has a row with the wanted and the shown revision. The domain raises the wanted revision in its transaction.
// This package then brings the message up to date, one request at a time for each card, when woken by a handler, an
// engine's move, a restart or a sweep. A sweep retries what could not be sent.
//
// decide computes the next step for a card from its row, its content and the known facts; publication carries it out
// and updates the facts.
//
// Discord may carry out a request after it timed out, and a process may die between a request and storing its result.
// Such a card is uncertain: its channel is searched, a newer card is adopted, and duplicates are removed.
//
// Out of scope: games, the content of cards (see [Source]), and which changes need a new message or a ping (the
// domain's listeners store that in the row).
package display
