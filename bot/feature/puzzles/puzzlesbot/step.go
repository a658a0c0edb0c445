package puzzlesbot

import (
	"context"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/feature/puzzles"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view/words"
)

// step shows the line of a puzzle that is over, after so many plies.
func (f *feat) step(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	at, err := f.placed(ctx, r.Player, puzzles.Open{Puzzle: string(c.ID), Attempt: c.Arg, Ply: int(c.Turn)})
	if err != nil {
		return interaction.Response{}, err
	}
	if err := f.checkFairPlay(ctx, r.Player, at); err != nil {
		return interaction.Response{}, err
	}
	at.over = true
	w := f.Readers.For(r).Words
	return f.page(r, at, []string{w.Text("puzzle.run.solution", locale.Args{"Line": stepped(w, &at)}),
		why(w, &at)}).Editing(), nil
}

// stepped writes a line with the move that was played last in bold.
func stepped(w *words.Words, at *progress) string {
	moves := w.Line(at.Start, at.Line, len(at.Line))
	if at.ply > 0 {
		moves[at.ply-1] = "**" + moves[at.ply-1] + "**"
	}
	return strings.Join(moves, " ")
}

// steps returns the buttons that go through the line.
func steps(at *progress) discord.Row {
	return discord.ControlID{Action: actionStep, ID: at.subject(), Arg: at.attempt.String()}.Pages(at.ply,
		len(at.Line)+1)
}
