package puzzles

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Open is the puzzle that a player is solving, how many plies of its line have been played, and the feature's encoded
// state. The task of a lesson is stored in the same way, under a name that no puzzle has, so that a typed move goes to
// what was shown last.
type Open struct {
	Puzzle  string
	Ply     int
	Attempt string
}

// openFor is how long after it was last shown a puzzle takes typed moves.
const openFor = 12 * time.Hour

// Current returns what a player is solving; ok is false if there is nothing, or it is older than openFor.
func (s *Service) Current(ctx context.Context, p id.Player) (o Open, ok bool, err error) {
	ok, err = store.One(s.db.Read().Row(ctx,
		`SELECT puzzle, ply, attempt FROM puzzle_open WHERE player = ? AND at >= ?`,
		string(p), store.Millis(s.db.Now().Add(-openFor))), &o.Puzzle, &o.Ply, &o.Attempt)
	return o, ok, err
}

// SetOpen stores what a player is solving.
func (s *Service) SetOpen(ctx context.Context, p id.Player, o Open) error {
	return s.db.Write().Run(ctx, `INSERT INTO puzzle_open (player, puzzle, ply, attempt, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET puzzle = excluded.puzzle, ply = excluded.ply, attempt = excluded.attempt,
		at = excluded.at`,
		string(p), o.Puzzle, o.Ply, o.Attempt, store.Millis(s.db.Now()))
}

// Close deletes what SetOpen stored.
func (s *Service) Close(ctx context.Context, p id.Player) error {
	return s.db.Write().Run(ctx, `DELETE FROM puzzle_open WHERE player = ?`, string(p))
}
