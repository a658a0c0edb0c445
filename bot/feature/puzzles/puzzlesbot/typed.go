package puzzlesbot

import (
	"context"
	"errors"

	"yeye/bot/feature/puzzles"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/notation"
)

// Solver handles typed moves of users who are solving a puzzle.
type Solver struct{ *feat }

// NewSolver makes a Solver.
func NewSolver(s Services) Solver { return Solver{&feat{s}} }

// solving returns the user's progress in the puzzle that they are solving; ok is false if there is none.
func (f *feat) solving(ctx context.Context, r *interaction.Request) (at progress, ok bool, err error) {
	open, ok, err := f.Puzzles.Current(ctx, r.Player)
	if err != nil || !ok {
		return at, false, err
	}
	at, err = f.reopen(ctx, r.Player, open)
	if errors.Is(err, interaction.ErrOutdated) || errors.Is(err, puzzles.ErrUnknown) {
		return at, false, nil
	}
	return at, err == nil, err
}

// Board returns the position of the puzzle, false if there is none.
func (f Solver) Board(ctx context.Context, r *interaction.Request) (*game.Position, bool, error) {
	at, ok, err := f.solving(ctx, r)
	if err != nil || !ok {
		return nil, false, err
	}
	return at.game().Position(), true, nil
}

// Answer answers a move that the user typed, or gave to a command, in a channel without a game. ok is false if they
// have no puzzle open.
func (f Solver) Answer(ctx context.Context, r *interaction.Request,
	move notation.Parsed) (interaction.Response, bool, error) {
	at, ok, err := f.solving(ctx, r)
	if err == nil && !ok {
		return interaction.Response{}, false, nil
	}
	if err == nil {
		err = f.checkFairPlay(ctx, r.Player, at)
	}
	if err != nil {
		return interaction.Response{}, true, err
	}
	g := at.game()
	m, err := move.Move(g.Position(), f.Readers.For(r).Notation())
	if err != nil {
		return interaction.Response{}, true, &match.MoveError{Text: move.String(), Turn: g.Position().Turn(), Err: err,
			Position: g.Position()}
	}
	a, err := f.chooseMove(ctx, r, at, m.String())
	if r.Typed != nil { // in a DM channel, where no one else reads it and the answer should stay
		a = a.Publicly()
	}
	return a, true, err
}
