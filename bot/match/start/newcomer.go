package start

import (
	"cmp"
	"context"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/player"
	"yeye/game"
)

// MarkNewcomer stores that a player has never played: boards explain their pieces to them until they switch that off.
func (s *Starter) MarkNewcomer(ctx context.Context, r *interaction.Request) (err error) {
	r.Prefs, err = s.Players.UpdatePreferences(
		ctx,
		r.Player,
		func(p *player.Preferences) { p.Newcomer = player.Marked },
	)
	return err
}

// MarkExperienced stores that a player knows the pieces, so that they are no longer asked whether they have ever
// played. It does not change an answer that they gave themselves.
func (s *Starter) MarkExperienced(ctx context.Context, p id.Player) error {
	_, err := s.Players.UpdatePreferences(ctx, p, func(p *player.Preferences) {
		p.Newcomer = cmp.Or(p.Newcomer, "off")
	})
	return err
}

// Welcome returns a message for a newcomer: the text of key, a suggested first move if they are to move at the start of
// m, and buttons for the lessons and the rules. m is nil before the match exists.
func (s *Starter) Welcome(ctx context.Context, r *interaction.Request, key string,
	m *match.Match) (discord.Message, error) {
	reader := s.Readers.For(r)
	message := discord.Message{
		Content: reader.Text(key, locale.Args{"Who": reader.Character(character.Newborn)}),
		Rows: []discord.Row{{
			discord.ControlID{Action: view.ActionLearn}.Button(reader.Text("control.learn"), discord.Secondary),
			discord.ControlID{Action: view.ActionRules}.Button(reader.Text("control.rules"), discord.Secondary),
		}},
	}
	if m == nil {
		return message, nil
	}
	p := m.Game.Position()
	side, seated := m.SeatOf(r.Player)
	if move := view.ExampleMove(p); seated && side == p.Turn() && move != game.NoMove &&
		m.Game.Start() == game.Start() && m.Game.Ply() < 2 {
		message.Content += "\n" + reader.Text("newcomer.first", locale.Args{"Piece": reader.NameAt(p, move.From()),
			"Move": reader.InText(p, move)})
	}
	return message, nil
}
