// Package endingsbot lets people try endings and classics against the strongest character: a list with what they have
// reached, and matches that begin from its positions. The matches themselves, and their cards, are those of package
// play; what they reach is recorded by package endings when they end.
//
// Out of scope: positions, and what is reached in them.
package endingsbot

import (
	"cmp"
	"context"
	"embed"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/endings"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Endings *endings.Service
	Start   *start.Starter
}

// Name is the name of the feature.
const Name = "endgame"

type endgame struct{ Services }

// Actions of the controls. The id is the name of an ending, or of a chapter in that of the list. They never change:
// messages keep them forever.
const (
	actionList    = "eglist"    // shows the list in a new message
	actionChapter = "egchapter" // turn the list to a chapter
	actionPick    = "egpick"    // an ending of the list
	actionBegin   = "egbegin"
)

// New returns the feature.
func New(s Services) feature.Feature {
	e := &endgame{s}
	return feature.Feature{
		Name:     Name,
		Optional: true,
		Catalog:  locale.Embedded("endgame", catalog),
		Commands: []interaction.Command{{Name: "endgame", Door: door.Anybody.Alone(),
			Handle: func(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
				return e.list(ctx, r, endings.Chapters()[0])
			}}},
		Components: []interaction.Component{
			{Action: actionList, Door: door.Anybody.Alone(), Handle: e.open},
			{Action: actionChapter, Door: door.Anybody.Alone(), Handle: e.turn},
			{Action: actionPick, Door: door.Anybody.Alone(), Handle: e.pick},
			{Action: actionBegin, Door: door.Starters.Alone(), Handle: e.begin},
		},
		Remark:   e.remark,
		Buttons:  e.buttons,
		Personal: s.Endings.Owner(),
		OnMatch:  s.Endings.Listener(),
	}
}

// open shows the chapter of an ending in a new message.
func (e *endgame) open(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	one, ok := endings.Find(string(c.ID))
	if !ok {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return e.list(ctx, r, one.Chapter)
}

// turn turns the list to the chapter that was chosen, or that the control names.
func (e *endgame) turn(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	chapter := cmp.Or(r.Selected(), string(c.ID))
	if len(endings.In(chapter)) == 0 {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return interaction.Editing(e.list(ctx, r, chapter))
}

// pick shows the ending that was chosen.
func (e *endgame) pick(_ context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
	one, ok := endings.Find(r.Selected())
	if !ok {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return e.page(r, one).Editing(), nil
}

// begin begins the match of an ending. If the player has it on the board of this channel and has not moved yet, the
// button was pressed twice.
func (e *endgame) begin(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	one, ok := endings.Find(string(c.ID))
	if !ok {
		return interaction.Response{}, interaction.ErrOutdated
	}
	if existing, err := e.Matches.InChannel(ctx, r.Channel); err == nil &&
		existing.Seats[one.Side].Player == r.Player &&
		existing.Game.Ply() < 2 {
		if same, ok := endings.Of(&existing); ok && same.Name == one.Name {
			return interaction.Response{}, &match.OccupiedError{Subject: existing.Subject(), Match: existing}
		}
	}
	t := match.Terms{Mode: match.Ending, Position: one.Start, Locale: r.Locale}
	t.Seats[one.Side] = match.Seat{Player: r.Player, Name: r.Name}
	t.Seats[one.Side.Other()] = match.Seat{Level: endings.Opponent}
	return e.Start.Match(ctx, r, t, false)
}

// control returns the custom id of a control about an ending or a chapter.
func control(action, name string) string {
	return discord.ControlID{Action: action, ID: id.Match(name)}.String()
}
