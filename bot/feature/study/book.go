package study

import (
	"cmp"
	"context"
	"errors"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/record"
)

// A study has a book: the tree of all lines that were played in it or imported into it, with their comments. The
// position on its board is the one that the moves of its match lead to in that tree, so that stepping through it
// changes only the match.

// Limits of a study's book: each step through it reads the whole book.
const (
	MaxBookMoves = 20000
	MaxBookText  = 1 << 20 // bytes of comments
	maxBooks     = 50      // of one player: beyond it the books of the studies changed longest ago are deleted
)

// ErrBookFull refuses a change that would exceed the limits of a study's book.
var ErrBookFull = errors.New("the book of the study is full")

// Pack returns a record in the stored form of a book, or [ErrBookFull]. It merges siblings with the same move, because
// a board's moves could not tell them apart.
func Pack(r *record.Record) ([]byte, error) {
	r = r.Merged()
	if moves, text := r.Size(); moves > MaxBookMoves || text > MaxBookText {
		return nil, ErrBookFull
	}
	return record.Pack(r)
}

// Book returns the book of a study: its line alone if none is stored.
func (s *Service) Book(ctx context.Context, m *match.Match) (*record.Record, error) {
	rec, err := s.Stored(ctx, m.ID)
	if rec == nil && err == nil {
		rec = record.FromGame(m.Game)
	}
	return rec, err
}

// Stored returns the stored book of a study, nil if there is none.
func (s *Service) Stored(ctx context.Context, of id.Match) (*record.Record, error) {
	return loadBook(ctx, s.db.Read(), of)
}

// save stores b's book as the book of a study, in place of the old one.
func (b Board) save(ctx context.Context, tx store.Tx, c *match.Change) error {
	if b.Book == nil {
		dropBook(ctx, tx, c.Match.ID)
		return nil
	}
	saveBook(ctx, tx, &c.Match, b.Book)
	return nil
}

// OnMatch is called with each change of a match. It adds a move to the study's book that is not in it; moves that are
// taken back stay.
func OnMatch(ctx context.Context, tx store.Tx, c *match.Change) error {
	m := &c.Match
	switch {
	case !m.Mode.OnePlayer:
		return nil
	case m.Status == match.Removed:
		dropBook(ctx, tx, m.ID)
		return nil
	case c.New(), c.Verb == match.SetUp, !c.PositionChanged():
		return nil // a new board has its book already
	}
	rec, err := loadBook(ctx, tx.Conn, m.ID)
	if err != nil {
		return err
	}
	rec = cmp.Or(rec, record.New(m.Game.Start()))
	at, added := rec.NewCursor(), false
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
	packed, err := Pack(rec)
	if err != nil {
		return err
	}
	saveBook(ctx, tx, m, packed)
	return nil
}

// StoredBook is a stored book, unpacked by Record.
type StoredBook struct {
	Study  id.Match
	packed []byte
}

// Record unpacks the book.
func (k *StoredBook) Record() (*record.Record, error) { return record.Unpack(k.packed) }

// StoredBooks returns the books of a player's studies, last changed first.
func (s *Service) StoredBooks(ctx context.Context, p id.Player) ([]StoredBook, error) {
	return booksOf(ctx, s.db.Read(), p)
}
