package play

import (
	"context"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/start"
)

// newcomersLevel is the strongest character whose cards ask whether one has ever played: those who know the game choose another.
const newcomersLevel = 1

// asksNewcomer reports whether the card should ask: at the beginning of a game against one of the weakest characters, until it has
// been said.
func asksNewcomer(m *match.Match) bool {
	c, character := m.Opponent()
	return character && m.Seats[c].Level <= newcomersLevel && m.Seats[c.Other()].Human() && !m.Newcomer() && m.Game.Ply() < 4
}

// clickNewcomer draws the pieces with hints of how they move, and says privately what matters.
func (p *play) clickNewcomer(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	if _, err := p.Matches.Newcomer(ctx, start.Actor(r, match.FromCard), c.ID); err != nil {
		return interaction.Response{}, err
	}
	return interaction.Say(r.Text.Text("newcomer.told")), nil
}
