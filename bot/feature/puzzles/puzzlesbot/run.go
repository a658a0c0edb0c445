package puzzlesbot

import (
	"context"

	"yeye/bot/feature/puzzles"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/game"
)

// run shows the open puzzle of the user's run, or starts a run.
func (f *feat) run(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	now, err := f.Puzzles.Run(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	return f.showRun(ctx, r, now)
}

func (f *feat) showRun(ctx context.Context, r *interaction.Request, now puzzles.Run) (interaction.Response, error) {
	p, err := f.Puzzles.Get(now.Puzzle)
	if err != nil {
		return interaction.Response{}, err
	}
	at := progress{Puzzle: p, attempt: attempt{chosen: game.NoSquare,
		mode: mode{running: true, run: puzzles.Run{Solved: now.Solved, Skipped: now.Skipped}}}}
	return f.open(ctx, r, at, r.Text.Text("puzzle.run", locale.Args{"Number": now.Solved + 1}))
}

// skip replaces the run's puzzle by another one.
func (f *feat) skip(ctx context.Context, r *interaction.Request, at progress, _ string) (interaction.Response, error) {
	now, err := f.Puzzles.Skip(ctx, r.Player, at.currentRun())
	if err != nil {
		return interaction.Response{}, err
	}
	return f.showRun(ctx, r, now)
}

// currentRun returns the run to which the puzzle belongs, as it was when the puzzle was shown.
func (p *progress) currentRun() puzzles.Run {
	r := p.mode.run
	r.Puzzle = p.ID()
	return r
}

// runEnds ends a run after a mistake, and returns the lines about its length and the records.
func (f *feat) runEnds(ctx context.Context, r *interaction.Request, at progress) ([]string, error) {
	own, there, err := f.Puzzles.End(ctx, r.Player, r.Guild, at.currentRun())
	if err != nil {
		return nil, err
	}
	t := r.Text
	said := []string{t.Text("puzzle.run.over", locale.Args{"Count": at.mode.run.Solved, "Best": own.Solved})}
	if r.Guild != "" && there.Solved > 0 {
		key := "puzzle.run.somebody"
		if there.Player != "" {
			key = "puzzle.run.server"
		}
		said = append(said, t.Text(key, locale.Args{"Count": there.Solved, "Who": "<@" + string(there.Player) + ">"}))
	}
	return said, nil
}
