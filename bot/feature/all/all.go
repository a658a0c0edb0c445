// Package all lists what the program can do. A new feature is a folder beside this one and a line here. Commands, and tests of the
// program as a whole, import it; no feature may, and nothing but the list may enter.
package all

import (
	"yeye/bot"
	"yeye/bot/feature"
	"yeye/bot/feature/analysis"
	"yeye/bot/feature/challenges"
	"yeye/bot/feature/characters"
	"yeye/bot/feature/exhibition"
	"yeye/bot/feature/gamefile"
	"yeye/bot/feature/guess"
	"yeye/bot/feature/guildadmin"
	"yeye/bot/feature/help"
	"yeye/bot/feature/hint"
	"yeye/bot/feature/history"
	"yeye/bot/feature/leaderboard"
	"yeye/bot/feature/mygames"
	"yeye/bot/feature/play"
	"yeye/bot/feature/privacy"
	"yeye/bot/feature/profile"
	"yeye/bot/feature/replay"
	"yeye/bot/feature/review"
	"yeye/bot/feature/settings"
	"yeye/bot/feature/study"
)

// Features returns every feature, in the order of /help. Typed text is offered to them in the same order.
func Features(c *bot.Core) []feature.Feature {
	return []feature.Feature{
		play.New(c),
		challenges.New(c),
		exhibition.New(c),
		hint.New(c),
		mygames.New(c),
		study.New(c),
		history.New(c),
		replay.New(c),
		guess.New(c),
		analysis.New(c),
		gamefile.New(c),
		profile.New(profile.Services{Standing: c.Standing, History: c.History, Matches: c.Matches, Guilds: c.Guilds, Players: c.Players, Painter: c.Painter,
			Readers: c.Readers, Post: c.REST.Create, Posted: c.Display.Announced}),
		leaderboard.New(leaderboard.Services{Standing: c.Standing, Readers: c.Readers}),
		review.New(review.Services{DB: c.DB, Matches: c.Matches, Standing: c.Standing, History: c.History, Engine: c.Engine,
			Wake: c.Waker.Wake, Tasks: c.Background}),
		settings.New(c),
		privacy.New(c),
		guildadmin.New(c),
		help.New(c),
		characters.New(c), // answers what no other feature understands
	}
}
