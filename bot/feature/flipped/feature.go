// Package flipped adds what only flipped chess has: the words with which players shuffle, the rules, and the deal that
// is revealed after a game. The games are played with feature play.
package flipped

import (
	"context"
	"embed"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Engine Engine
	// Dealt returns the permit to evaluate a finished game; fairplay.Service implements it.
	Dealt func(p id.Player) fairplay.Permit
}

// Engine splits the result of finished games into luck and choices; engine.Engine implements it.
type Engine interface {
	Luck(ctx context.Context, p fairplay.Permit, deal jieqi.Deal, moves []game.Move,
		open bool) (*engine.LuckReport, error)
}

type flipped struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	f := &flipped{s}
	return feature.Feature{
		Name:    "flipped",
		Catalog: locale.Embedded("flipped", catalog),
		Components: []interaction.Component{
			{Action: view.ActionWord, OnCard: true, Door: door.Participants.Alone(),
				Handle: interaction.Loading(f.askedMatch, f.ask)},
			{Action: view.ActionNoWord, OnCard: true, Door: door.Participants.Alone(), Handle: f.decline},
			{Action: actionWrite, Door: door.Participants.Alone(), Handle: interaction.Loading(f.askedMatch, f.form)},
			{Action: actionWritten, Door: door.Participants.Alone(), Handle: f.submitWord},
			{Action: view.ActionTellWord, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(interaction.ByID(f.Matches.Get), f.revealForm)},
			{Action: actionTold, Door: door.Anybody.Alone(), Handle: f.revealWord},
			{Action: view.ActionDeal, Door: door.Anybody.Alone(), Handle: f.deal},
			{Action: actionLuck, Door: door.Anybody.Alone(), Handle: f.luck},
			{Action: view.ActionFlippedRules, Door: door.Anybody.Alone(), Handle: f.rules},
		},
	}
}

// Actions of the controls on private messages. They must not be renamed.
const (
	actionWrite   = "wordform" // open the form
	actionWritten = "worded"   // submission of the form
	actionTold    = "wordtold" // submission of the form that reveals a word
	actionLuck    = "luck"     // show the luck report
)

// askedMatch returns the match of a control, if it now asks the player for a word.
func (f *flipped) askedMatch(ctx context.Context, r *interaction.Request, c discord.ControlID) (match.Match, error) {
	m, err := f.Matches.Get(ctx, c.ID)
	if err == nil {
		_, err = m.MayGiveWord(r.Player)
	}
	return m, err
}

// ask shows a player the commitment before it asks for a word. It does so in a private message, since the public card
// can be edited.
func (f *flipped) ask(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	m match.Match) (interaction.Response, error) {
	w := f.Readers.For(r).Words
	side, _ := m.SeatOf(r.Player)
	id := view.IDs(&m)
	return interaction.Answer(discord.Message{
		Content: w.Text("flipped.question", locale.Args{"Seal": m.Commitment().String(), "Count": match.MaxWord,
			"Seat": m.CommitmentName(side), "Side": w.Color(side)}),
		Rows: []discord.Row{{
			discord.Button{CustomID: id(actionWrite, ""), Label: w.Text("control.word.write"), Style: discord.Primary},
			discord.Button{CustomID: id(view.ActionNoWord, ""), Label: w.Text("control.noword"),
				Style: discord.Secondary},
		}}}), nil
}

// form opens the form for giving a word.
func (f *flipped) form(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	m match.Match) (interaction.Response, error) {
	return interaction.Response{Modal: &discord.Modal{CustomID: view.IDs(&m)(actionWritten, ""),
		MaxLength: match.MaxWordOrHash, Title: r.Text.Text("flipped.form"),
		Label: r.Text.Text("flipped.form.word")}}, nil
}

// submitWord handles the submitted word.
func (f *flipped) submitWord(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	text := strings.Join(r.Interaction.Values, " ")
	if _, err := f.Matches.GiveWord(ctx, start.Actor(r, match.FromCard), c.ID, text); err != nil {
		return interaction.Response{}, err
	}
	key := "flipped.given"
	if seal.IsHash(strings.TrimSpace(text)) {
		key = "flipped.given.hash"
	}
	return interaction.Change(discord.Message{Content: r.Text.Text(key,
		locale.Args{"Word": locale.Plain(strings.TrimSpace(text), match.MaxWord)})}), nil
}

// revealForm opens the form for revealing the word of a given hash.
func (f *flipped) revealForm(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	m match.Match) (interaction.Response, error) {
	if !m.CanRevealWord(r.Player) {
		return interaction.Response{}, match.ErrStale
	}
	return interaction.Response{Modal: &discord.Modal{CustomID: view.IDs(&m)(actionTold, ""), MaxLength: match.MaxWord,
		Title: r.Text.Text("flipped.tell"), Label: r.Text.Text("flipped.tell.word")}}, nil
}

// revealWord handles the submitted word of revealForm.
func (f *flipped) revealWord(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	text := strings.TrimSpace(strings.Join(r.Interaction.Values, " "))
	if _, err := f.Matches.RevealWord(ctx, start.Actor(r, match.FromCommand), c.ID, text); err != nil {
		return interaction.Response{}, err
	}
	return interaction.Say(r.Text.Text("flipped.told", locale.Args{"Word": locale.Plain(text, match.MaxWord)})), nil
}

// decline lets the pieces be dealt without a word from the player.
func (f *flipped) decline(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	change, err := f.Matches.DeclineWord(ctx, start.Actor(r, match.FromCard), c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	if r.OnPrivateMessage() {
		return interaction.Change(discord.Message{Content: r.Text.Text("flipped.declined")}), nil
	}
	return interaction.ShowCard(change.Match.Subject()), nil
}

// rules answers with the rules of flipped chess.
func (f *flipped) rules(_ context.Context, r *interaction.Request, _ discord.ControlID) (interaction.Response, error) {
	return interaction.Say(r.Text.Text("flipped.rules", locale.Args{"Moves": jieqi.MoveLimitPlies / 2})), nil
}
