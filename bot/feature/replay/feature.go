// Package replay steps through a game, and shows it as an animation.
package replay

import (
	"context"
	"embed"
	"errors"
	"strconv"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/challenge"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/practice"
	"yeye/bot/match/replaypage"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Challenges *challenge.Service
	Pages      *replaypage.Pages
	FairPlay   *fairplay.Service
}

type replay struct{ Services }

// New returns the feature.
func New(s Services) feature.Feature {
	p := &replay{s}
	return feature.Feature{
		Name:    "replay",
		Catalog: locale.Embedded("replay", catalog),
		Commands: []interaction.Command{{Name: "replay", Door: door.Anybody.Alone(),
			Doors: map[string]door.Door{"public=true": door.Post}, Options: options, Handle: p.command}},
		Text: []interaction.TextHandler{{Door: door.Anybody.Alone(), Wants: interaction.AddressedWord(notation.Replay),
			Handle: p.command}},
		Components: []interaction.Component{
			{Action: replaypage.ActionStep, Door: door.Anybody.Alone(),
				Handle: func(ctx context.Context, r *interaction.Request,
					c discord.ControlID) (interaction.Response, error) {
					return p.turnTo(ctx, r, c, int(c.Turn))
				}},
			{Action: replaypage.ActionJump, Door: door.Anybody.Alone(), Handle: p.jump},
			{Action: view.ActionReplay, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(p.Games.ByControl, p.watch)},
			{Action: replaypage.ActionMasters, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(p.Games.ByControl, p.masters)},
			{Action: replaypage.ActionGIF, Door: door.Anybody.Either(), Handle: p.gif},
		},
	}
}

func options(t interaction.Texts) []discord.CommandOption {
	return []discord.CommandOption{t.Option("replay", "public", discord.BooleanOption)}
}

// command handles /replay: it shows the game of the channel, or its last one, from the first move.
func (p *replay) command(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	m, err := p.Challenges.LatestMatch(ctx, r.Channel)
	if errors.Is(err, match.ErrNoMatch) {
		err = match.ErrNonePlayed
	}
	if err != nil {
		return interaction.Response{}, err
	}
	g, err := p.Games.OfMatch(ctx, r, &m)
	if err != nil {
		return interaction.Response{}, err
	}
	if r.Options["public"] != "true" {
		return p.Pages.Show(r, g, 0, ""), nil
	}
	return p.Pages.Show(r, g, 0, r.Player).Publicly(), nil
}

// watch shows a game from the first move in a new private message, because the button may be on a public one.
func (p *replay) watch(ctx context.Context, r *interaction.Request, _ discord.ControlID,
	g archive.Game) (interaction.Response, error) {
	return p.Pages.Show(r, g, 0, ""), nil
}

func (p *replay) jump(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	ply, err := strconv.Atoi(r.Selected())
	if err != nil {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return p.turnTo(ctx, r, c, ply)
}

func (p *replay) turnTo(ctx context.Context, r *interaction.Request, c discord.ControlID,
	ply int) (interaction.Response, error) {
	if c.Arg != "" && c.Arg != string(r.Player) {
		return interaction.Say(r.Text.Text("replay.notyours")), nil
	}
	g, err := p.Games.Find(ctx, r, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	return p.Pages.Show(r, g, ply, id.Player(c.Arg)).Editing(), nil
}

// masters shows privately what masters play in the position of a replay page.
func (p *replay) masters(ctx context.Context, r *interaction.Request, c discord.ControlID,
	g archive.Game) (interaction.Response, error) {
	if g.Live {
		return interaction.Response{}, match.ErrFairPlay
	}
	if !g.Variant().Positions() {
		return interaction.Response{}, interaction.ErrOutdated
	}
	line := g.Line(int(c.Turn))
	position, err := game.Replay(line.Start, game.NoRepetition, line.Moves[:line.At])
	if err != nil {
		return interaction.Response{}, err
	}
	may, err := p.FairPlay.PermitPosition(ctx, []id.Player{r.Player}, position, fairplay.FromUser)
	if err != nil {
		return interaction.Response{}, err
	}
	page, err := practice.Load(ctx, may)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Answer(discord.Message{Content: page.Text(p.Readers.For(r))}), nil
}

// gif draws the whole game as an animation.
func (p *replay) gif(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if c.Arg != "" && c.Arg != string(r.Player) {
		return interaction.Say(r.Text.Text("replay.notyours")), nil
	}
	w := p.Readers.For(r).Words
	g, err := p.Games.Find(ctx, r, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	a := interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		small := g.Style
		small.Scale = 1 // keeps a game's file near half a megabyte
		film := render.Replay{Start: g.Game.Start(), Below: g.Below, Style: small, Banner: g.KnownOutcome()}
		if v, flipped := g.Flipped(""); flipped { // animations never reveal pieces captured face down
			film.Plies = v.Moves
		} else {
			line := g.Line(int(c.Turn))
			film.Moves = line.Moves
			film.Title = view.Opening(g.Game.Start(), line.Moves, small.Language)
			film.Short = view.ShortOpening(g.Game.Start(), line.Moves, small.Language)
			film.Finish = w.FinishOf(g.Game, g.KnownOutcome())
			if line.Variation {
				film.Banner, film.Finish = game.Outcome{}, ""
			}
		}
		made, err := p.Painter.Replay(ctx, film)
		if err != nil {
			return interaction.Response{}, err
		}
		text := replaypage.Players(w, &g)
		if made.Thinned() {
			text += " " + w.Text("replay.thinned", locale.Args{"Count": made.Every})
		}
		return interaction.Answer(discord.Message{Content: text,
			Files: []discord.File{{Name: "replay.gif", ContentType: "image/gif",
				Description: view.Described(w, made.Facts), Data: made.GIF}}}), nil
	}}
	if c.Arg != "" { // the page is public, so the animation is too
		return a.Publicly(), nil
	}
	return a, nil
}
