package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// defaultLevel is who plays when nobody is chosen: the Kid.
const defaultLevel = 1

// playable is the levels a person can choose.
const playable = 7

var playCommand = command{
	name: "play",
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		opponent := characterOption(cat, "play", "opponent")
		side := sideOption(cat, "play")
		position := option(cat, "play", "position", discordgo.ApplicationCommandOptionString)
		position.MaxLength = 200
		return []*discordgo.ApplicationCommandOption{opponent, side, oddsOption(cat, "play"), position, clockOption(cat, "play")}
	},
	run: (*Bot).play,
}

// play begins a game against a character.
func (b *Bot) play(ctx context.Context, r *request) reply {
	if missing := r.missing(); missing != "" {
		return says(r.say.Say("refuse.permission", locale.Args{"Permissions": missing}))
	}
	level := defaultLevel
	if t, ok := r.options["opponent"]; ok {
		n, ok := levelOf(t)
		if !ok {
			return says(r.say.Say("refuse.control"))
		}
		level = n
	}
	human, t := game.Red, session.Table{Position: game.Start(), Locale: r.locale}
	if side, ok := r.options["side"]; ok {
		human = b.chooseSide(side)
	}
	termsOf(r.options).settle(&t)
	if text := r.options["position"]; text != "" {
		p, err := game.ParseFEN(text)
		if err != nil {
			return r.refused(err)
		}
		if err := b.fair(ctx, r.by.Player, &p); err != nil {
			return r.refused(err)
		}
		t.Position = p
	}
	if odds, known := session.ParseOdds(r.options["odds"]); known && odds != session.Even {
		if r.options["position"] != "" || r.options["side"] != "" {
			return says(r.say.Say("refuse.odds"))
		}
		human, t.Position, t.Odds = odds.Giver().Other(), odds.Position(), odds // the character gives
	}
	t.Seats[human] = session.Seat{Player: r.by.Player, Name: r.by.Name}
	t.Seats[human.Other()] = session.Seat{Level: level}
	return b.seat(ctx, r, t, false)
}

// oddsOption is the choice of odds.
func oddsOption(cat *locale.Catalog, of string) *discordgo.ApplicationCommandOption {
	o := option(cat, of, "odds", discordgo.ApplicationCommandOptionString)
	for _, odds := range session.AllOdds() {
		o.Choices = append(o.Choices, choice(cat, "odds.", odds.String()))
	}
	return o
}
