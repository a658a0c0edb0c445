package services

import (
	"yeye/bot/discord"
	"yeye/bot/feature"
	"yeye/bot/feature/study/studycard"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/practice"
	"yeye/bot/match/replaypage"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
)

// Bundle returns the texts of the bot with features.
func Bundle(features []feature.Feature) (*locale.Bundle, error) {
	return locale.New(Catalogs(features)...)
}

// Catalogs returns the catalogs of the texts of the bot with features.
func Catalogs(features []feature.Feature) []locale.Catalog {
	all := []locale.Catalog{words.Catalog(), view.Catalog(), archive.Catalog(), replaypage.Catalog(),
		studycard.Catalog(), practice.Catalog()}
	for _, f := range features {
		if f.Catalog.Files != nil {
			all = append(all, f.Catalog)
		}
	}
	return all
}

// Commands returns the commands of features in Discord's form.
func Commands(features Features) ([]discord.Command, error) {
	declared := features(new(Services))
	bundle, err := Bundle(declared)
	if err != nil {
		return nil, err
	}
	var all []interaction.Command
	for _, f := range declared {
		all = append(all, f.Commands...)
	}
	return interaction.Definitions(bundle, all), nil
}
