package puzzles

import (
	"context"
	"maps"
	"slices"
	"time"

	"yeye/ai/puzzle"
	"yeye/bot/id"
	"yeye/bot/match/rating"
	"yeye/bot/player"
	"yeye/bot/store"
)

// withPlayerLock runs f in a transaction that locks the solver, so that what f stores may depend on what it read
// about them.
func (s *Service) withPlayerLock(ctx context.Context, p id.Player, f func(store.Tx) error) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		player.Lock(ctx, tx, p)
		return f(tx)
	})
}

func (s *Service) solver(ctx context.Context, c store.Conn, p id.Player) (one Solver, known bool, err error) {
	known, err = store.One(c.Row(ctx,
		`SELECT rating, deviation, volatility, running, best FROM puzzle_solvers WHERE player = ?`, string(p)),
		&one.Rating.Value, &one.Rating.Deviation, &one.Rating.Volatility, &one.Streak, &one.BestStreak)
	return one, known, err
}

func (s *Service) save(ctx context.Context, tx store.Tx, p id.Player, one Solver) {
	tx.ExecDeferred(ctx,
		`INSERT INTO puzzle_solvers (player, rating, deviation, volatility, running, best) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
		running = excluded.running, best = excluded.best`,
		string(p), one.Rating.Value, one.Rating.Deviation, one.Rating.Volatility, one.Streak, one.BestStreak)
}

// tried returns the puzzles that a player has tried.
func (s *Service) tried(ctx context.Context, p id.Player) (map[string]bool, error) {
	return triedBy(ctx, s.db.Read(), p)
}

func triedBy(ctx context.Context, c store.Conn, p id.Player) (map[string]bool, error) {
	return store.Set[string](ctx, c, `SELECT puzzle FROM puzzle_tries WHERE player = ?`, string(p))
}

