package start

import (
	"context"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/view"
	"yeye/game"
)

// Learn records that a player has never played: boards explain their pieces to them until they choose otherwise.
func (s *Starter) Learn(ctx context.Context, r *interaction.Request) error {
	prefs, err := s.Players.Preferences(ctx, r.Player)
	if err != nil {
		return err
	}
	prefs.Newcomer = "on"
	r.Prefs = prefs
	return s.Players.SetPreferences(ctx, r.Player, prefs)
}

// Welcome returns what a newcomer should know, from the text of a key, with a first move if it is their turn, and a button for the
// rules. Without a match it is about one that begins.
func (s *Starter) Welcome(r *interaction.Request, key string, m *match.Match) discord.Message {
	reader := s.Readers.For(r)
	said := discord.Message{
		Content: reader.Text(key),
		Rows: []discord.Row{{discord.Button{CustomID: discord.ControlID{Action: view.ActionRules}.String(),
			Label: reader.Text("control.rules"), Style: discord.Secondary}}},
	}
	if m == nil {
		return said
	}
	p := m.Game.Position()
	side, seated := m.SeatOf(r.Player)
	if move := view.ExampleMove(p); seated && side == p.Turn() && move != game.NoMove {
		said.Content += "\n" + reader.Text("newcomer.first", locale.Args{"Piece": reader.NameAt(p, move.From()), "Move": reader.Short(p, move)})
	}
	return said
}
