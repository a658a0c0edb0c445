package connection

import (
	"context"
	"errors"
	"time"

	"yeye/bot/challenge"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
)

// channelGone adjourns the matches of a channel or thread that was deleted, also those that a moderator had paused, ends those that
// nobody could take elsewhere, and closes its challenges.
func (m *Manager) channelGone(ctx context.Context, channel id.Channel) {
	if open, err := m.Matches.InChannel(ctx, channel); err == nil {
		m.suspend(ctx, open.ID, channel)
	} else if !errors.Is(err, match.ErrNoMatch) {
		m.Logger.Error("cannot find the game in a deleted channel", "channel", channel, "err", err)
	}
	stuck, err := m.Matches.StuckIn(ctx, channel)
	for i := range stuck {
		if _, failed := m.Matches.Release(ctx, stuck[i].ID, channel); failed != nil && !errors.Is(failed, match.ErrStale) {
			err = failed
		}
	}
	if err != nil {
		m.Logger.Error("cannot release games in a deleted channel", "channel", channel, "err", err)
	}
	waiting, err := m.Challenges.InChannel(ctx, channel)
	m.closeAll(ctx, waiting, err)
}

// suspend adjourns a match that is open in a channel which the bot can no longer reach.
func (m *Manager) suspend(ctx context.Context, of id.Match, channel id.Channel) {
	if _, err := m.Matches.Suspend(ctx, of, channel); err != nil && !errors.Is(err, match.ErrStale) {
		m.Logger.Error("cannot adjourn a game in a lost channel", "channel", channel, "err", err)
	}
}

// closeAll closes challenges in channels that the bot can no longer reach; err is that of listing them.
func (m *Manager) closeAll(ctx context.Context, waiting []challenge.Challenge, err error) {
	for i := range waiting {
		w := &waiting[i]
		if _, failed := m.Challenges.Suspend(ctx, w.ID, w.Channel); failed != nil && !errors.Is(failed, challenge.ErrStale) {
			err = failed
		}
	}
	if err != nil {
		m.Logger.Error("cannot close challenges in lost channels", "err", err)
	}
}

// guildGone adjourns the matches of a guild that the bot has left, and closes its challenges: nobody could answer or withdraw them
// there, and they would count against their challengers elsewhere. Paused matches stay so: their channels are still there.
func (m *Manager) guildGone(ctx context.Context, g id.Guild) {
	waiting, err := m.Challenges.InGuild(ctx, g)
	m.closeAll(ctx, waiting, err)
	all, err := m.Matches.InGuild(ctx, g)
	if err != nil {
		m.Logger.Error("cannot list games of a server that the bot has left", "guild", g, "err", err)
		return
	}
	for _, o := range all {
		m.suspend(ctx, o.Subject.ID, o.Channel)
	}
}

// beginsWithin is the time after opening a thread by which its game has begun, or never will.
const beginsWithin = time.Minute

// closeAbandoned archives threads that the bot opened for a game which never began, because its process died in between: nobody has
// written in them, and there is nothing to say.
func (m *Manager) closeAbandoned(ctx context.Context, threads []discord.Thread) {
	self, _ := m.gateway.Self()
	for _, t := range threads {
		if t.Owner != self || t.Messages > 0 || m.DB.Now().Sub(id.MadeAt(t.ID)) < beginsWithin {
			continue
		}
		_, err := m.Challenges.Latest(ctx, t.ID)
		if errors.Is(err, match.ErrNoMatch) {
			ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
			err = m.REST.Archive(ctx, t.ID)
			cancel()
		}
		if err != nil {
			m.Logger.Info("cannot archive an abandoned thread, leaving it open", "thread", t.ID, "err", err)
		}
	}
}
