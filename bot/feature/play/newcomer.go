package play

import (
	"context"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/start"
	"yeye/bot/view"
)

// asksNewcomer reports whether the card should ask: at the beginning of a game against one of the weakest characters, until the
// player has said so in any game, or chosen in the settings.
func asksNewcomer(r *view.Reader, m *match.Match) bool {
	c, ok := m.Opponent()
	return ok && m.Seats[c].Level.Traits().ForBeginners && m.Seats[c.Other()].Human() && !m.Newcomer() && r.Prefs.Newcomer == "" && m.Game.Ply() < 4
}

// clickNewcomer draws the pieces as pictures with their names and movement hints, now and in later games, and explains privately
// what matters.
func (p *play) clickNewcomer(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	m, err := p.seated(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	if m.Status != match.Open {
		return interaction.Response{}, match.ErrEnded
	}
	if err := p.Start.Learn(ctx, r); err != nil { // before the card is drawn again
		return interaction.Response{}, err
	}
	if _, err := p.Matches.Newcomer(ctx, start.Actor(r, match.FromCard), c.ID); err != nil {
		return interaction.Response{}, err
	}
	return interaction.Answer(p.Start.Welcome(r, "newcomer.told", &m)), nil
}
