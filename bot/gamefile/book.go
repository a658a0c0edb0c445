package gamefile

import (
	"context"
	"errors"

	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/view"
	"yeye/game"
	"yeye/game/record"
)

// A study has a book: the tree of all lines that were played in it or read into it, with their comments. The position on its board is
// where the moves of its match lead in that tree, so that stepping through it changes nothing but the match.

// Limits of a study's book: each step through it reads all of it.
const (
	MaxBookMoves = 20000
	maxBookText  = 1 << 20 // bytes of comments
	maxBooks     = 50      // of one player: those of the studies touched longest ago make room
)

// ErrBookFull refuses what would make a study's book larger than it may become.
var ErrBookFull = errors.New("the book of the study is full")

// PackBook is a record as the book of a study is stored, or [ErrBookFull].
func PackBook(r *record.Record) ([]byte, error) {
	if moves, text := r.Size(); moves > MaxBookMoves || text > maxBookText {
		return nil, ErrBookFull
	}
	return record.Pack(r)
}

// Book is the book of a study: its line alone where none is stored.
func (s *Service) Book(ctx context.Context, m *match.Match) (*record.Record, error) {
	return book(ctx, s.db.Read(), m)
}

func book(ctx context.Context, c store.Conn, m *match.Match) (*record.Record, error) {
	packed, err := loadBook(ctx, c, m.ID)
	if err != nil {
		return nil, err
	}
	if len(packed) == 0 {
		return record.FromGame(m.Game), nil
	}
	return record.Unpack(packed)
}

// OnStudies is the listener that keeps the books of studies: a move that is not in the book is added to it, and what is taken back
// stays.
func OnStudies(ctx context.Context, tx store.Tx, c *match.Change) error {
	m := &c.Match
	switch {
	case !m.Mode.OneOwner:
		return nil
	case m.Status == match.Removed:
		return dropBook(ctx, tx, m.ID)
	case c.Replaced && c.Book == nil:
		return dropBook(ctx, tx, m.ID)
	case c.Replaced:
		return saveBook(ctx, tx, m, c.Book)
	case !c.PositionChanged():
		return nil
	}
	packed, err := loadBook(ctx, tx.Conn, m.ID)
	if err != nil {
		return err
	}
	start := m.Game.Start()
	rec := record.New(start)
	if len(packed) > 0 {
		if rec, err = record.Unpack(packed); err != nil {
			return err
		}
	}
	at, added := rec.Begin(), false
	for _, moves := range [][]game.Move{m.Game.Moves(), c.Before.Undone} {
		for _, move := range moves {
			if at.Follow(move) {
				continue
			}
			if err := at.Play(move); err != nil {
				if errors.Is(err, record.ErrTooBig) {
					err = ErrBookFull
				}
				return err
			}
			added = true
		}
	}
	if !added {
		return nil
	}
	if packed, err = PackBook(rec); err != nil {
		return err
	}
	return saveBook(ctx, tx, m, packed)
}

// Board is what a study of the game begins with: the position of a place, in the book of the game. Of a book that is too large for a
// study, it has what follows the place; if that is too large as well, the line that leads there alone. cut is set for both.
func (g *Game) Board(place int) (b match.Board, cut bool, err error) {
	rec := g.notes
	if rec == nil {
		rec = record.FromGame(g.Game)
	}
	line := g.Line(place)
	b.Game = game.NewGame(line.Start, game.NoRepetition)
	at := rec.Begin()
	for _, m := range line.Moves[:line.At] {
		if err := b.Game.PlayOn(m); err != nil {
			return b, false, err
		}
		at.Follow(m)
	}
	b.Book, err = PackBook(rec)
	if errors.Is(err, ErrBookFull) {
		cut = true
		b.Book, err = PackBook(at.Onward())
	}
	if errors.Is(err, ErrBookFull) {
		b.Book, err = nil, nil
	}
	return b, cut, err
}

// OfMatch is a match as the one who asks likes to see it. A study has its book: its game is the book's own line, whatever is on the
// board now.
func (s *Service) OfMatch(ctx context.Context, r *interaction.Request, reader *view.Reader, m *match.Match) (Game, error) {
	g := ofMatch(r, reader, m)
	if !g.Study {
		return g, nil
	}
	packed, err := loadBook(ctx, s.db.Read(), m.ID)
	if err != nil || len(packed) == 0 {
		return g, err
	}
	if g.notes, err = record.Unpack(packed); err != nil {
		return g, err
	}
	if g.Game, err = g.notes.Game(game.NoRepetition); err != nil {
		return g, err
	}
	g.Outcome = g.Game.Outcome()
	return g, nil
}

// OnBoard is the game that leads to the position on the board now: of a study that may be any line of its book.
func (g *Game) OnBoard() *game.Game {
	if g.match != nil {
		return g.match.Game
	}
	return g.Game
}

// exportedBook is the book of a study as a player gets it.
type exportedBook struct {
	Study id.Match `json:"study"`
	PGN   string   `json:"pgn"`
}
