package archive

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

// A study has a book: the tree of all lines that were played in it or imported into it, with their comments. The position on its
// board is the one that the moves of its match lead to in that tree, so that stepping through it changes only the match.

// Limits of a study's book: each step through it reads the whole book.
const (
	MaxBookMoves = 20000
	maxBookText  = 1 << 20 // bytes of comments
	maxBooks     = 50      // of one player: the studies whose last change is oldest make room
)

// ErrBookFull refuses a change that would exceed the limits of a study's book.
var ErrBookFull = errors.New("the book of the study is full")

// PackBook returns a record in the stored form of a book, without equal siblings, which a board could not be put on, or
// [ErrBookFull].
func PackBook(r *record.Record) ([]byte, error) {
	r = r.Merged()
	if moves, text := r.Size(); moves > MaxBookMoves || text > maxBookText {
		return nil, ErrBookFull
	}
	return record.Pack(r)
}

// Book returns the book of a study: its line alone if none is stored.
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

// OnStudies is the listener that maintains the books of studies: a move that is not in the book is added to it, and moves that are
// taken back stay.
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

// Board returns the beginning of a study of the game: the position of a place, with the book of the game. If that book is too large
// for a study, it is cut to what follows the place, and if that is too large as well, to the line that leads there. cut reports
// either.
func (g *Game) Board(place int) (b match.Board, cut bool, err error) {
	rec := g.notes
	if rec == nil {
		rec = record.FromGame(g.Game)
	}
	rec = rec.Merged() // so that a place follows every line
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

// OfMatch returns a match in the requester's view. A study has its book: its game is the book's main line, whatever is on the board
// now.
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

// OnBoard returns the game that leads to the position on the board now: in a study it may be any line of its book.
func (g *Game) OnBoard() *game.Game {
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
