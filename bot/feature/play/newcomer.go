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

// asksNewcomer reports whether the card should ask: in games against one of the weakest characters, until the player
// has said so, chosen in the settings, or finished a game without. Whoever plays blindfold knows the pieces.
func asksNewcomer(r *view.Reader, m *match.Match) bool {
	c, ok := m.Opponent()
	return ok && m.Seats[c].Level.Traits().ForBeginners && m.Seats[c.Other()].Human() && !m.Newcomer() &&
		r.Prefs.Newcomer == "" && !m.Hidden()
}

// novicePlies is how many plies a game has at least by which a player shows that they need no help with the pieces.
const novicePlies = 20

// showsPlayed reports whether a change ends a game by which its player shows that.
func showsPlayed(c *match.Change) (p id.Player, ok bool) {
	m := &c.Match
	side, versus := m.Opponent()
	seat := m.Seats[side.Other()]
	return seat.Player, versus && c.Ended() && seat.Human() && !seat.Newcomer && m.Ply() >= novicePlies
}

// clickNewcomer draws the pieces as pictures with their names and movement hints, now and in later games, and explains
// privately what matters.
func (p *play) clickNewcomer(ctx context.Context, r *interaction.Request, c discord.ControlID,
	m match.Match) (interaction.Response, error) {
	if m.Status != match.Open {
		return interaction.Response{}, match.ErrEnded
	}
	if err := p.Start.Learn(ctx, r); err != nil { // before the card is drawn again
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
