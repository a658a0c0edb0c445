package puzzles

import (
	"context"
	"time"

	"yeye/ai/puzzle"
	"yeye/bot/id"
	"yeye/bot/store"
)

// Chance is a win that a player missed in one of their games. Once the engine has proved it, it is an unrated puzzle
// for that player only.
type Chance struct {
	Player id.Player
	Game   id.Match
	Ply    int       // of the game, at which something else was played
	Played time.Time // when the game ended
	Puzzle puzzle.Puzzle
}

// maxChances is how many are stored of one player; those of the oldest games are deleted.
const maxChances = 60

// AddChance stores a chance that still has to be proved, unless it is stored already.
func (s *Service) AddChance(ctx context.Context, tx store.Tx, c Chance) {
	tx.ExecDeferred(ctx,
		`INSERT INTO puzzle_chances (player, game, ply, played, puzzle, line, tried, solved) VALUES (?, ?, ?, ?, '', '',
			0, 0) ON CONFLICT DO NOTHING`,
		string(c.Player), string(c.Game), c.Ply, store.Millis(c.Played))
	tx.ExecDeferred(ctx, `DELETE FROM puzzle_chances WHERE player = ? AND played < (SELECT MIN(played) FROM
		(SELECT played FROM puzzle_chances WHERE player = ? ORDER BY played DESC LIMIT ?) AS kept)`, string(c.Player),
		string(c.Player), maxChances)
}

// Unproved returns the chances of a game that still have to be proved.
func (s *Service) Unproved(ctx context.Context, of id.Match) ([]Chance, error) {
	return store.All(ctx, s.db.Read(), store.Into(func(c *Chance) []any {
		c.Game = of
		return []any{&c.Player, &c.Ply}
	}), `SELECT player, ply FROM puzzle_chances WHERE game = ? AND puzzle = '' ORDER BY ply, player`, string(of))
}

// SaveProof stores the puzzle of a chance, or deletes the chance if ok is false: it proved to be no puzzle.
func (s *Service) SaveProof(ctx context.Context, c Chance, p puzzle.Puzzle, ok bool) error {
	if !ok {
		return s.db.Write().Run(ctx, `DELETE FROM puzzle_chances WHERE player = ? AND game = ? AND ply = ?`,
			string(c.Player), string(c.Game), c.Ply)
	}
	return s.db.Write().Run(ctx,
		`UPDATE puzzle_chances SET puzzle = ?, line = ? WHERE player = ? AND game = ? AND ply = ?`,
		p.ID(), p.String(), string(c.Player), string(c.Game), c.Ply)
}

// NextChance returns the chance that a player should try next, untried ones first, and how many are unsolved. The error
// is ErrNone if none is.
func (s *Service) NextChance(ctx context.Context, p id.Player) (next Chance, left int, err error) {
	all, err := s.chances(ctx, `player = ? AND puzzle <> '' AND solved = 0 ORDER BY tried, played DESC, ply`, string(p))
	if err == nil && len(all) == 0 {
		err = ErrNone
	}
	if err != nil {
		return Chance{}, 0, err
	}
	return all[0], len(all), nil
}

// Chance returns one of a player's chances by its puzzle, or ErrUnknown.
func (s *Service) Chance(ctx context.Context, p id.Player, name string) (Chance, error) {
	all, err := s.chances(ctx, `player = ? AND puzzle = ? AND puzzle <> '' ORDER BY played`, string(p), name)
	if err == nil && len(all) == 0 {
		err = ErrUnknown
	}
	if err != nil {
		return Chance{}, err
	}
	return all[0], nil
}

func (s *Service) chances(ctx context.Context, where string, args ...any) ([]Chance, error) {
	return store.All(ctx, s.db.Read(), func(r store.Row) (c Chance, err error) {
		var line string
		if err = r.Scan(&c.Player, &c.Game, &c.Ply, store.Time(&c.Played), &line); err == nil {
			c.Puzzle, err = puzzle.Parse(line)
		}
		return c, err
	}, `SELECT player, game, ply, played, line FROM puzzle_chances WHERE `+where, args...)
}

// SolveChance marks a chance as solved, so that it is not shown again.
func (s *Service) SolveChance(ctx context.Context, p id.Player, name string) error {
	return s.db.Write().Run(ctx, `UPDATE puzzle_chances SET solved = 1 WHERE player = ? AND puzzle = ?`, string(p),
		name)
}

// PostponeChance moves a chance behind the player's other chances.
func (s *Service) PostponeChance(ctx context.Context, p id.Player, name string) error {
	return s.db.Write().Run(ctx, `UPDATE puzzle_chances SET tried = ? WHERE player = ? AND puzzle = ?`,
		store.Millis(s.db.Now()), string(p), name)
}

// DeleteChances deletes the chances of a game that is deleted.
func (s *Service) DeleteChances(ctx context.Context, tx store.Tx, of id.Match) {
	tx.ExecDeferred(ctx, `DELETE FROM puzzle_chances WHERE game = ?`, string(of))
}

// missed is a chance in a player's export.
type missed struct {
	Game   id.Match `json:"game"`
	Ply    int      `json:"ply"`
	Puzzle string   `json:"puzzle,omitempty"` // position and line
	Solved bool     `json:"solved"`
}

func (s *Service) exportMissed(ctx context.Context, p id.Player) ([]missed, error) {
	return store.All(ctx, s.db.Read(), store.Into(func(m *missed) []any {
		return []any{&m.Game, &m.Ply, &m.Puzzle, store.Flag(&m.Solved)}
	}), `SELECT game, ply, line, solved FROM puzzle_chances WHERE player = ? ORDER BY played, ply`, string(p))
}
