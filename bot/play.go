package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/locale"
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
	position := game.Start()
	if t := r.options["position"]; t != "" {
		p, err := game.ParseFEN(t)
		if err != nil {
			return r.refused(err)
		}
		if err := b.fair(ctx, r.by.Player, &p); err != nil {
			return r.refused(err)
		}
		position = p
	}
	r.terms = termsOf(r.options)
	odds, known := session.ParseOdds(r.options["odds"])
	if known && odds != session.Even {
		if r.options["position"] != "" || r.options["side"] != "" {
			return says(r.say.Say("refuse.odds"))
		}
		return b.begin(ctx, r, odds.Giver().Other(), level, odds.Position(), odds)
	}
	human := game.Red
	if side, ok := r.options["side"]; ok {
		human = b.chooseSide(side)
	}
	return b.begin(ctx, r, human, level, position, session.Even)
}

// oddsOption is the choice of odds.
func oddsOption(cat *locale.Catalog, of string) *discordgo.ApplicationCommandOption {
	o := option(cat, of, "odds", discordgo.ApplicationCommandOptionString)
	for _, odds := range session.AllOdds() {
		name, names := localized(cat, "odds."+odds.String())
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: name, NameLocalizations: names, Value: odds.String()})
	}
	return o
}

func (b *Bot) begin(ctx context.Context, r *request, human game.Color, level int, position game.Position, odds session.Odds) reply {
	t := session.Table{Place: r.place, Position: position, Odds: odds, Locale: r.locale}
	r.terms.settle(&t)
	t.Seats[human] = session.Seat{Player: r.by.Player, Name: r.by.Name, Novice: r.novice}
	t.Seats[human.Other()] = session.Seat{Level: level}
	return b.seat(ctx, r, b.opening(r, t))
}

// opening is a game that begins at once as a beginning.
func (b *Bot) opening(r *request, t session.Table) beginning {
	return beginning{
		name: versus(r.say, t.Seats),
		may:  func(ctx context.Context) error { t.Place = r.place; return b.Sessions.MayStart(ctx, r.by, t) },
		start: func(ctx context.Context, p session.Place) (session.Session, error) {
			t.Place = p
			return b.Sessions.Start(ctx, r.by, t)
		},
	}
}
