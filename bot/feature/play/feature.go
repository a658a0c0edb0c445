// Package play lets people play a game against a character or a player, from the first move to the rematch. Its cards are those of
// the modes versus and duel.
package play

import (
	"embed"

	"yeye/bot"
	"yeye/bot/display"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/matchcard"
	"yeye/bot/start"
	"yeye/bot/view"
)

//go:embed catalog/*.json
var catalog embed.FS

// play is the feature with its dependencies.
type play struct {
	*bot.Core
	matchcard.Base

	notes notes // the answers that show a premove
}

// New returns the feature.
func New(c *bot.Core) feature.Feature {
	p := &play{Core: c, Base: c.Base()}
	return feature.Feature{
		Name:    "play",
		Catalog: feature.Catalog("play", catalog),
		Modes:   []match.Mode{match.Versus, match.Duel},
		Cards:   map[id.Kind]display.Source{match.Versus.Kind: p, match.Duel.Kind: p},
		Commands: []interaction.Command{
			{Name: "play", Gate: interaction.Starters, Options: playOptions, Handle: p.Start.Versus},
			{Name: "move", Options: moveOptions, Handle: p.move, Complete: p.completeMove},
			{Name: "view", Handle: p.view},
			{Name: "draw", Handle: p.draw},
			{Name: "board", Handle: p.board},
			{Name: "undo", Handle: p.undo},
			{Name: "resign", Handle: p.resign},
			{Name: "rematch", Gate: interaction.Starters, Handle: p.rematch},
		},
		Components: []interaction.Component{
			{Action: view.ActionPiece, OnCard: true, Handle: p.choosePiece},
			{Action: view.ActionTarget, OnCard: true, Handle: p.chooseTarget},
			{Action: view.ActionUndo, OnCard: true, Handle: p.clickUndo},
			{Action: actionUndoSure, Handle: p.clickUndoSure},
			{Action: actionResign, OnCard: true, Handle: p.clickResign},
			{Action: actionConfirm, Handle: p.clickConfirm},
			{Action: actionKeep, Handle: p.clickKeep},
			{Action: actionAgain, OnCard: true, Gate: interaction.Starters, Handle: p.clickAgain},
			{Action: actionNext, OnCard: true, Gate: interaction.Starters, Handle: p.clickNext},
			{Action: actionResume, OnCard: true, Gate: interaction.Joiners, Handle: p.clickResume},
			{Action: actionNewcomer, Handle: p.clickNewcomer},
			{Action: actionDraw, Handle: p.clickDraw},
			{Action: start.ActionYes, Handle: p.clickYes},
			{Action: start.ActionNo, Handle: p.clickNo},
			{Action: actionTake, OnCard: true, Handle: p.clickTake},
			{Action: actionPlayOn, OnCard: true, Handle: p.clickPlayOn},
			{Action: actionView, Handle: p.clickView},
			{Action: actionRefresh, Handle: p.clickRefresh},
			{Action: actionCertain, Handle: p.clickCertain},
			{Action: actionDrop, Handle: p.clickDrop},
			{Action: view.ActionPlayKid, Gate: interaction.Starters, Handle: p.clickPlayKid},
			{Action: start.ActionTransfer, Gate: interaction.Starters, Handle: p.clickTransfer},
		},
		Text:    []interaction.TextHandler{{Wants: moveLike, Handle: p.typedMove}, {Wants: addressed, Handle: p.spoken}, {Wants: unaddressed, Handle: p.overheard}},
		Refuse:  p.refuse,
		Jobs:    p.jobs(),
		OnMatch: p.onMatch(),
	}
}

// Actions of this feature's controls. They never change: messages keep them for ever.
const (
	actionResign   = "resign" // ask whether to resign
	actionConfirm  = "giveup" // resign
	actionKeep     = "keep"   // do not resign
	actionUndoSure = "undosure"
	actionAgain    = "again"  // a rematch, sides swapped
	actionNext     = "nextup" // the next character, after a win; its argument is the level
	actionDraw     = "draw"   // offer a draw
	actionResume   = "resume" // resume an adjourned game
	actionNewcomer = "newcomer"
	actionTake     = "take"    // accept what a character offers
	actionPlayOn   = "playon"  // do not
	actionView     = "view"    // open a private board
	actionRefresh  = "refresh" // update it
	actionCertain  = "sure"    // play a move that was held back
	actionDrop     = "drop"    // drop a premove
)
