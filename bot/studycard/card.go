// Package studycard shows a study: as the card that everybody in its channel sees, or privately to its owner. Features whose controls
// are on it share it.
//
// What may not enter: what its controls do.
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
	"yeye/bot/matchcard"
	"yeye/bot/store"
	"yeye/bot/view"
	"yeye/bot/view/words"
	"yeye/game"
	"yeye/game/record"
)

//go:embed catalog/*.json
var catalog embed.FS

// Catalog returns the texts of the cards.
func Catalog() locale.Catalog { return locale.Embedded("studycard", catalog) }

// Actions of the controls, besides those of package view and of a match's card. They never change: messages keep them for ever.
const (
	ActionEngine = "engine" // the engine moves here
	ActionReset  = "reset"
	ActionClose  = "close"
	ActionSetUp  = "setup"
	ActionLines  = "slines" // the value and the best lines
	ActionAlone  = "salone" // nobody else may move any more
	ActionPost   = "spost"  // show a private study in the channel
	ActionWay    = "sway"   // play a move of the book, or promote or delete a variation
	ActionNote   = "snote"  // write a comment on the place
	actionResume = "resume" // resume an adjourned study, like a match
)

// Cards makes the cards of studies. It is their [display.Source]; make it with New.
type Cards struct {
	*matchcard.Base
	db       *store.DB
	books    Books
	readers  *view.Readers
	painter  view.Painter
	analyses bool
}

// Books finds the book of a study; studies.Service implements it.
type Books interface {
	Book(ctx context.Context, m *match.Match) (*record.Record, error)
}

// New makes the cards. analyses reports that there is an engine which finds the best lines and analyses games.
func New(base *matchcard.Base, db *store.DB, books Books, readers *view.Readers, painter view.Painter, analyses bool) *Cards {
	return &Cards{base, db, books, readers, painter, analyses}
}

// Show answers with the card of a match, with a chosen piece; with its owner's own board if it is a private study.
func (s *Cards) Show(r *interaction.Request, m *match.Match, chosen game.Square) interaction.Response {
	if m.Private() {
		a := s.Private(r, m, chosen)
		if r.OnPrivate() {
			return a.Editing()
		}
		return a
	}
	a := interaction.ShowCard(m.Subject())
	if chosen != game.NoSquare {
		a.Card.Arg = chosen.String()
	}
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
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		reader := s.readers.For(r)
		lines, err := s.lines(ctx, m)
		if err != nil {
			return interaction.Response{}, err
		}
		at, err := s.Place(ctx, m)
		if err != nil {
			return interaction.Response{}, err
		}
		return s.painter.Answer(reader.Words, board(reader.Words, m, reader.Style(), chosen, lines), arrowsText(reader, m, lines), discord.Message{Content: text(reader, m, lines, &at), Rows: s.rows(reader.Words, m, chosen, &at)})
	}}
}

// Card implements [display.Source]: like a game's card, but nobody waits, and the end of a line is only mentioned.
func (s *Cards) Card(ctx context.Context, of id.Match, rev int64, arg string) (display.Card, error) {
	m, c, r, err := s.Load(ctx, of, rev)
	if err != nil {
		return c, err
	}
	chosen := matchcard.Chosen(arg)
	lines, err := s.lines(ctx, &m)
	if err != nil {
		return c, err
	}
	at, err := s.Place(ctx, &m)
	if err != nil {
		return c, err
	}
	c.Message.Content, c.Message.Rows = text(r, &m, lines, &at), s.rows(r.Words, &m, chosen, &at)
	v := board(r.Words, &m, r.Style(), chosen, lines)
	c.Draw = func() ([]discord.File, error) { return s.painter.Picture(r.Words, v, arrowsText(r, &m, lines)) }
	return c, nil
}

func text(r *view.Reader, m *match.Match, best []report.Position, at *Place) string {
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
		lines = append(lines, w.Text("card.adjourned", locale.Args{"Who": view.Who(w, m.Seats[game.Red]), "Side": w.Color(m.ToMove())}))
	case outcome.Over():
		lines = append(lines, w.Ending(outcome, [2]string{w.Color(game.Red), w.Color(game.Black)}))
	case m.Game.Position().InCheck():
		lines = append(lines, w.Text("study.turn.check", side))
	default:
		lines = append(lines, w.Text("study.turn", side))
	}
	if m.Status == match.Open && m.Game.Ply() == 0 {
		how := "study.how"
		if m.Private() {
			how = "study.how.private"
		}
		lines = append(lines, w.Text(how, locale.Args{"Example": view.Example(w, m.Game.Position())}))
	}
	if said := at.text(w); said != "" {
		lines = append(lines, said)
	}
	if best := linesText(r, m, best); best != "" {
		lines = append(lines, best)
	}
	last := "-# " + w.Text("study.of", locale.Args{"Who": view.Who(w, m.Seats[game.Red]), "Number": m.Game.Position().MoveNumber()})
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

func (s *Cards) rows(w *words.Words, m *match.Match, chosen game.Square, at *Place) []discord.Row {
	id := view.IDs(m)
	button := func(action, label string, style discord.Style, off bool) discord.Component {
		return discord.Button{CustomID: id(action, ""), Label: w.Text(label), Style: style, Disabled: off}
	}
	save := button(view.ActionExport, "control.save", discord.Secondary, false)
	switch m.Status {
	case match.Open:
	case match.Adjourned:
		return []discord.Row{{button(actionResume, "control.resume", discord.Primary, false), save}}
	default:
		return []discord.Row{{save}}
	}
	var all []discord.Row
	movable := m.Game.Position().HasLegal()
	if movable {
		all = view.MoveRows(w, m, chosen)
	}
	ways := at.options(w, m.Game.Position())
	if len(ways) > 0 {
		all = append(all, discord.Row{discord.Select{CustomID: id(ActionWay, ""), Placeholder: at.prompt(w), Options: ways}})
	}
	none := m.Game.Ply() == 0
	var last discord.Row
	if len(at.Ways) > 0 {
		last = append(last, discord.Button{CustomID: id(ActionWay, at.Ways[0].Move.String()), Label: "▶", Style: discord.Secondary})
	}
	last = append(last,
		button(ActionSetUp, "control.setup", discord.Secondary, false),
		save,
		button(ActionClose, "control.close", discord.Secondary, false))
	switch {
	case m.Private():
		last = append(last, button(ActionPost, "control.post", discord.Secondary, false))
	case len(m.Guests) > 0:
		last = append(last, button(ActionAlone, "control.alone", discord.Secondary, false))
	}
	if len(ways) == 0 {
		last = append(last, button(ActionNote, at.NoteLabel(), discord.Secondary, false))
	}
	first := discord.Row{
		button(ActionEngine, "control.engine", discord.Primary, !movable),
		button(view.ActionUndo, "control.undo", discord.Secondary, none),
		button(ActionReset, "control.reset", discord.Secondary, none),
	}
	if s.analyses {
		first = append(first, button(ActionLines, "control.lines", discord.Secondary, !movable),
			button(view.ActionAnalyze, "control.analyze", discord.Secondary, none))
	}
	return append(all, first, last)
}
