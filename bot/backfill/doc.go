// Package backfill corrects for absences of the bot: it plays moves that were typed in the last few minutes while the
// bot was away, and deducts the absence from clocks.
//
// Out of scope: how a match is shown, rules.
package backfill
