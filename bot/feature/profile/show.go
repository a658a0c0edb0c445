package profile

import (
	"context"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/rating"
	"yeye/bot/match/standing"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/record"
	"yeye/render"
)

func options(t interaction.Texts) []discord.CommandOption {
	return []discord.CommandOption{t.Option("profile", "player", discord.UserOption)}
}

// show handles /profile: it shows a profile privately. The user's own has a button that posts it, unless they hide
// their profile or may not have the bot post here. Another player's is shown only on servers on which that player has
// finished a game.
func (f *profiles) show(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	who, name := r.Player, r.Name
	if other := id.Player(r.Options["player"]); other != "" && other != r.Player {
		seen, known, err := f.Standing.Visible(ctx, r.Guild, other)
		if err != nil {
			return interaction.Response{}, err
		}
		if u, ok := r.User(other); ok {
			known = u.Name
		}
		if !seen {
			return interaction.Say(r.Text.Text("profile.hidden", locale.Args{"Who": locale.PlainName(known)})), nil
		}
		who, name = other, known
	}
	a := interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		p, err := f.load(ctx, who, name)
		if err != nil {
			return interaction.Response{}, err
		}
		m, err := f.message(f.Readers.For(r), p)
		if who == r.Player && postable(r) && r.MayPost() {
			m.Rows = []discord.Row{{discord.ControlID{Action: actionPost}.Button(r.Text.Text("profile.post"),
				discord.Secondary)}}
		}
		return interaction.Answer(m), err
	}}
	return a, nil
}

// postable reports whether the user's profile can be posted in this channel.
func postable(r *interaction.Request) bool { return r.Guild != "" && r.Prefs.ShowsProfile() }

// post shows the player's profile to everybody.
func (f *profiles) post(ctx context.Context, r *interaction.Request,
	_ discord.ControlID) (interaction.Response, error) {
	if !postable(r) {
		return interaction.Response{}, interaction.ErrOutdated
	}
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		p, err := f.load(ctx, r.Player, r.Name)
		if err != nil {
			return interaction.Response{}, err
		}
		m, err := f.message(f.Readers.For(r), p)
		return interaction.Answer(m).Publicly(), err
	}}, nil
}

// profile is the content of a profile card.
type profile struct {
	*standing.Profile
	name     string
	openings [2]string // codes of those played most, by color; "" for none
	trained  Training
}

func (f *profiles) load(ctx context.Context, p id.Player, name string) (*profile, error) {
	reached, err := f.Standing.Profile(ctx, p)
	if err != nil {
		return nil, err
	}
	openings, err := f.History.Favourites(ctx, p)
	if err != nil {
		return nil, err
	}
	trained, err := f.Trained(ctx, p)
	return &profile{reached, name, openings, trained}, err
}

// message returns the message of a profile: a picture, alt text with the whole profile in words, and as content what
// the picture does not show; everything for readers who use a screen reader.
func (f *profiles) message(r *view.Reader, p *profile) (discord.Message, error) {
	card, err := f.Painter.Profile(p.picture(r))
	if err != nil {
		return discord.Message{}, err
	}
	lines, unpictured := p.lines(r)
	text := strings.Join(unpictured, "\n")
	if r.Aloud() {
		text = "**" + locale.PlainName(p.name) + "**\n" + strings.Join(lines, "\n")
	}
	plain := *r
	plain.Words = r.Words.WithPieces(nil) // a description has no emoji
	lines, _ = p.lines(&plain)
	parts := make([]string, len(lines))
	for i, line := range lines {
		parts[i] = strings.TrimRight(strings.ReplaceAll(line, "**", ""), ".。")
	}
	alt := r.Sentences(r.Text("profile.alt", locale.Args{"Who": locale.Visible(p.name, 32)}),
		strings.Join(parts, r.Text("list.semicolon")))
	return discord.Message{
		Content: locale.Cut(text, discord.MaxContent),
		Files: []discord.File{{Name: "profile.png", ContentType: "image/png",
			Description: locale.Cut(alt, discord.MaxAlt), Data: card.PNG}},
	}, nil
}

// picture returns the input of the renderer for a profile.
func (p *profile) picture(r *view.Reader) render.Profile {
	style := r.Style()
	g := render.Profile{Theme: style.Theme, Pieces: style.Pieces, Language: style.Language,
		Name: locale.Visible(p.name, 32), Curve: p.Curve,
		Beaten: p.Climbs.Even(), Odds: oddsLabels(r, &p.Climbs), Won: p.Won, Drawn: p.Drawn, Lost: p.Lost,
		Streak: p.Streak, BestWin: p.bestWin(r)}
	if best, ok := p.Ratings[p.Main]; ok {
		g.Rating, g.Provisional = rating.Round(best.Value), best.Provisional()
	}
	if p.LikeKnown {
		g.PlaysLike = render.Likeness{Known: true, At: rating.Step(p.Like.Value), Low: rating.Step(p.Like.Low),
			High: rating.Step(p.Like.High)}
	}
	for _, b := range p.Blows() {
		g.Finishes = append(g.Finishes, render.Tally{Name: r.Finish(b.Pattern), Count: b.Times})
	}
	for c := range p.openings {
		g.Openings[c] = p.favourite(r, game.Color(c))
	}
	return g
}

// favourite returns the name of the opening that a player has played most with a color, "" if none.
func (p *profile) favourite(r *view.Reader, c game.Color) string {
	o, ok := record.OpeningOf(p.openings[c])
	if !ok {
		return ""
	}
	return view.OpeningName(o, r.Style().Language)
}

// bestWin names the strongest opponent whom the player has beaten, "" if there is none.
func (p *profile) bestWin(r *view.Reader) string {
	top, some := p.Climbs.Strongest()
	switch {
	case p.BestRated > 0 && (!some || p.BestRated > rating.CharacterAt(top).Value):
		return r.Text("profile.person", locale.Args{"Points": rating.Round(p.BestRated)})
	case some:
		return r.Character(top)
	}
	return ""
}