// insertTry stores a try, and reports whether it is the first one.
func (s *Service) insertTry(
	ctx context.Context,
	tx store.Tx,
	p id.Player,
	name string,
	r Result,
) (fresh bool, err error) {
	n, err := tx.Exec(ctx,
		`INSERT INTO puzzle_tries (player, puzzle, result, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		string(p), name, string(r), store.Millis(tx.Now))
	return n > 0, err
}

// grade returns a puzzle's rating: the one learned from tries, or the collection's if there are none.
func (s *Service) grade(ctx context.Context, c store.Conn, p puzzle.Puzzle) (g rating.Rating, err error) {
	known, err := store.One(c.Row(ctx, `SELECT rating, deviation, volatility FROM puzzle_grades WHERE puzzle = ?`,
		p.ID()), &g.Value, &g.Deviation, &g.Volatility)
	if err == nil && !known {
		g = rating.Rating{Value: float64(p.Rating), Deviation: float64(p.Deviation),
			Volatility: rating.Newcomer().Volatility}
	}
	return g, err
}

// grades returns the ratings of all puzzles, in the order of the collection: those learned from tries where there are
// any.
func (s *Service) grades(ctx context.Context, c store.Conn) ([]float64, error) {
	all := make([]float64, len(s.all))
	for i, p := range s.all {
		all[i] = float64(p.Rating)
	}
	err := store.Each(ctx, c, func(r store.Row) error {
		var name string
		var value float64
		err := r.Scan(&name, &value)
		if i, ok := s.names().byID[name]; ok {
			all[i] = value
		}
		return err
	}, `SELECT puzzle, rating FROM puzzle_grades`)
	return all, err
}

// maxDailyChange is the maximum change of a puzzle's rating in one day (UTC), in points.
const maxDailyChange = 60

// puzzleResult returns a solver's try as a Glicko-2 result from the puzzle's side.
func puzzleResult(solver rating.Rating, r Result) rating.Result {
	score := 1.0
	if r == Solved {
		score = 0
	}
	return rating.Result{Opponent: solver, Score: score}
}

// Learn updates a puzzle's rating from the first tries of many players at once, for the puzzle of the day. It ignores
// players who had tried the puzzle before the time from.
func (s *Service) Learn(ctx context.Context, tx store.Tx, name string, from time.Time,
	tries map[id.Player]Result) error {
	p, err := s.Get(name)
	if err != nil {
		return nil // a later version does not have it
	}
	var all []rating.Result
	for _, who := range slices.Sorted(maps.Keys(tries)) {
		one, known, err := s.solver(ctx, tx.Conn, who)
		if err != nil {
			return err
		}
		if !known || one.Rating.Deviation >= maxGradingDeviation {
			continue
		}
		before, err := store.Value[int](tx.Row(ctx,
			`SELECT COUNT(*) FROM puzzle_tries WHERE player = ? AND puzzle = ? AND at < ?`, string(who), name,
			store.Millis(from)))
		if err != nil {
			return err
		}
		if before == 0 {
			all = append(all, puzzleResult(one.Rating, tries[who]))
		}
	}
	if len(all) == 0 {
		return nil
	}
	return s.regrade(ctx, tx, p, all)
}

// regrade updates a puzzle's rating from tries. It locks the puzzle, so that concurrent tries wait and count too; lock
// the solver first.
func (s *Service) regrade(ctx context.Context, tx store.Tx, p puzzle.Puzzle, tries []rating.Result) error {
	name := p.ID()
	tx.Lock(ctx, "puzzle "+name)
	grade, err := s.grade(ctx, tx.Conn, p)
	if err != nil {
		return err
	}
	today := tx.Now.Unix() / int64(day.Seconds())
	var since int64
	morning := grade.Value
	if _, err := store.One(tx.Row(ctx, `SELECT day, morning FROM puzzle_grades WHERE puzzle = ? AND day = ?`, name,
		today), &since, &morning); err != nil {
		return err
	}
	g := rating.Club().Update(grade, tries, 1)
	g.Value = min(max(g.Value, morning-maxDailyChange), morning+maxDailyChange)
	tx.ExecDeferred(ctx,
		`INSERT INTO puzzle_grades (puzzle, rating, deviation, volatility, tries, day, morning) VALUES (?, ?, ?, ?, ?,
			?, ?)
		ON CONFLICT (puzzle) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
		tries = puzzle_grades.tries + excluded.tries, day = excluded.day, morning = excluded.morning`, name, g.Value,
		g.Deviation, g.Volatility, len(tries), today, morning)
	return nil
}

// Report records a player's report that a puzzle is wrong.
func (s *Service) Report(ctx context.Context, p id.Player, name string) error {
	return s.db.Write().Run(ctx,
		`INSERT INTO puzzle_reports (player, puzzle, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		string(p), name, store.Millis(s.db.Now()))
}

// exported is a player's data about puzzles in their export.
type exported struct {
	Rating    float64  `json:"rating"`
	Deviation float64  `json:"deviation"`
	Running   int      `json:"in_a_row"`
	Best      int      `json:"most_in_a_row"`
	Tries     []try    `json:"tries"`
	Reports   []try    `json:"reports"`
	Mistakes  []box    `json:"mistakes"`
	Runs      []run    `json:"best_runs"`
	Missed    []missed `json:"missed_wins"`
}

// box is a mistake, and run the best run in a server, in a player's export.
type box struct {
	Puzzle string    `json:"puzzle"`
	Due    time.Time `json:"due"`
}

type run struct {
	Guild  id.Guild `json:"server,omitempty"`
	Solved int      `json:"solved"`
}

type try struct {
	Puzzle string `json:"puzzle"`
	Result Result `json:"result,omitempty"`
	At     string `json:"at"`
}

// Owner returns the [player.DataOwner] of what is stored about solvers. The puzzles' ratings, learned from them, are
// anonymous and stay.
func (s *Service) Owner() player.DataOwner {
	return player.NewOwner("puzzles", player.DeleteRows("puzzle_solvers", "puzzle_tries", "puzzle_reports",
		"puzzle_mistakes", "puzzle_runs", "puzzle_run_bests", "puzzle_open", "puzzle_chances"),
		player.One("puzzles", player.Asked(s.export)))
}

func (s *Service) export(ctx context.Context, p id.Player) (any, error) {
	one, known, err := s.Solver(ctx, p)
	if err != nil {
		return nil, err
	}
	e := exported{Rating: one.Rating.Value, Deviation: one.Rating.Deviation, Running: one.Streak, Best: one.BestStreak}
	scan := func(r store.Row) (t try, err error) {
		var at int64
		err = r.Scan(&t.Puzzle, &t.Result, &at)
		t.At = store.Instant(at).UTC().Format("2006-01-02T15:04:05Z")
		return t, err
	}
	if e.Tries, err = store.All(ctx, s.db.Read(), scan,
		`SELECT puzzle, result, at FROM puzzle_tries WHERE player = ? ORDER BY at, puzzle`, string(p)); err != nil {
		return nil, err
	}
	if e.Reports, err = store.All(ctx, s.db.Read(), scan,
		`SELECT puzzle, '', at FROM puzzle_reports WHERE player = ? ORDER BY at, puzzle`, string(p)); err != nil {
		return nil, err
	}
	mistakes, err := s.Mistakes(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, m := range mistakes {
		e.Mistakes = append(e.Mistakes, box{m.Puzzle, m.Due.UTC()})
	}
	if e.Runs, err = store.All(ctx, s.db.Read(), store.Into(func(one *run) []any {
		return []any{&one.Guild, &one.Solved}
	}), `SELECT guild, solved FROM puzzle_run_bests WHERE player = ? ORDER BY guild`, string(p)); err != nil {
		return nil, err
	}
	if e.Missed, err = s.exportMissed(ctx, p); err != nil {
		return nil, err
	}
	if !known && len(e.Tries)+len(e.Reports)+len(e.Mistakes)+len(e.Runs)+len(e.Missed) == 0 {
		return nil, nil
	}
	return e, nil
}
