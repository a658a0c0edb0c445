package bot_test

import (
	"yeye/bot"
	"yeye/bot/feature"
	"yeye/bot/feature/analysis"
	"yeye/bot/feature/challenges"
	"yeye/bot/feature/exhibition"
	"yeye/bot/feature/gamefile"
	"yeye/bot/feature/guildadmin"
	"yeye/bot/feature/help"
	"yeye/bot/feature/hint"
	"yeye/bot/feature/mygames"
	"yeye/bot/feature/play"
	"yeye/bot/feature/privacy"
	"yeye/bot/feature/replay"
	"yeye/bot/feature/settings"
	"yeye/bot/feature/standing"
	"yeye/bot/feature/study"
	"yeye/bot/locale"
	"yeye/bot/store"
)

// features is what the program lists.
func features(c *bot.Core) []feature.Feature {
	return []feature.Feature{play.New(c), challenges.New(c), exhibition.New(c), hint.New(c), mygames.New(c), study.New(c), replay.New(c), analysis.New(c),
		gamefile.New(c), standing.New(c), settings.New(c), privacy.New(c), guildadmin.New(c), help.New(c)}
}

// bundle is the texts of the whole program.
func bundle() (*locale.Bundle, error) {
	c, err := bot.Open(bot.Options{DB: store.New(nil, nil, nil, nil), Painter: painter}) // nothing is looked up
	if err != nil {
		return nil, err
	}
	return bot.Bundle(features(c)...)
}
