package studycard

import (
	"context"
	"time"

	"yeye/ai/report"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
)

// Judge is what a study is evaluated with.
type Judge struct {
	Engine interface {
		Lines(ctx context.Context, p id.Player, g *game.Game, most int) ([]report.Position, error)
	}
	FairPlay interface {
		Help(ctx context.Context, p id.Player, m *match.Match) error
	}
	Matches interface {
		UncountLike(ctx context.Context, p id.Player, at *game.Position, why match.Casual, named ...id.Match) error
		LockOpen(ctx context.Context, tx store.Tx, m *match.Match) (bool, error)
	}
}

// evaluation is what a study's card shows of the engine's.
type evaluation struct {
	on    bool // each position is evaluated
	lines []report.Position
}

// evaluateWithin is how long a board waits for its evaluation. Without one in time it is shown without.
const evaluateWithin = 3 * time.Second

// evaluation returns the engine's evaluation of the position on the board, if it is switched on. One that is refused, or takes too long,
// is left out.
func (s *Cards) evaluation(ctx context.Context, m *match.Match) (e evaluation, err error) {
	if m.Status != match.Open || !s.analyses {
		return e, nil
	}
	turn, lines, on, err := loadLines(ctx, s.db.Read(), m.ID)
	if err != nil || !on {
		return e, err
	}
	e.on = true
	if turn == m.Turn {
		e.lines = lines
		return e, nil
	}
	if !m.Game.Position().HasLegal() {
		return e, nil
	}
	within, cancel := context.WithTimeout(ctx, evaluateWithin)
	defer cancel()
	if lines, err := s.evaluate(within, m.Seats[game.Red].Player, m); err == nil {
		e.lines = lines
	}
	return e, nil
}

// Evaluate has the engine evaluate the position of a study for a player. From now on each position of the study is evaluated.
func (s *Cards) Evaluate(ctx context.Context, p id.Player, m *match.Match) error {
	if _, err := s.evaluate(ctx, p, m); err != nil {
		return err
	}
	return s.judge.Matches.UncountLike(ctx, p, m.Game.Position(), match.AfterHint)
}

func (s *Cards) evaluate(ctx context.Context, p id.Player, m *match.Match) ([]report.Position, error) {
	for _, who := range m.Movers() {
		if err := s.judge.FairPlay.Help(ctx, who, m); err != nil {
			return nil, err
		}
	}
	found, err := s.judge.Engine.Lines(ctx, p, m.Game.Clone(), MaxLines)
	if err == nil {
		err = s.db.Tx(ctx, func(tx store.Tx) error { return s.save(ctx, tx, m, found) })
	}
	return found, err
}

// save stores an evaluation, unless the study was closed or erased meanwhile: nothing would delete it any more.
func (s *Cards) save(ctx context.Context, tx store.Tx, m *match.Match, found []report.Position) error {
	open, err := s.judge.Matches.LockOpen(ctx, tx, m)
	if err != nil || !open {
		return err
	}
	return saveLines(ctx, tx, m, found)
}

// Evaluated reports whether each position of a study is evaluated.
func (s *Cards) Evaluated(ctx context.Context, m *match.Match) (on bool, err error) {
	_, _, on, err = loadLines(ctx, s.db.Read(), m.ID)
	return on, err
}

// Rest ends the evaluation of a study.
func (s *Cards) Rest(ctx context.Context, m *match.Match) error {
	return s.db.Tx(ctx, func(tx store.Tx) error { return dropLines(ctx, tx, m.ID) })
}

// OnMatch is called with each change of a match. A study that is closed is evaluated no more.
func OnMatch(ctx context.Context, tx store.Tx, c *match.Change) error {
	m := &c.Match
	if !m.Mode.OneOwner || c.New() || m.Live() {
		return nil
	}
	return dropLines(ctx, tx, m.ID)
}
