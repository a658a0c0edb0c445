package studybot

import (
	"context"
	"errors"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/render"
)

// setUp opens the editor of a study's board in a private message; the card shows only the finished position.
func (s *studies) setUp(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	m, err := s.loadAtTurn(ctx, r, c)
	if err == nil && m.IsGuest(r.Player) {
		err = match.ErrNotSeated
	}
	if err != nil {
		return interaction.Response{}, err
	}
	return s.editor(r, c, draft{Setup: m.Game.Position().Setup(), file: -1}), nil
}

// draftHandler returns the handler of a control that changes the draft it carries; value is the selected one.
func (s *studies) draftHandler(change func(d *draft, value string)) interaction.ControlHandler {
	return func(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
		d, _, err := s.loadDraft(ctx, r, c)
		if err != nil {
			return interaction.Response{}, err
		}
		change(&d, strings.Join(r.Interaction.Values, ""))
		return s.editor(r, c, d).Editing(), nil
	}
}

func putPoint(d *draft, v string) {
	if s, err := game.ParseSquare(v); err == nil {
		d.apply(s)
	}
}

func setStart(d *draft, _ string) {
	start := game.Start()
	d.Setup = start.Setup()
}

// loadDraft decodes the draft of a control, and loads its study, if the player owns it and it is open. The study may
// have moved on meanwhile.
func (s *studies) loadDraft(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (draft, match.Match, error) {
	m, err := s.loadOwn(ctx, r, c)
	if err == nil && m.IsGuest(r.Player) {
		err = match.ErrNotSeated
	}
	d, ok := parseDraft(c.Arg)
	if err == nil && !ok {
		err = match.ErrStale
	}
	return d, m, err
}

// setDone sets up the study with the draft, if that is a legal position, after a question if a large book would be
// lost.
func (s *studies) setDone(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return s.putDraft(ctx, r, c, false)
}

// setSure does the same after the owner has agreed to lose the old book.
func (s *studies) setSure(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return s.putDraft(ctx, r, c, true)
}

func (s *studies) putDraft(ctx context.Context, r *interaction.Request, c discord.ControlID,
	sure bool) (interaction.Response, error) {
	d, m, err := s.loadDraft(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	var may fairplay.Permit
	p, err := d.Position()
	var board study.Board
	if err == nil {
		board.Game = game.NewGame(p, game.NoRepetition)
		may, err = s.FairPlay.PermitPosition(ctx, []id.Player{r.Player}, board.Game, fairplay.FromUser)
	}
	if err == nil && !sure {
		var lost loss
		if lost, err = s.lossBy(ctx, &m, nil); lost.needsQuestion() && err == nil {
			return askReplace(s.Readers.For(r).Words, &m, lost,
				discord.ControlID{Action: actionSetSure, ID: c.ID, Turn: c.Turn, Arg: c.Arg}), nil
		}
	}
	var made match.Change
	if err == nil { // the button is not on the study's card
		made, err = s.Studies.SetUp(ctx, start.Actor(r, match.FromCommand), may, m.ID, board)
	}
	if err != nil {
		return interaction.Response{}, err
	}
	if made.Match.Private() {
		return s.Cards.Show(r, &made.Match, game.NoSquare), nil
	}
	return interaction.Change(discord.Message{Content: r.Text.Text("setup.done")}), nil
}

// editor shows a draft with the controls to edit it.
func (s *studies) editor(r *interaction.Request, c discord.ControlID, d draft) interaction.Response {
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		reader := s.Readers.For(r)
		v := render.View{Position: d.Unchecked(), Style: reader.Style()}
		_, v.Marks.Targets = d.points()
		return s.Painter.Answer(reader.Words, v, "",
			discord.Message{Content: editorText(reader.Words, &d), Rows: editorRows(reader.Words, c, &d, r.Nonce())})
	}}
}

func editorText(w *words.Words, d *draft) string {
	var fault *game.FENError
	if _, err := d.Position(); errors.As(err, &fault) {
		return w.Text("setup.title") + "\n" + w.Text("setup.notyet", locale.Args{"Reason": w.Fault(fault)})
	}
	return w.Text("setup.title") + "\n" + w.Text("setup.good")
}

