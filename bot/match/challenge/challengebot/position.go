package challengebot

import (
	"context"
	"maps"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/render"
)

// challenge handles /challenge. The position may be the name of an ending.
func (f *challenges) challenge(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	asked := *r
	endings, on, err := f.Endings.On(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	if text := r.Options["position"]; on && text != "" {
		if p, found := endings.Find(f.Readers.For(r), text); found {
			asked.Options = maps.Clone(r.Options)
			asked.Options["position"] = p.FEN()
		}
	}
	return f.Start.Duel(ctx, &asked, id.Player(r.Options["user"]), r.Options["side"])
}

// completePosition suggests the endings whose names contain the typed text, else the position that it parses to.
func (f *challenges) completePosition(ctx context.Context, r *interaction.Request) ([]discord.Choice, error) {
	reader, typed := f.Readers.For(r), strings.TrimSpace(r.Options["position"])
	endings, on, err := f.Endings.On(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	choices := []discord.Choice{}
	if on {
		choices = append(choices, endings.Search(reader, typed)...)
	}
	if len(choices) == 0 && typed != "" {
		if p, err := start.Position(typed); err == nil {
			choices = append(choices, discord.Choice{Value: p.FEN(), Name: discord.Text{
				Default: reader.Text("challenge.position", locale.Args{"Side": reader.Color(p.Turn())})}})
		}
	}
	return choices, nil
}

// positionText says from which position a challenge's game starts and which side moves first, "" for the starting
// position.
func (f *challenges) positionText(ctx context.Context, r *view.Reader, c *challenge.Challenge) (string, error) {
	t := c.Terms()
	if c.Status != challenge.Waiting || !t.FromPosition() {
		return "", nil
	}
	args := locale.Args{"Side": r.Color(t.Position.Turn())}
	endings, on, err := f.Endings.On(ctx, c.Guild)
	if err != nil {
		return "", err
	}
	if on {
		if name, ok := endings.Name(r, &t.Position); ok {
			args["Name"] = name
			return r.Text("challenge.ending", args), nil
		}
	}
	return r.Text("challenge.position", args), nil
}

// positionPicture returns the function that draws the position of a challenge.
func (f *challenges) positionPicture(r *view.Reader, t *match.Terms) func() ([]discord.File, error) {
	v := render.View{Position: t.Position, Below: game.Red, Style: r.Style(),
		Frame: view.Frame(t.Position, t.Position, nil, r.Style().Language)}
	w := r.Words
	return func() ([]discord.File, error) { return f.Painter.Picture(w, v, "") }
}
