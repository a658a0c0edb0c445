package bot

import (
	"context"
	"errors"

	"yeye/ai/analysis"
	"yeye/bot/challenge"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/notation"
)

// Latest returns the open match in a channel, or else the match or waiting challenge that changed last: match.ErrNoMatch if there
// never was one.
func (c *Core) Latest(ctx context.Context, channel id.Channel) (id.Subject, error) {
	m, err := c.Matches.Latest(ctx, channel)
	if err != nil && !errors.Is(err, match.ErrNoMatch) || err == nil && m.Status == match.Open {
		return m.Subject(), err
	}
	waiting, failed := c.Challenges.InChannel(ctx, channel)
	if failed != nil {
		return id.Subject{}, failed
	}
	for i := range waiting {
		if one := &waiting[i]; errors.Is(err, match.ErrNoMatch) || one.Touched.After(m.Touched) {
			m.Touched, err = one.Touched, nil
			m.ID, m.Mode.Kind = one.ID, challenge.Kind
		}
	}
	return m.Subject(), err
}

// LatestGame returns the match of a channel: the open one, or the last. If there is only a challenge it returns
// challenge.ErrUnanswered.
func (c *Core) LatestGame(ctx context.Context, channel id.Channel) (match.Match, error) {
	m, err := c.Matches.Latest(ctx, channel)
	if errors.Is(err, match.ErrNoMatch) {
		if waiting, lookErr := c.Challenges.InChannel(ctx, channel); lookErr == nil && len(waiting) > 0 {
			return m, challenge.ErrUnanswered
		}
	}
	return m, err
}

// localizer returns the language for a player whose client does not report one.
func (c *Core) localizer(ctx context.Context, p id.Player, otherwise *locale.Localizer) *locale.Localizer {
	return c.Speakers.To(ctx, p, otherwise.Tag()).Localizer
}

// notation returns the notation by which moves of a match are read by preference if their player is not known.
func (c *Core) notation(m *match.Match) notation.Family { return c.Speakers.In(m.Locale).Notation() }

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

// inUse reports whether a game is open in a channel, or something waits there for an answer.
func (c *Core) inUse(ctx context.Context, channel id.Channel) (bool, error) {
	_, err := c.Matches.InChannel(ctx, channel)
	if err == nil || !errors.Is(err, match.ErrNoMatch) {
		return err == nil, err
	}
	waiting, err := c.Challenges.InChannel(ctx, channel)
	return len(waiting) > 0, err
}

// Absent turns "no game is being played here" into the specific error, if the last game of the channel is adjourned or paused by a
// moderator: such a game does not occupy a channel.
func (c *Core) Absent(ctx context.Context, channel id.Channel, err error) error {
	if !errors.Is(err, match.ErrNoMatch) {
		return err
	}
	last, lookErr := c.LatestGame(ctx, channel)
	switch {
	case lookErr != nil || last.Status != match.Adjourned:
		return err
	case last.Ruling == match.Held:
		return match.ErrHeld
	}
	return match.ErrAdjourned
}

// Ask asks the analyst about g, which belongs to the analyst from now on, and answers with then's response to the hint.
func (c *Core) Ask(r *interaction.Request, g *game.Game, then func(context.Context, analysis.Hint) (interaction.Response, error)) interaction.Response {
	return interaction.Response{Waits: true, Work: func(ctx context.Context) (interaction.Response, error) {
		h, err := c.Engine.Suggest(ctx, r.Player, g)
		if err != nil {
			return interaction.Response{}, err
		}
		return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) { return then(ctx, h) }}, nil
	}}
}
