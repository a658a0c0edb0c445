package puzzles

import (
	"context"
	"math"
	"slices"
	"time"

	"yeye/ai/puzzle"
	"yeye/bot/id"
	"yeye/bot/store"
)

// boxes are the intervals of spaced repetition (a Leitner system): each time a mistake is solved it moves to the next
// box, and comes back after that box's interval. After the last one it is deleted.
var boxes = []time.Duration{1 * day, 3 * day, 7 * day, 16 * day, 35 * day}

const (
	day         = 24 * time.Hour
	maxMistakes = 60 // of one solver; beyond it the one in the highest box is deleted
)

// Mistake is a puzzle that a player failed and may try again. It comes back first unchanged, then mirrored, then as
// another puzzle of its kind.
type Mistake struct {
	Puzzle string
	Box    int
	Due    time.Time
}

// Mistakes returns a player's mistakes, due ones first.
func (s *Service) Mistakes(ctx context.Context, p id.Player) ([]Mistake, error) {
	return store.All(ctx, s.db.Read(), store.Into(func(m *Mistake) []any {
		return []any{&m.Puzzle, &m.Box, store.Time(&m.Due)}
	}), `SELECT puzzle, box, due FROM puzzle_mistakes WHERE player = ? ORDER BY due, puzzle`, string(p))
}

// Due returns how many of a player's mistakes are due.
func (s *Service) Due(ctx context.Context, p id.Player) (int, error) {
	return store.Value[int](s.db.Read().Row(ctx, `SELECT COUNT(*) FROM puzzle_mistakes WHERE player = ? AND due <= ?`,
		string(p), store.Millis(s.db.Now())))
}

// Again returns the puzzle with which a mistake is repeated now: itself, mirrored, or a similar one.
func (s *Service) Again(ctx context.Context, p id.Player, m Mistake) (shown puzzle.Puzzle, mirrored bool, err error) {
	if shown, err = s.Get(m.Puzzle); err != nil || m.Box < 2 {
		return shown, m.Box == 1, err
	}
	tried, err := s.tried(ctx, p)
	if err != nil {
		return shown, false, err
	}
	grades, err := s.grades(ctx, s.db.Read())
	if err != nil {
		return shown, false, err
	}
	own := grades[s.names().byID[m.Puzzle]]
	about, reserved := shown.Themes(), s.reserved()
	for i, other := range s.all {
		name := s.names().ids[i]
		if !other.Withdrawn && !tried[name] && !reserved[name] && other.Kind == shown.Kind &&
			math.Abs(grades[i]-own) <= similarGrade &&
			slices.ContainsFunc(s.themes()[i], func(t puzzle.Theme) bool {
				return puzzle.IsTactical(t) && slices.Contains(about, t)
			}) {
			return other, false, nil
		}
	}
	return shown, m.Box%2 == 1, nil
}

// similarGrade is the maximum difference between the ratings of similar puzzles.
const similarGrade = 100

// Repeat records the result of another try at a mistake. It is not rated.
func (s *Service) Repeat(ctx context.Context, p id.Player, name string, solved bool) error {
	return s.withPlayerLock(ctx, p, func(tx store.Tx) error {
		var box int
		known, err := store.One(tx.Row(ctx, `SELECT box FROM puzzle_mistakes WHERE player = ? AND puzzle = ?`,
			string(p), name), &box)
		if err != nil || !known {
			return err
		}
		if box++; !solved {
			box = 0
		}
		if box == len(boxes) {
			tx.ExecDeferred(ctx, `DELETE FROM puzzle_mistakes WHERE player = ? AND puzzle = ?`, string(p), name)
			return nil
		}
		remember(ctx, tx, p, name, box)
		return nil
	})
}

// remember puts a puzzle into a box, and deletes another one beyond maxMistakes.
func remember(ctx context.Context, tx store.Tx, p id.Player, name string, box int) {
	tx.ExecDeferred(ctx, `INSERT INTO puzzle_mistakes (player, puzzle, box, due) VALUES (?, ?, ?, ?)
		ON CONFLICT (player, puzzle) DO UPDATE SET box = excluded.box, due = excluded.due`,
		string(p), name, box, store.Millis(tx.Now.Add(boxes[box])))
	tx.ExecDeferred(ctx, `DELETE FROM puzzle_mistakes WHERE player = ? AND puzzle IN
		(SELECT puzzle FROM puzzle_mistakes WHERE player = ? AND puzzle <> ? ORDER BY box, due DESC, puzzle
		LIMIT 1000 OFFSET ?)`,
		string(p), string(p), name, maxMistakes-1)
}
