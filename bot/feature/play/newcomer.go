package play

import (
	"context"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
)

// asksNewcomer reports whether the card offers the button for newcomers: in games against one of the weakest
// characters, until the player has pressed it, chosen in the settings, or finished a game without it. A blindfold
// player knows the pieces.
func asksNewcomer(r *view.Reader, m *match.Match) bool {
	c, ok := m.Opponent()
	return ok && m.Seats[c].Level.Traits().ForBeginners && m.Seats[c.Other()].Human() && !m.Newcomer() &&
		r.Prefs.Newcomer == "" && !m.Hidden()
}

// experiencedPlies is the least length, in plies, of a game that shows that its player needs no help with the pieces.
const experiencedPlies = 20

// provesExperience reports whether a change ends such a game, and of whom.
func provesExperience(c *match.Change) (p id.Player, ok bool) {
	m := &c.Match
	side, versus := m.Opponent()
	seat := m.Seats[side.Other()]
	return seat.Player, versus && c.Ended() && seat.Human() && !seat.Newcomer && m.Ply() >= experiencedPlies
}

// clickNewcomer switches this and later games to pictograms with names and movement hints, and explains privately how
// to play.
func (p *play) clickNewcomer(ctx context.Context, r *interaction.Request, c discord.ControlID,
	m match.Match) (interaction.Response, error) {
	if m.Status != match.Open {
		return interaction.Response{}, m.NotOpen()
	}
	if err := p.Start.MarkNewcomer(ctx, r); err != nil { // before the card is drawn again
		return interaction.Response{}, err
	}
	if _, err := p.Matches.Newcomer(ctx, start.Actor(r, match.FromCard), c.ID); err != nil {
		return interaction.Response{}, err
	}
	said, err := p.Start.Welcome(ctx, r, "newcomer.told", &m)
	if err != nil {
		return interaction.Response{}, err
	}
	if c, _ := m.Opponent(); m.Seats[c].Level != character.Newborn {
		said.Rows[0] = append(discord.Row{view.FirstGame(p.Readers.For(r))}, said.Rows[0]...)
	}
	return interaction.Answer(said), nil
}
