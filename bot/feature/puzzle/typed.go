package puzzle

import (
	"context"
	"errors"

	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/puzzles"
	"yeye/game/notation"
)

// Typed answers a move that somebody typed, or gave to a command, where no game is: it is meant for the puzzle that they are solving.
// It is false if they are solving none.
type Typed = func(ctx context.Context, r *interaction.Request, move notation.Parsed) (interaction.Response, bool, error)

// NewTyped returns what answers such moves.
func NewTyped(s Services) Typed { return (&feat{s}).typed }

// Fits reports whether a move can be played in the puzzle that somebody is solving.
type Fits = func(ctx context.Context, r *interaction.Request, move notation.Parsed) (bool, error)

// NewFits returns what reports that.
func NewFits(s Services) Fits { return (&feat{s}).fits }

// solving returns the place of what somebody is solving, false if they are solving nothing.
func (f *feat) solving(ctx context.Context, r *interaction.Request) (at place, ok bool, err error) {
	open, ok, err := f.Puzzles.Opened(ctx, r.Player)
	if err != nil || !ok {
		return at, false, err
	}
	at, err = f.reopened(ctx, r.Player, open)
	if errors.Is(err, interaction.ErrOutdated) || errors.Is(err, puzzles.ErrUnknown) {
		return at, false, nil
	}
	return at, err == nil, err
}

func (f *feat) fits(ctx context.Context, r *interaction.Request, move notation.Parsed) (bool, error) {
	at, ok, err := f.solving(ctx, r)
	if err != nil || !ok {
		return false, err
	}
	_, err = move.Move(at.game().Position(), f.Readers.For(r).Notation())
	return err == nil, nil
}

func (f *feat) typed(ctx context.Context, r *interaction.Request, move notation.Parsed) (interaction.Response, bool, error) {
	at, ok, err := f.solving(ctx, r)
	if err == nil && !ok {
		return interaction.Response{}, false, nil
	}
	if err == nil {
		err = f.fair(ctx, r.Player, at)
	}
	if err != nil {
		return interaction.Response{}, true, err
	}
	g := at.game()
	m, err := move.Move(g.Position(), f.Readers.For(r).Notation())
	if err != nil {
		return interaction.Response{}, true, &match.MoveError{Text: move.String(), Turn: g.Position().Turn(), Err: err, Position: g.Position()}
	}
	a, err := f.chooseMove(ctx, r, at, m.String())
	if r.Typed != nil { // in a direct conversation, where nobody else reads it and an answer should stay
		a = a.Publicly()
	}
	return a, true, err
}
