package puzzlesbot

import (
	"context"
	"time"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// mistakes shows the mistake that has been due for longest, or says when the next one is.
func (f *feat) mistakes(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	all, err := f.Puzzles.Mistakes(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	if len(all) == 0 {
		return interaction.Say(r.Text.Text("puzzle.mistakes.none")), nil
	}
	first := all[0]
	due, err := f.Puzzles.Due(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	if due == 0 {
		when := first.Due.Add(time.Second)
		return interaction.Say(r.Text.Text("puzzle.mistakes.later",
			locale.Args{"Count": len(all), "When": view.Relative(when)})), nil
	}
	p, mirrored, err := f.Puzzles.Again(ctx, r.Player, first)
	if err != nil {
		return interaction.Response{}, err
	}
	if mirrored {
		p = p.Mirrored()
	}
	at := progress{Puzzle: p, attempt: attempt{chosen: game.NoSquare,
		mode: mode{mistake: first.Puzzle, mirrored: mirrored}}}
	return f.open(ctx, r, at, r.Text.Text("puzzle.mistakes", locale.Args{"Count": due}))
}

// mistakesButton returns the button for the mistakes that are due, nil if there are none.
func (f *feat) mistakesButton(
	ctx context.Context,
	r *interaction.Request,
	w *words.Words,
) ([]discord.Component, error) {
	due, err := f.Puzzles.Due(ctx, r.Player)
	if err != nil || due == 0 {
		return nil, err
	}
	return []discord.Component{discord.ControlID{Action: actionMistakes}.Button(w.Text("puzzle.mistakes.button",
		locale.Args{"Count": due}), discord.Secondary)}, nil
}
