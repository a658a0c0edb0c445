package lessonsbot

import (
	"context"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/feature/puzzles"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/notation"
)

// Open stores the board that a user is solving, a puzzle or a task; puzzles.Service implements it.
type Open interface {
	Current(ctx context.Context, p id.Player) (puzzles.Open, bool, error)
	SetOpen(ctx context.Context, p id.Player, o puzzles.Open) error
	Close(ctx context.Context, p id.Player) error
}

// taskPrefix is the prefix by which puzzles.Open.Puzzle names a task instead of a puzzle.
const taskPrefix = "lesson "

// storeOpen stores which task the user is solving, so that a move they type is played in it.
func (l *learn) storeOpen(ctx context.Context, p id.Player, at *place) error {
	if at.IsQuestion() {
		return l.Open.Close(ctx, p)
	}
	return l.Open.SetOpen(ctx, p, puzzles.Open{Puzzle: taskPrefix + at.Name, Ply: at.step, Attempt: string(at.course)})
}

// Solver handles typed moves of users who are solving a task.
type Solver struct{ *learn }

// NewSolver returns the solver of tasks.
func NewSolver(s Services) Solver { return Solver{&learn{s}} }

// openTask returns the task that the user is solving; ok is false if there is none.
func (l *learn) openTask(ctx context.Context, r *interaction.Request) (at place, ok bool, err error) {
	open, ok, err := l.Open.Current(ctx, r.Player)
	name, lesson := strings.CutPrefix(open.Puzzle, taskPrefix)
	if err != nil || !ok || !lesson {
		return at, false, err
	}
	at, ok = parsePlace(discord.ControlID{ID: objectID(name), Turn: int64(open.Ply), Arg: open.Attempt})
	return at, ok && !at.IsQuestion(), nil
}

// Board returns the position of the task, false if there is none.
func (l Solver) Board(ctx context.Context, r *interaction.Request) (*game.Position, bool, error) {
	at, ok, err := l.openTask(ctx, r)
	if err != nil || !ok {
		return nil, false, err
	}
	return at.Game(at.step).Position(), true, nil
}

// Answer answers a move that the user typed, or gave to a command, in a channel without a game. ok is false if they
// have no task open.
func (l Solver) Answer(ctx context.Context, r *interaction.Request,
	move notation.Parsed) (interaction.Response, bool, error) {
	at, ok, err := l.openTask(ctx, r)
	if err != nil || !ok {
		return interaction.Response{}, false, err
	}
	if err := l.checkFairPlay(ctx, r.Player, &at); err != nil {
		return interaction.Response{}, true, err
	}
	p := at.Game(at.step).Position()
	m, err := move.Move(p, l.Readers.For(r).Notation())
	if err != nil {
		return interaction.Response{}, true, &match.MoveError{Text: move.String(), Turn: p.Turn(), Err: err,
			Position: p}
	}
	a, err := chooseMove(ctx, l.learn, r, at, m.String())
	if r.Typed != nil { // in a DM channel, where no one else reads it and the answer should stay
		a = a.Publicly()
	}
	return a, true, err
}
