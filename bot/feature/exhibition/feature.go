// Package exhibition starts games between two characters, for the members of a channel to watch.
package exhibition

import (
	"context"
	"embed"
	"errors"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/matchcard"
	"yeye/bot/match/moderation"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// actionStop ends an exhibition. It must not be renamed: old messages still carry it.
const actionStop = "stop"

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	*matchcard.Base
	Moderation *moderation.Moderator
	Start      *start.Starter
	Analyses   bool // an engine analyzes finished games
}

type exhibition struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	e := &exhibition{s}
	return feature.Feature{
		Name:    "exhibition",
		Catalog: locale.Embedded("exhibition", catalog),
		Cards:   map[id.Kind]display.Source{match.Exhibition.Kind: e},
		Commands: []interaction.Command{{Name: "exhibition", Door: door.Starters.Alone(), Options: options,
			Handle: e.start}},
		Components: []interaction.Component{{Action: actionStop, OnCard: true, Door: door.Participants.Alone(),
			Handle: e.stop}},
	}
}

func options(t interaction.Texts) []discord.CommandOption {
	red, black := start.CharacterOption(t, "exhibition", "red"), start.CharacterOption(t, "exhibition", "black")
	red.Required, black.Required = true, true
	return []discord.CommandOption{red, black}
}

func (e *exhibition) start(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	red, ok1 := character.Parse(r.Options["red"])
	black, ok2 := character.Parse(r.Options["black"])
	if !ok1 || !ok2 {
		return interaction.Response{}, start.ErrNoCharacter
	}
	t := match.Terms{Mode: match.Exhibition, Position: game.Start(), Locale: r.Locale,
		Seats: [2]match.Seat{{Level: red}, {Level: black}}}
	return e.Start.Match(ctx, r, t, true)
}

// stop ends an exhibition, for its starter or a moderator.
func (e *exhibition) stop(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	change, err := e.Matches.Stop(ctx, start.Actor(r, match.FromCard), c.ID)
	if errors.Is(err, match.ErrNotAsked) && r.HasPermission(discord.ManageMessages) {
		return e.Moderation.Rule(ctx, r, c.ID, "end", match.EndedByModerator)
	}
	return interaction.ShowCard(change.Match.Subject()), err
}

// Card implements [display.Source].
func (e *exhibition) Card(ctx context.Context, of id.Match, rev int64, _ string) (display.Card, error) {
	m, c, r, err := e.Load(ctx, of, rev)
	if err != nil {
		return c, err
	}
	remarks, err := e.Remarks(ctx, r, &m)
	if err != nil {
		return c, err
	}
	c.Message.Content = view.Text(r, &m, e.Now()) + remarks
	if m.Status == match.Open {
		// The custom id has no revision: the button must not change every few seconds while a user is pressing it.
		c.Message.Rows = []discord.Row{{discord.ControlID{Action: actionStop, ID: m.ID}.Button(r.Text("control.stop"),
			discord.Secondary)}}
		more, err := e.Buttons(ctx, r, &m)
		if err != nil {
			return c, err
		}
		if len(more) > 0 {
			c.Message.Rows = append(c.Message.Rows, more)
		}
	}
	if past := view.Past(r.Words, &m, e.Analyses); len(past) > 0 {
		c.Message.Rows = []discord.Row{past}
	}
	c.Draw = matchcard.Draw(e.Painter, r, &m, game.NoSquare)
	return c, nil
}
