package archive

import (
	"context"
	"errors"

	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/record"
)

// Board returns the initial board of a study of the game: the position of a place, with the game's tree as its book. A
// book too large for a study is cut to the subtree of the place, or dropped if that is too large as well; cut is set
// then.
func (g *Game) Board(place int) (b study.Board, cut bool, err error) {
	rec := g.notes
	if rec == nil {
		rec = record.FromGame(g.Game)
	}
	rec = rec.Merged() // so that a place follows every line
	line := g.Line(place)
	b.Game = game.NewGame(line.Start, game.NoRepetition)
	at := rec.NewCursor()
	for _, m := range line.Moves[:line.At] {
		if err := b.Game.PlayOn(m); err != nil {
			return b, false, err
		}
		at.Follow(m)
	}
	b.Book, err = study.Pack(rec)
	if errors.Is(err, study.ErrBookFull) {
		cut = true
		b.Book, err = study.Pack(at.Subtree())
	}
	if errors.Is(err, study.ErrBookFull) {
		b.Book, err = nil, nil
	}
	return b, cut, err
}

// OfMatch returns a match as the requester may view it. For a study with a book, Game is the book's main line, whatever
// is on the board.
func (s *Service) OfMatch(ctx context.Context, r *interaction.Request, m *match.Match) (Game, error) {
	if m.Hidden() {
		return Game{}, match.ErrHidden
	}
	g := gameOfMatch(r, s.readers.For(r), m)
	if !g.Study {
		return g, nil
	}
	book, err := s.studies.Stored(ctx, m.ID)
	if err != nil || book == nil {
		return g, err
	}
	g.notes = book
	if g.Game, err = g.notes.Game(game.NoRepetition); err != nil {
		return g, err
	}
	g.Outcome = g.Game.Outcome()
	return g, nil
}

// CurrentGame returns the moves that led to the current board: in a study that may be any line of its book.
func (g *Game) CurrentGame() *game.Game {
	if g.match != nil {
		return g.match.Game
	}
	return g.Game
}

// exportedBook is the book of a study in a player's export.
type exportedBook struct {
	Study id.Match `json:"study"`
	PGN   string   `json:"pgn"`
}
