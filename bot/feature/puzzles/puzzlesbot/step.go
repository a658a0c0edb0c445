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

// step shows the line of a finished puzzle after the ply in the control's Turn.
func (f *feat) step(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	at, err := f.decode(ctx, r.Player, puzzles.Open{Puzzle: string(c.ID), Attempt: c.Arg, Ply: int(c.Turn)})
	if err != nil {
		return interaction.Response{}, err
	}
	if err := f.checkFairPlay(ctx, r.Player, at); err != nil {
		return interaction.Response{}, err
	}
	at.over = true
	w := f.Readers.For(r).Words
	return f.page(r, at, []string{w.Text("puzzle.run.solution", locale.Args{"Line": lineText(w, &at)}),
		whyText(w, &at)}).Editing(), nil
}

// lineText writes a line with the move that was played last in bold.
func lineText(w *words.Words, at *progress) string {
	moves := w.Line(at.Start, at.Line, len(at.Line))
	if at.ply > 0 {
		moves[at.ply-1] = "**" + moves[at.ply-1] + "**"
	}
	return strings.Join(moves, " ")
}

// stepRow returns the buttons that step through the line.
func stepRow(at *progress) discord.Row {
	return discord.ControlID{Action: actionStep, ID: at.subject(), Arg: at.attempt.String()}.Pages(at.ply,
		len(at.Line)+1)
}
