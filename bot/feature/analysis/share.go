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

// shareGame shows a finished game to everybody here on a card: who played, how it ended, the last board, and how
// accurately, if that is known and may be said. It pings nobody.
func (f *analyses) shareGame(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	g archive.Game) (interaction.Response, error) {
	if !g.Ended {
		return interaction.Response{}, match.ErrStale
	}
	found, err := f.known(ctx, r, &g)
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

// known returns the report on a game, nil if it is not analyzed or may not be judged now.
func (f *analyses) known(ctx context.Context, r *interaction.Request, g *archive.Game) (*report.Report, error) {
	a, there, err := load(ctx, f.DB.Read(), g.ID)
	if err != nil || !there || a.State != finished {
		return nil, err
	}
	found, err := f.report(ctx, r, g, &a)
	if errors.Is(err, errLike) || errors.Is(err, errNothing) {
		err = nil
	}
	return found, err
}

// caption says how a game ended, for notifications: the rest is on the picture.
func caption(w *words.Words, g *archive.Game) string {
	who, end := players(w, g), w.Finale(g.Game, g.Outcome, g.Names)
	switch {
	case end == "":
		return who
	case g.Outcome.Result == game.RedWins, g.Outcome.Result == game.BlackWins:
		return end // it names both
	}
	return who + "\n" + end
}

// describe puts a game in words: who played, how it ended, and the opening.
func describe(w *words.Words, g *archive.Game) string {
	text := []string{players(w, g), w.Finale(g.Game, g.Outcome, g.Names)}
	if name := view.Opening(g.Game.Start(), g.Game.Moves(), g.Style.Language); name != "" {
		text = append(text, w.Text("analysis.opening", locale.Args{"Name": name}))
	}
	return strings.Join(text, "\n")
}
