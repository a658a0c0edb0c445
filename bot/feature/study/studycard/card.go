// Package studycard shows a study: as a card in its channel, or privately to its owner. The features whose controls are
// on it share the package.
//
// Out of scope: what its controls do.
package studycard

import (
	"context"
	"embed"
	"strings"

	"yeye/ai/report"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/matchcard"
	"yeye/bot/match/view"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/record"
)

//go:embed catalog/*.json
var catalog embed.FS

// Catalog returns the texts of the cards.
func Catalog() locale.Catalog { return locale.Embedded("studycard", catalog) }

// Actions of the controls, besides those of package view and of a match's card. They never change: messages keep them
// forever.
const (
	ActionEngine  = "engine" // play the engine's move
	ActionReset   = "reset"
	ActionClose   = "close"
	ActionSetUp   = "setup"
	ActionLines   = "slines" // switch the engine's evaluation on or off
	ActionMore    = "smore"  // show the buttons that are rarely needed, or hide them
	ActionDismiss = "salone" // remove all guests
	ActionPost    = "spost"  // show a private study in the channel
	ActionBook    = "sway"   // play a move of the book, or promote or delete a variation
	ActionNote    = "snote"  // write a comment on the board's position
	// ActionMasters shows what masters play here. With a value it first plays that move or does [Back] or [Off].
	ActionMasters = "smasters"
	actionResume  = "resume" // resume an adjourned study, like a match
)

// Cards makes the cards of studies; it is their [display.Source]. Make it with New.
type Cards struct {
	*matchcard.Base
	db       *store.DB
	books    Books
	readers  *view.Readers
	painter  view.Painter
	judge    Judge
	analyses bool
}

// Books finds the book of a study; study.Service implements it.
type Books interface {
	Book(ctx context.Context, m *match.Match) (*record.Record, error)
}

// New makes the cards. analyses means that an engine can evaluate positions and analyze games.
func New(base *matchcard.Base, db *store.DB, books Books, readers *view.Readers, painter view.Painter, judge Judge,
	analyses bool) *Cards {
	return &Cards{base, db, books, readers, painter, judge, analyses}
}

// Show answers with the card of a match and the chosen piece marked; for a private study with the owner's board.
func (s *Cards) Show(r *interaction.Request, m *match.Match, chosen game.Square) interaction.Response {
	if m.Private() {
		return onSameMessage(r, s.Private(r, m, chosen))
	}
	a := interaction.ShowCard(m.Subject())
	if chosen != game.NoSquare {
		a.Card.Arg = matchcard.Arg(r, chosen.String())
	}
	return a
}

// onSameMessage edits the owner's board if the request came from it, instead of sending another one.
func onSameMessage(r *interaction.Request, a interaction.Response) interaction.Response {
	if r.OnPrivateMessage() {
		return a.Editing()
	}
	return a
}

// argMore is the argument of a card that shows the second row of buttons.
const argMore = "more"

// More answers with the card of a study and its second row of buttons.
func (s *Cards) More(r *interaction.Request, m *match.Match) interaction.Response {
	if m.Private() {
		return onSameMessage(r, s.private(r, m, controlState{chosen: game.NoSquare, more: true}))
	}
	a := interaction.ShowCard(m.Subject())
	a.Card.Arg = matchcard.Arg(r, argMore)
	return a
}

// After answers with the card of a match after a change, or with the error that refused it.
func (s *Cards) After(r *interaction.Request, made *match.Change, err error) (interaction.Response, error) {
	if err != nil {
		return interaction.Response{}, err
	}
	return s.Show(r, &made.Match, game.NoSquare), nil
}

// Private shows a study to its owner alone.
func (s *Cards) Private(r *interaction.Request, m *match.Match, chosen game.Square) interaction.Response {
	return s.private(r, m, controlState{chosen: chosen})
}

