package standing

import (
	"context"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/view"
)

func profileOptions(t interaction.Texts) []discord.CommandOption {
	return []discord.CommandOption{t.Option("profile", "player", discord.UserOption)}
}

// show shows a profile: the player's own publicly, unless they show it to nobody; another player's privately to the user who asks,
// on a server on which that player has finished a game.
func (s *standing) show(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	who, name := r.Player, r.Name
	if other := id.Player(r.Options["player"]); other != "" && other != r.Player {
		seen, known, err := s.visible(ctx, r.Guild, other)
		if err != nil {
			return interaction.Response{}, err
		}
		if u, ok := r.User(other); ok {
			known = u.Name
		}
		if !seen {
			return interaction.Say(r.Text.Text("standing.hidden", locale.Args{"Who": locale.Plain(known, 32)})), nil
		}
		who, name = other, known
	}
	a := interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		f, err := profileOf(ctx, s.db.Read(), who, name, s.db.Now())
		if err != nil {
			return interaction.Response{}, err
		}
		return s.picture(s.reader(r), f)
	}}
	if who == r.Player && r.Guild != "" && r.Prefs.ShowsProfile() {
		return a.Publicly(), nil
	}
	return a, nil
}

// visible reports whether others on a server may see a player's profile, and the name under which the player is known there.
func (s *standing) visible(ctx context.Context, g id.Guild, p id.Player) (seen bool, name string, err error) {
	name, played, err := memberName(ctx, s.db.Read(), g, p)
	if err != nil || !played || g == "" {
		return false, name, err
	}
	prefs, err := s.players.Preferences(ctx, p)
	return prefs.ShowsProfile(), name, err
}

// picture answers with the message of a profile: a picture, its description, and the text.
func (s *standing) picture(r *view.Reader, f *profile) (interaction.Response, error) {
	card, err := s.painter.Profile(f.picture(r, r.Finish))
	if err != nil {
		return interaction.Response{}, err
	}
	lines := f.lines(r, r.Finish)
	alt := r.Text("standing.alt", locale.Args{"Who": locale.Visible(f.name, 32)}) + " " + strings.ReplaceAll(strings.Join(lines, "; "), "**", "")
	return interaction.Answer(discord.Message{
		Content: locale.Cut("**"+locale.Plain(f.name, 32)+"**\n"+strings.Join(lines, "\n"), discord.MaxContent),
		Files:   []discord.File{{Name: "profile.png", ContentType: "image/png", Description: locale.Cut(alt, discord.MaxAlt), Data: card.PNG}},
	}), nil
}
