// Package backfill is what happens around absences: moves that were typed while nobody listened are played, within a few minutes,
// and clocks stand still while nobody could reach the bot.
//
// What may not enter: how a match is shown, rules.
package backfill
