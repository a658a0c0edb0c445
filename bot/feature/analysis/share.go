package analysis

import (
	"context"
	"errors"
	"strings"

	"yeye/ai/report"
	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// shareGame posts a picture of a finished game publicly: players, result, last board, and accuracies if the game is
// analyzed and fair play permits them. It pings nobody.
func (f *analyses) shareGame(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	g archive.Game) (interaction.Response, error) {
	if !g.Ended {
		return interaction.Response{}, match.ErrStale
	}
	found, err := f.finishedReport(ctx, r, &g)
	if err != nil {
		return interaction.Response{}, err
	}
	shared := interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		reader := f.Readers.For(r)
		w := reader.Words
		file, err := f.card(w, &g, found, 0)
		if err != nil {
			return interaction.Response{}, err
		}
		text := caption(w, &g)
		switch {
		case reader.Aloud() && found != nil:
			text = summary(w, &g, found)
		case reader.Aloud():
			text = describe(w, &g)
		}
		return interaction.Answer(discord.Message{Content: locale.Cut(text, discord.MaxContent),
			Files: []discord.File{file}}), nil
	}}
	return shared.Publicly(), nil
}

// finishedReport returns the report on a game, nil if it is not analyzed or fair play withholds it now.
func (f *analyses) finishedReport(ctx context.Context, r *interaction.Request,
	g *archive.Game) (*report.Report, error) {
	a, there, err := load(ctx, f.DB.Read(), g.ID)
	if err != nil || !there || a.State != finished {
		return nil, err
	}
	found, err := f.report(ctx, r, g, &a)
	if errors.Is(err, errLiveBoards) || errors.Is(err, errNothing) {
		err = nil
	}
	return found, err
}

// caption says how a game ended. It is the text that notifications show beside the picture.
func caption(w *words.Words, g *archive.Game) string {
	who, end := players(w, g), w.Finale(g.Game, g.Outcome, g.Names)
	switch {
	case end == "":
		return who
	case g.Outcome.Result == game.RedWins, g.Outcome.Result == game.BlackWins:
		return end // it names both players
	}
	return who + "\n" + end
}

// describe describes a game for screen readers: players, result and opening.
func describe(w *words.Words, g *archive.Game) string {
	text := []string{players(w, g), w.Finale(g.Game, g.Outcome, g.Names)}
	if name := view.Opening(g.Game.Start(), g.Game.Moves(), g.Style.Language); name != "" {
		text = append(text, w.Text("analysis.opening", locale.Args{"Name": name}))
	}
	return strings.Join(text, "\n")
}
