package studycard

import (
	"context"
	"time"

	"yeye/ai/report"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/store"
	"yeye/game"
)

// Judge is what a study is evaluated with.
type Judge struct {
	Engine interface {
		Lines(ctx context.Context, p fairplay.Permit, most int) ([]report.Position, error)
	}
	FairPlay interface {
		PermitHelp(ctx context.Context, who []id.Player, m *match.Match, from fairplay.Origin) (fairplay.Permit, error)
	}
	Matches interface {
		LockOpen(ctx context.Context, tx store.Tx, m *match.Match) (bool, error)
	}
}

// evaluation is the engine's evaluation as a study's card shows it.
type evaluation struct {
	on    bool // each position is evaluated
	lines []report.Position
}

// evaluationTimeout is how long a board waits for its evaluation; after that it is shown without.
const evaluationTimeout = 3 * time.Second

// evaluation returns the engine's evaluation of the position on the board, if it is switched on. One that is refused,
// or takes too long, is left out.
func (s *Cards) evaluation(ctx context.Context, m *match.Match) (e evaluation, err error) {
	if m.Status != match.Open || !s.analyses {
		return e, nil
	}
	turn, lines, on, err := loadLines(ctx, s.db.Read(), m.ID)
	if err != nil || !on {
		return e, err
	}
	e.on = true
	if turn == m.Turn { // a game between people may have come to the position since
		if _, err := s.Permit(ctx, m.Seats[game.Red].Player, m, fairplay.ShownUnasked); err == nil {
			e.lines = lines
		}
		return e, nil
	}
	if !m.Game.Position().HasLegal() {
		return e, nil
	}
	within, cancel := context.WithTimeout(ctx, evaluationTimeout)
	defer cancel()
	// the player who moved has paid: see OnMatch
	if lines, err := s.evaluate(within, m.Seats[game.Red].Player, m, fairplay.ShownUnasked); err == nil {
		e.lines = lines
	}
	return e, nil
}

// Evaluate has the engine evaluate the position of a study for a player. From now on each position of the study is
// evaluated.
func (s *Cards) Evaluate(ctx context.Context, p id.Player, m *match.Match) error {
	_, err := s.evaluate(ctx, p, m, fairplay.FromUser)
	return err
}

// Permit permits the engine's help with a study for a player; it also checks the owner and guests, who see the card
// too.
func (s *Cards) Permit(ctx context.Context, p id.Player, m *match.Match,
	from fairplay.Origin) (fairplay.Permit, error) {
	return s.judge.FairPlay.PermitHelp(ctx, append([]id.Player{p}, m.Movers()...), m, from)
}

func (s *Cards) evaluate(ctx context.Context, p id.Player, m *match.Match,
	from fairplay.Origin) ([]report.Position, error) {
	may, err := s.Permit(ctx, p, m, from)
	if err != nil {
		return nil, err
	}
	found, err := s.judge.Engine.Lines(ctx, may, MaxLines)
	if err == nil {
		err = s.db.Tx(ctx, func(tx store.Tx) error { return s.save(ctx, tx, m, found) })
	}
	return found, err
}

// save stores an evaluation, unless the study was closed or erased meanwhile, after which nothing would delete it.
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

// StopEvaluating ends the evaluation of a study.
func (s *Cards) StopEvaluating(ctx context.Context, m *match.Match) error {
	return s.db.WriteTx(ctx, func(tx store.Tx) { dropLines(ctx, tx, m.ID) })
}

// OnMatch is called with each change of a match. A study that is closed is evaluated no more.
func OnMatch(ctx context.Context, tx store.Tx, c *match.Change) {
	m := &c.Match
	if !m.Mode.OnePlayer || c.New() || m.Live() {
		return
	}
	dropLines(ctx, tx, m.ID)
}
