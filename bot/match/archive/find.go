package archive

import (
	"cmp"
	"context"
	"errors"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/history"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/record"
	"yeye/render"
)

// Game is a game to be viewed: a match, running or finished, or an imported game.
type Game struct {
	ID      id.Match
	Game    *game.Game
	Names   [2]string // mentions or escaped names, for messages
	Title   string
	Outcome game.Outcome
	Below   game.Color
	Style   render.Style
	Live    bool // in progress between people
	Study   bool // a study: one player moves for both sides
	Unnamed bool // imported, without players' names and title
	Ended   bool // finished or imported: no moves will follow

	match *match.Match // nil for an imported game
	file  *Imported
	notes *record.Record // annotations of the file, or the study's book; nil if none
}

// Annotator adds annotations, such as a report, to the record of a game that the requester may see.
type Annotator interface {
	Annotate(ctx context.Context, r *interaction.Request, g *Game, rec *record.Record) error
}

// Find returns a match that the requester may see, or a game that they imported. For anything else it returns
// [ErrNoGame], so that ids cannot be probed.
func (s *Service) Find(ctx context.Context, r *interaction.Request, of id.Match) (Game, error) {
	m, err := s.Match(ctx, r, of)
	if err == nil {
		return s.OfMatch(ctx, r, &m)
	}
	if !errors.Is(err, match.ErrNoMatch) {
		return Game{}, err
	}
	file, err := s.Imported(ctx, of, r.Player)
	if err != nil {
		return Game{}, err
	}
	reader := s.readers.For(r)
	g := Game{ID: of, Game: file.Game, Title: locale.Plain(file.Title, 80), Style: reader.Style(), Ended: true,
		file: &file}
	for c, name := range file.Names {
		g.Names[c] = cmp.Or(locale.Plain(name, 40), reader.Color(game.Color(c)))
	}
	g.notes = file.Record
	g.Unnamed = g.Title == "" && file.Names == [2]string{}
	g.Outcome = file.Outcome()
	return g, nil
}

// ByControl is [Service.Find] with a control's id, for [interaction.Loading].
func (s *Service) ByControl(ctx context.Context, r *interaction.Request, c discord.ControlID) (Game, error) {
	return s.Find(ctx, r, c.ID)
}

// FileResult returns the result in the file of an imported game, [game.Ongoing] if there is none.
func (g *Game) FileResult() game.Result {
	if g.file == nil {
		return game.Ongoing
	}
	return g.file.Result
}

// Outcome returns the outcome on the board, else the result in the file. A win in the file also overrides a draw by our
// move limit, which the players may not have had.
func (i *Imported) Outcome() game.Outcome {
	if i.Flipped != nil {
		return i.Flipped.Outcome
	}
	o := i.Game.Outcome()
	if _, won := i.Result.Winner(); !o.Over() || o.Result == game.Draw && won {
		return game.Outcome{Result: i.Result}
	}
	return o
}

// Match returns a match that the requester may see according to [history.Service.MaySee], [match.ErrNoMatch] for any
// other.
func (s *Service) Match(ctx context.Context, r *interaction.Request, of id.Match) (match.Match, error) {
	m, err := s.matches.Get(ctx, of)
	if err != nil {
		return m, err
	}
	seen, err := s.history.MaySee(ctx, Asker(r), &m)
	if err == nil && !seen {
		err = match.ErrNoMatch
	}
	return m, err
}

// Asker returns the requester as a [history.Asker].
func Asker(r *interaction.Request) history.Asker {
	return history.Asker{Player: r.Player, Guild: r.Guild, Channel: r.Channel}
}

func gameOfMatch(r *interaction.Request, reader *view.Reader, m *match.Match) Game {
	w := reader.Words
	g := Game{
		ID: m.ID, Game: m.Game, Outcome: m.Outcome, Below: view.Below(m), match: m,
		Names: [2]string{view.Who(w, m.Seats[game.Red]), view.Who(w, m.Seats[game.Black])},
		Style: reader.Style(), Live: m.BetweenPeople(), Study: m.Mode.OnePlayer,
		Ended: m.Status == match.Ended && !m.Mode.OnePlayer,
	}
	if side, seated := m.SeatOf(r.Player); seated && !g.Study {
		g.Below, g.Style.Newcomer = side, reader.Newcomer(m.Seats[side].Newcomer)
	}
	if g.Study {
		g.Outcome = m.Game.Outcome()
	}
	return g
}

