// Package pastgames lists the finished games of a player by page, each to be replayed, analyzed or written to a file,
// and the player's record against each opponent.
//
// Out of scope: who may see which game (package bot/match/history), how a game is stepped through or analyzed.
package pastgames

import (
	"context"
	"embed"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/history"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// Actions of the controls. They never change: messages keep them forever. Arg is the encoded [query], Turn the page.
const (
	actionPage         = "hist"     // turn to another page, or back to one
	actionGame         = "histgame" // the game selected
	actionRecords      = "histrec"  // the player's record against each opponent
	actionShare        = "histshow" // the page, for everybody
	actionShareRecords = "histtell" // the records, for everybody
)

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	History  *history.Service
	Analyses bool // an engine analyzes games
}

type past struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	f := &past{s}
	return feature.Feature{
		Name:    "pastgames",
		Catalog: locale.Embedded("pastgames", catalog),
		Commands: []interaction.Command{{Name: "history", Door: door.Anybody.Alone(),
			Options: options, Handle: f.command, Complete: f.complete}},
		Components: []interaction.Component{
			{Action: actionPage, Door: door.Anybody.Alone(), Handle: f.turn},
			{Action: actionGame, Door: door.Anybody.Alone(), Handle: f.choose},
			{Action: actionRecords, Door: door.Anybody.Alone(), Handle: f.records},
			{Action: actionShare, Door: door.Anybody.Everybody(), Handle: f.share},
			{Action: actionShareRecords, Door: door.Anybody.Everybody(), Handle: f.shareRecords},
		},
		Refuse: refusals.AnswerPostable,
	}
}

// The results that can be chosen.
var scores = map[string]game.Score{"won": game.Won, "drawn": game.Drawn, "lost": game.Lost}

func options(t interaction.Texts) []discord.CommandOption {
	opponent, opening := t.Typed("history", "opponent", maxTyped), t.Typed("history", "opening", maxTyped)
	opponent.Autocomplete, opening.Autocomplete = true, true
	return []discord.CommandOption{t.Option("history", "player", discord.UserOption), opponent,
		t.Pick("history", "result", t.Choices("history.filter.", "won", "drawn", "lost")...), opening}
}

// maxTyped is the maximum length of the name of an opponent or an opening.
const maxTyped = 100

var (
	// errOpponent refuses an opponent whom the player has not met, as far as the user who asks can see.
	errOpponent = errors.New("the player has not met that opponent")
	// errOpening refuses an opening that does not exist.
	errOpening = errors.New("there is no such opening")
)

var refusals = interaction.Refusals{{Err: errOpponent, Key: "history.refuse.opponent"},
	{Err: errOpening, Key: "history.refuse.opening"}}

// command handles /history: it shows the first page of the games that the options select.
func (f *past) command(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	q, err := f.queryOf(ctx, r)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.page(ctx, r, q, 0, false)
}

func (f *past) turn(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	q, ok := parseQuery(c.Arg)
	if !ok {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	return interaction.Editing(f.page(ctx, r, q, int(c.Turn), false))
}

// share shows a page to everybody here, as the user who asks sees it: each game on it is theirs, of this channel, or
// one that everybody on the server may see.
func (f *past) share(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	q, ok := parseQuery(c.Arg)
	if !ok {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	a, err := f.page(ctx, r, q, int(c.Turn), true)
	return public(a), err
}

// shareRecords shows the records to everybody here.
func (f *past) shareRecords(
	ctx context.Context,
	r *interaction.Request,
	c discord.ControlID,
) (interaction.Response, error) {
	a, err := f.recordsOf(ctx, r, c, true)
	return public(a), err
}

// public makes an answer public, without the controls, which belong to the user who asked.
func public(a interaction.Response) interaction.Response {
	if a.Private != nil {
		a.Private.Rows = nil
	}
	return a.Publicly()
}

// tallyText describes how many games were won, drawn and lost.
func tallyText(l *locale.Localizer, t history.Tally) string {
	text := l.Text("history.tally", locale.Args{"Won": t.Won, "Drawn": t.Drawn, "Lost": t.Lost})
	if t.Other > 0 {
		text += l.Text("history.tally.other", locale.Args{"Count": t.Other})
	}
	return text
}
