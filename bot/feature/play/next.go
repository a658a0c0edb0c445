package play

import (
	"context"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/start"
	"yeye/bot/view"
)

// onward returns the buttons that begin another game: a rematch, and after a win against a character a game against the next one.
// With those of [view.Past] they fill one row.
func onward(r *view.Reader, m *match.Match) discord.Row {
	if m.Mode.Arranged {
		return nil
	}
	id := view.IDs(m)
	row := discord.Row{discord.Button{CustomID: id(actionAgain, ""), Label: r.Text("control.again"), Style: discord.Primary}}
	if level, ok := nextAfter(m); ok {
		row = append(row, discord.Button{CustomID: id(actionNext, level.Digit()),
			Label: r.Text("control.next", locale.Args{"Who": r.Character(level)}), Emoji: view.Emoji(r.Face(level)), Style: discord.Success})
	}
	return row
}

// afterwards returns the controls of a last card in one row, or in two where that is too short.
func afterwards(onward, back discord.Row) []discord.Row {
	switch row := append(onward, back...); {
	case len(row) == 0:
		return nil
	case len(row) <= discord.MaxButtons:
		return []discord.Row{row}
	}
	return []discord.Row{onward, back}
}

// nextAfter returns the level of the character to be challenged after a match that a player has won against a character: the one
// above, or after a game at odds the same without them. ok is false if there is none.
func nextAfter(m *match.Match) (level character.Level, ok bool) {
	winner, won := m.Outcome.Result.Winner()
	if m.Status != match.Ended || !won || !m.Seats[winner].Human() || !m.Seats[winner.Other()].Character() {
		return 0, false
	}
	level = m.Seats[winner.Other()].Level
	if m.Odds == match.Even {
		level++
	}
	return level, level.Valid() && (!m.Mode.Flipped || level <= start.StrongestFlipped)
}

// clickNext begins the game that the last card offers after a win, for the player who has won. If they are playing it already, the
// button was pressed twice.
func (p *play) clickNext(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	m, err := p.seated(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	level, ok := nextAfter(&m)
	if !ok || c.Arg != level.Digit() {
		return interaction.Response{}, match.ErrStale
	}
	if there, err := p.Matches.InChannel(ctx, r.Channel); err == nil {
		if other, versus := there.Opponent(); versus && there.Seats[other].Level == level && there.Seats[other.Other()].Player == r.Player {
			return interaction.Response{}, &match.OccupiedError{Subject: there.Subject(), Match: there}
		}
	}
	asked := *r
	asked.Options = map[string]string{"opponent": level.Digit(), "game": start.GameOf(&m)}
	return p.Start.Versus(ctx, &asked)
}
