// Package backfill makes up for absences of the bot: it plays moves that were typed in the last few minutes while the
// bot was away, and stops clocks for the time in which no player could reach it.
//
// Out of scope: how a match is shown, rules.
package backfill
