package bot

import (
	"context"
	"errors"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// verbStop ends an exhibition.
const verbStop = "stop"

var exhibitionCommand = command{
	name: "exhibition",
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		red := characterOption(cat, "exhibition", "red")
		black := characterOption(cat, "exhibition", "black")
		red.Required, black.Required = true, true
		return []*discordgo.ApplicationCommandOption{red, black}
	},
	run: (*Bot).exhibition,
}

// exhibition has two characters play each other, for everybody to watch.
func (b *Bot) exhibition(ctx context.Context, r *request) reply {
	if missing := r.missing(); missing != "" {
		return says(r.say.Say("refuse.permission", locale.Args{"Permissions": missing}))
	}
	red, ok1 := levelOf(r.options["red"])
	black, ok2 := levelOf(r.options["black"])
	if !ok1 || !ok2 {
		return says(r.say.Say("refuse.control"))
	}
	t := session.Table{Position: game.Start(), Locale: r.locale, Seats: [2]session.Seat{{Level: red}, {Level: black}}}
	return b.seat(ctx, r, t, true)
}

// characterOption is the choice of a character, by level.
func characterOption(cat *locale.Catalog, of, name string) *discordgo.ApplicationCommandOption {
	o := option(cat, of, name, discordgo.ApplicationCommandOptionString)
	for level := range playable {
		o.Choices = append(o.Choices, choiceSaid(cat, strconv.Itoa(level), func(s *locale.Speaker) string {
			return s.Character(level) + " · " + s.AboutCharacter(level)
		}))
	}
	return o
}

// levelOf reads what such a choice sends.
func levelOf(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n < playable
}

// clickStop ends an exhibition, for its starter or a moderator.
func (b *Bot) clickStop(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.Sessions.Stop(ctx, r.by, c.session)
	if errors.Is(err, session.ErrNotAsked) && r.moderates() {
		return b.ruling(ctx, r, c.session, "end", session.RuledOver)
	}
	if err != nil {
		return r.refused(err)
	}
	return shows(se)
}