func (s *Cards) private(r *interaction.Request, m *match.Match, c controlState) interaction.Response {
	evaluate := func(ctx context.Context) (evaluation, error) { return s.evaluation(ctx, m) }
	return interaction.Await(evaluate, func(ctx context.Context, e evaluation) (interaction.Response, error) {
		reader := s.readers.For(r)
		at, err := s.Place(ctx, m)
		if err != nil {
			return interaction.Response{}, err
		}
		c.on, c.nonce = e.on, r.Nonce()
		said, rows := text(reader, m, e.lines, &at, c.masters == nil), s.rows(reader.Words, m, c, &at)
		if c.masters != nil {
			said, rows = said+"\n"+c.masters.Text(reader), mastersRows(reader.Words, m, c.masters)
		}
		return s.painter.Answer(reader.Words, board(reader.Words, m, reader.Style(), c.chosen, e.lines),
			arrowsText(reader, m, e.lines), discord.Message{Content: said, Rows: rows})
	})
}

// Card implements [display.Source]. Unlike a game's card it mentions nobody, and a mate on the board does not end it.
func (s *Cards) Card(ctx context.Context, of id.Match, rev int64, arg string) (display.Card, error) {
	m, c, r, err := s.Load(ctx, of, rev)
	if err != nil {
		return c, err
	}
	e, err := s.evaluation(ctx, &m)
	if err != nil {
		return c, err
	}
	at, err := s.Place(ctx, &m)
	if err != nil {
		return c, err
	}
	on := controlState{more: strings.HasPrefix(arg, argMore), on: e.on}
	on.chosen, on.nonce = matchcard.Chosen(arg)
	c.Message.Content, c.Message.Rows = text(r, &m, e.lines, &at, true), s.rows(r.Words, &m, on, &at)
	v := board(r.Words, &m, r.Style(), on.chosen, e.lines)
	c.Draw = func() ([]discord.File, error) { return s.painter.Picture(r.Words, v, arrowsText(r, &m, e.lines)) }
	return c, nil
}

// text describes the board. showHow adds how to move, if no move has been played yet.
func text(r *view.Reader, m *match.Match, best []report.Position, at *Place, showHow bool) string {
	w := r.Words
	var lines []string
	if last := view.LastMoves(r, m); last != "" {
		lines = append(lines, last)
	}
	side := locale.Args{"Side": w.Color(m.ToMove())}
	outcome := m.Game.Outcome()
	switch {
	case m.Status == match.Ended:
		lines = append(lines, w.Text("study.closed"))
	case m.Status == match.Adjourned:
		lines = append(lines, w.Text("card.adjourned", locale.Args{"Who": view.Who(w, m.Seats[game.Red]),
			"Side": w.Color(m.ToMove())}))
	case outcome.Over():
		lines = append(lines, w.Ending(outcome, [2]string{w.Color(game.Red), w.Color(game.Black)}))
	case m.Game.Position().InCheck():
		lines = append(lines, w.Text("study.turn.check", side))
	default:
		lines = append(lines, w.Text("study.turn", side))
	}
	if showHow && m.Status == match.Open && m.Game.Ply() == 0 {
		key := "study.how"
		if m.Private() {
			key = "study.how.private"
		}
		lines = append(lines, w.Text(key, locale.Args{"Example": view.Example(w, m.Game.Position())}))
	}
	if said := at.text(w); said != "" {
		lines = append(lines, said)
	}
	if best := linesText(r, m, best); best != "" {
		lines = append(lines, best)
	}
	last := "-# " + w.Text("study.of", locale.Args{"Who": view.Who(w, m.Seats[game.Red]),
		"Number": m.Game.Position().MoveNumber()})
	if len(m.Guests) > 0 {
		var who []string
		for _, p := range m.Guests {
			who = append(who, view.Who(w, match.Seat{Player: p}))
		}
		last += " · " + w.Text("study.with", locale.Args{"Who": strings.Join(who, " ")})
	}
	lines = append(lines, last)
	return strings.Join(lines, "\n")
}
