// Package studycard shows a study: as the card that everybody in its channel sees, or privately to its owner. Features
// whose controls are on it share it.
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
	ActionEngine = "engine" // the engine moves here
	ActionReset  = "reset"
	ActionClose  = "close"
	ActionSetUp  = "setup"
	ActionLines  = "slines" // switch the value and the best lines on or off
	ActionMore   = "smore"  // show the buttons that are rarely needed, or hide them
	ActionAlone  = "salone" // nobody else may move any more
	ActionPost   = "spost"  // show a private study in the channel
	ActionWay    = "sway"   // play a move of the book, or promote or delete a variation
	ActionNote   = "snote"  // write a comment on the place
	// ActionMasters shows what masters play here, or does what its value says: plays that move, or [Back] or [Off].
	ActionMasters = "smasters"
	actionResume  = "resume" // resume an adjourned study, like a match
)

// Cards makes the cards of studies. It is their [display.Source]; make it with New.
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

// New makes the cards. analyses reports that there is an engine which finds the best lines and analyzes games.
func New(base *matchcard.Base, db *store.DB, books Books, readers *view.Readers, painter view.Painter, judge Judge,
	analyses bool) *Cards {
	return &Cards{base, db, books, readers, painter, judge, analyses}
}

// Show answers with the card of a match, with a chosen piece; with its owner's own board if it is a private study.
func (s *Cards) Show(r *interaction.Request, m *match.Match, chosen game.Square) interaction.Response {
	if m.Private() {
		return onSame(r, s.Private(r, m, chosen))
	}
	a := interaction.ShowCard(m.Subject())
	if chosen != game.NoSquare {
		a.Card.Arg = matchcard.Arg(r, chosen.String())
	}
	return a
}

// onSame changes the owner's own board if the request came from it, instead of showing another one.
func onSame(r *interaction.Request, a interaction.Response) interaction.Response {
	if r.OnPrivateMessage() {
		return a.Editing()
	}
	return a
}

// argMore asks for a card with the buttons that are rarely needed.
const argMore = "more"

// More answers with the card of a study and the buttons that are rarely needed.
func (s *Cards) More(r *interaction.Request, m *match.Match) interaction.Response {
	if m.Private() {
		return onSame(r, s.private(r, m, controls{chosen: game.NoSquare, more: true}))
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
	return s.private(r, m, controls{chosen: chosen})
}

func (s *Cards) private(r *interaction.Request, m *match.Match, c controls) interaction.Response {
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

// Card implements [display.Source]: like a game's card, but nobody waits, and the end of a line is only mentioned.
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
	on := controls{more: strings.HasPrefix(arg, argMore), on: e.on}
	on.chosen, on.nonce = matchcard.Chosen(arg)
	c.Message.Content, c.Message.Rows = text(r, &m, e.lines, &at, true), s.rows(r.Words, &m, on, &at)
	v := board(r.Words, &m, r.Style(), on.chosen, e.lines)
	c.Draw = func() ([]discord.File, error) { return s.painter.Picture(r.Words, v, arrowsText(r, &m, e.lines)) }
	return c, nil
}

// text describes the board; how says to tell how to move, where nobody has yet.
func text(r *view.Reader, m *match.Match, best []report.Position, at *Place, how bool) string {
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
	if how && m.Status == match.Open && m.Game.Ply() == 0 {
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
