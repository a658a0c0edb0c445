package puzzles

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Open is what somebody is solving: a puzzle, the plies of its line that have been played, and how it stands, in a form of its own. The
// task of a lesson is kept in the same way, under a name that no puzzle has: what was shown last is what a typed move is for.
type Open struct {
	Puzzle  string
	Ply     int
	Attempt string
}

// openFor is how long typed moves are still meant for a puzzle.
const openFor = 12 * time.Hour

// Opened returns what somebody is solving, false if nothing.
func (s *Service) Opened(ctx context.Context, p id.Player) (o Open, ok bool, err error) {
	ok, err = store.One(s.db.Read().Row(ctx, `SELECT puzzle, ply, attempt FROM puzzle_open WHERE player = ? AND at >= ?`,
		string(p), store.Millis(s.db.Now().Add(-openFor))), &o.Puzzle, &o.Ply, &o.Attempt)
	return o, ok, err
}

// SetOpen stores what somebody is solving now.
func (s *Service) SetOpen(ctx context.Context, p id.Player, o Open) error {
	_, err := s.db.Write().Exec(ctx, `INSERT INTO puzzle_open (player, puzzle, ply, attempt, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET puzzle = excluded.puzzle, ply = excluded.ply, attempt = excluded.attempt, at = excluded.at`,
		string(p), o.Puzzle, o.Ply, o.Attempt, store.Millis(s.db.Now()))
	return err
}

// Close forgets what somebody is solving.
func (s *Service) Close(ctx context.Context, p id.Player) error {
	_, err := s.db.Write().Exec(ctx, `DELETE FROM puzzle_open WHERE player = ?`, string(p))
	return err
}
