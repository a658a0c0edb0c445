package bot

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/game/notation"
)

// localizer returns the language for a player whose client does not report one.
func (c *Core) localizer(ctx context.Context, p id.Player, otherwise *locale.Localizer) *locale.Localizer {
	return c.Readers.To(ctx, p, otherwise.Tag()).Localizer
}

// notation returns the notation by which moves of a match are read by preference if their player is not known.
func (c *Core) notation(m *match.Match) notation.Family { return c.Readers.In(m.Locale).Notation() }

// fallback returns the language of the game in a channel.
func (c *Core) fallback(ctx context.Context, channel id.Channel) string {
	m, err := c.Matches.InChannel(ctx, channel)
	if err != nil {
		return ""
	}
	return m.Locale
}

// plays reports whether p plays in a channel.
func (c *Core) plays(ctx context.Context, channel id.Channel, p id.Player) bool {
	m, err := c.Matches.InChannel(ctx, channel)
	if err != nil {
		return false
	}
	_, seated := m.SeatOf(p)
	return seated
}