// editorRows returns the controls of a draft. The custom ids of its menus have the nonce, so that Discord resets them.
func editorRows(w *words.Words, c discord.ControlID, d *draft, nonce string) []discord.Row {
	id := func(action string) string {
		return discord.ControlID{Action: action, ID: c.ID, Turn: c.Turn, Arg: d.String()}.String()
	}
	menu := func(action, prompt string, options []discord.Option) discord.Row {
		return discord.Row{discord.Select{CustomID: id(action) + nonce, Placeholder: prompt, Options: options}}
	}
	rows := []discord.Row{menu(actionSetPiece, w.Text("setup.piece"), pieceOptions(w, d))}
	hand := w.Text("setup.take")
	if d.piece != game.NoPiece {
		hand = w.PieceWritten(d.piece)
	}
	all, offered := d.points()
	if all.Count() > discord.MaxOptions {
		rows = append(rows, menu(actionSetFile, w.Text("setup.file", locale.Args{"Piece": hand}),
			fileOptions(all, d.file)))
	}
	if offered.Any() {
		rows = append(rows, menu(actionSetPoint, w.Text("setup.point", locale.Args{"Piece": hand}),
			pointOptions(w, d, offered)))
	}
	_, fault := d.Position()
	button := func(action, label string, style discord.Style, off bool) discord.Component {
		return discord.Button{CustomID: id(action), Label: label, Style: style, Disabled: off}
	}
	return append(rows, discord.Row{
		button(actionSetDone, w.Text("control.setup.done"), discord.Success, fault != nil),
		button(actionSetTurn, w.Text("control.setup.turn", locale.Args{"Side": w.Color(d.Turn)}), discord.Secondary,
			false),
		button(actionSetClear, w.Text("control.setup.clear"), discord.Secondary, d.Board == [game.Squares]game.Piece{}),
		button(actionSetStart, w.Text("control.setup.all"), discord.Secondary, false),
	})
}

// pieceOptions returns the options for the fourteen pieces, each with its number on the board, and for removing.
func pieceOptions(w *words.Words, d *draft) []discord.Option {
	var options []discord.Option
	for i := range palette {
		p := game.NewPiece(game.Color(i/7), game.Role(1+i%7))
		options = append(options, discord.Option{
			Label: w.Text("setup.one", locale.Args{"Side": w.Color(p.Color()), "Piece": w.PieceWritten(p)}),
			Value: palette[i : i+1], Default: p == d.piece,
			Description: w.Text("setup.count", locale.Args{"N": d.count(p), "Most": game.MaxOf(p.Role())}),
			Emoji:       view.Emoji(w.Sign(p)),
		})
	}
	return append(options, discord.Option{Label: w.Text("setup.take"), Value: remove, Default: d.remove})
}

// fileOptions returns the options for the files that have a point to choose.
func fileOptions(all game.Bitboard, chosen int) []discord.Option {
	var have [game.Files]bool
	for all.Any() {
		have[all.PopFirst().File()] = true
	}
	var options []discord.Option
	for f, ok := range have {
		if ok {
			options = append(options, discord.Option{Label: files[f : f+1], Value: files[f : f+1],
				Default: f == chosen})
		}
	}
	return options
}

// pointOptions returns the options for points, from Red's side up, each with the piece that stands there.
func pointOptions(w *words.Words, d *draft, offered game.Bitboard) []discord.Option {
	var options []discord.Option
	for offered.Any() {
		s := offered.PopFirst()
		o := discord.Option{Label: s.String(), Value: s.String()}
		if p := d.Board[s]; p != game.NoPiece {
			o.Description = w.Text("setup.one", locale.Args{"Side": w.Color(p.Color()), "Piece": w.PieceWritten(p)})
			o.Emoji = view.Emoji(w.Sign(p))
		}
		options = append(options, o)
	}
	return options
}
