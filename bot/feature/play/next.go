package play

import (
	"context"
	"slices"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/start"
	"yeye/bot/view"
	"yeye/game"
)

// onward returns the buttons that begin another game: a rematch, after a win against a character a game against the next one, and after a
// loss what is easier.
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
	for _, g := range gentler(m) {
		b := discord.Button{CustomID: id(actionNext, g.String()), Style: discord.Secondary}
		if g.odds != match.Even {
			b.Label = r.Text("control.odds", locale.Args{"Odds": r.Text("odds." + g.odds.String())})
		} else {
			b.Label, b.Emoji = r.Text("control.next", locale.Args{"Who": r.Character(g.level)}), view.Emoji(r.Face(g.level))
		}
		row = append(row, b)
	}
	return row
}

// gentle is a game that is easier than one that was lost.
type gentle struct {
	level character.Level
	odds  match.Odds
}

// String writes the argument of its control: the level, and the odds after it if there are any.
func (g gentle) String() string {
	if g.odds == match.Even {
		return g.level.Digit()
	}
	return g.level.Digit() + "." + g.odds.String()
}

// gentler returns what is easier after a match that a player has lost against a character: the character below, and the same one at odds
// of a rook.
func gentler(m *match.Match) (all []gentle) {
	winner, won := m.Outcome.Result.Winner()
	if m.Status != match.Ended || !won || m.Mode.Goal || !m.Seats[winner].Character() || !m.Seats[winner.Other()].Human() {
		return nil
	}
	level := m.Seats[winner].Level
	if level > character.Newborn {
		all = append(all, gentle{level: level - 1})
	}
	if m.Mode.Kind == match.Versus.Kind && m.Odds == match.Even && m.Game.Start() == game.Start() {
		all = append(all, gentle{level, match.OneRook})
	}
	return all
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

// clickNext begins a game that the last card offers: a harder one after a win, an easier one after a loss. If its player is playing it
// already, the button was pressed twice.
func (p *play) clickNext(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	m, err := p.seated(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	offered := gentler(&m)
	if level, ok := nextAfter(&m); ok {
		offered = append(offered, gentle{level: level})
	}
	i := slices.IndexFunc(offered, func(g gentle) bool { return g.String() == c.Arg })
	if i < 0 {
		return interaction.Response{}, match.ErrStale
	}
	level := offered[i].level
	if there, err := p.Matches.InChannel(ctx, r.Channel); err == nil {
		if other, versus := there.Opponent(); versus && there.Seats[other].Level == level && there.Seats[other.Other()].Player == r.Player {
			return interaction.Response{}, &match.OccupiedError{Subject: there.Subject(), Match: there}
		}
	}
	asked := *r
	asked.Options = map[string]string{"opponent": level.Digit(), "game": start.GameOf(&m), "odds": offered[i].odds.String()}
	return p.Start.Versus(ctx, &asked)
}
