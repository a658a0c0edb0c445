// Package backfill makes up for absences of the bot: it plays moves that were typed within the last minutes while nobody listened,
// and stops clocks while nobody could reach the bot.
//
// What may not enter: how a match is shown, rules.
package backfill
