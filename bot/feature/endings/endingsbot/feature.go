// Package endingsbot lets players try endings and classics against the strongest character: it shows a list with their
// results, and starts matches. The matches and their cards belong to package play; package endings stores the results.
//
// Out of scope: positions, and judging results.
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

// Actions of the controls. Their id is the name of an ending or chapter. They must not be renamed: old messages still
// carry them.
const (
	actionList    = "eglist"    // show the list in a new message
	actionChapter = "egchapter" // show the list of another chapter
	actionPick    = "egpick"    // show an ending of the list
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
			{Action: actionChapter, Door: door.Anybody.Alone(), Handle: e.turnPage},
			{Action: actionPick, Door: door.Anybody.Alone(), Handle: e.pick},
			{Action: actionBegin, Door: door.Starters.Alone(), Handle: e.startMatch},
		},
		Remark:   e.remark,
		Buttons:  e.buttons,
		Personal: s.Endings.Owner(),
		OnMatch:  s.Endings.Listener(),
	}
}

// open shows the list of an ending's chapter in a new message.
func (e *endgame) open(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	one, ok := endings.Find(string(c.ID))
	if !ok {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return e.list(ctx, r, one.Chapter)
}

// turnPage shows the list of the selected chapter, or of the one that the control names.
func (e *endgame) turnPage(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	chapter := cmp.Or(r.Selected(), string(c.ID))
	if len(endings.In(chapter)) == 0 {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return interaction.Editing(e.list(ctx, r, chapter))
}

// pick shows the selected ending.
func (e *endgame) pick(_ context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
	one, ok := endings.Find(r.Selected())
	if !ok {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return e.page(r, one).Editing(), nil
}

// startMatch starts a match of an ending. If the same player's match of the same ending has just started in this
// channel, the button was pressed twice.
func (e *endgame) startMatch(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	one, ok := endings.Find(string(c.ID))
	if !ok {
		return interaction.Response{}, interaction.ErrOutdated
	}
	if existing, err := e.Matches.InChannel(ctx, r.Channel); err == nil &&
		existing.Seats[one.Side].Player == r.Player &&
		existing.Game.Ply() < 2 {
		if same, ok := endings.FromMatch(&existing); ok && same.Name == one.Name {
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