// Plies returns the number of plies of the game.
func (g *Game) Plies() int {
	if g.match != nil {
		return g.match.Ply()
	}
	if v, flipped := g.Flipped(""); flipped {
		return len(v.Moves)
	}
	return g.Game.Ply()
}

// CardPlace returns the place (see [Game.Line]) that the game's card shows.
func (g *Game) CardPlace() int {
	if !g.Study || g.notes == nil {
		return g.Plies()
	}
	at := g.notes.NewCursor()
	for _, m := range g.match.Game.Moves() {
		if !at.Follow(m) {
			break
		}
	}
	return g.notes.Places().Number(at)
}

// At returns the position after ply plies, and the move that led there.
func (g *Game) At(ply int) (game.Position, game.Move) {
	l := Line{Start: g.Game.Start(), Moves: g.Game.Moves()}
	return l.Position(ply)
}

// KnownOutcome returns the outcome if its method is known, else the zero Outcome.
func (g *Game) KnownOutcome() game.Outcome {
	if g.Outcome.Method == game.NoMethod {
		return game.Outcome{}
	}
	return g.Outcome
}

// Match returns the match, nil for an imported game.
func (g *Game) Match() *match.Match { return g.match }

// Character returns the level of the character that plays a side; ok is false if none does.
func (g *Game) Character(c game.Color) (level character.Level, ok bool) {
	if g.match == nil || !g.match.Seats[c].Character() {
		return 0, false
	}
	return g.match.Seats[c].Level, true
}

// PlainName returns the name of the player of a side without a mention, "" if it is not known.
func (g *Game) PlainName(c game.Color) string {
	if g.match == nil {
		return g.file.Names[c]
	}
	return g.match.Seats[c].Name
}

// PictureName returns the name of a side's player for a picture: unescaped, at most 24 characters, "" if not known.
func (g *Game) PictureName(w *words.Words, c game.Color) string {
	if level, ok := g.Character(c); ok {
		return w.Character(level)
	}
	if name := g.PlainName(c); name != "" {
		return locale.Visible(name, 24)
	}
	return ""
}

// studyRecord returns the record of a study: its book, with missing headers and result filled in from about and the
// board.
func (g *Game) studyRecord(w *view.Reader, about record.Info) *record.Record {
	rec := record.FromGame(g.Game)
	if g.notes != nil {
		rec = g.notes
	}
	if Title(rec.Info) == "" {
		rec.Info.Title, rec.Info.Site, rec.Info.Date = w.Text("study.title"), about.Site, about.Date
	}
	if rec.Result == game.Ongoing {
		rec.Result = g.Game.Outcome().Result
	}
	return rec
}

// Record returns the game as a record for export, with its headers.
func (g *Game) Record(w *view.Reader) *record.Record {
	if g.notes != nil && g.match == nil {
		return g.notes
	}
	rec := record.FromGame(g.Game)
	if g.match == nil {
		rec.Info = record.Info{Event: g.file.Title, Red: g.file.Names[game.Red], Black: g.file.Names[game.Black]}
		rec.Result = g.file.Result
		return rec
	}
	m := g.match
	rec.Info = record.Info{Site: "Discord", Date: m.Created.UTC().Format("2006.01.02")}
	if g.Study {
		return g.studyRecord(w, rec.Info)
	}
	name := func(s match.Seat) string {
		if s.Human() {
			return s.Name
		}
		return view.Who(w.Words, s)
	}
	rec.Result = m.Outcome.Result
	rec.Info.TimeControl, rec.Info.Termination = timeControl(m.Clock.TimeControl), termination(m)
	rec.Info.Red, rec.Info.Black = name(m.Seats[game.Red]), name(m.Seats[game.Black])
	return rec
}
