package connection

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/place"
)

// reportFact passes a fact about a place to its handlers.
func (m *Manager) reportFact(ctx context.Context, f place.Fact) {
	if err := m.Places.Report(ctx, f); err != nil && ctx.Err() == nil {
		m.Logger.Error("cannot handle a lost or restored channel", "fate", f.Status, "guild", f.Guild,
			"channel", f.Channel, "err", err)
	}
}

// channelDeleted reports that a channel or thread was deleted, by itself or with its parent channel.
func (m *Manager) channelDeleted(ctx context.Context, d discord.ChannelDeleted, channel id.Channel) {
	f := place.Fact{Status: place.Deleted, Guild: d.Guild, Channel: channel, Home: d.Parent}
	if d.NoManageOverwrites {
		f.Home = id.Channel(d.Guild)
	}
	m.reportFact(ctx, f)
}

// channelUpdated reports the new state of a channel or thread that has changed. Of several changes in a row the last
// one counts, whichever is handled last.
func (m *Manager) channelUpdated(ctx context.Context, d discord.ChannelUpdated) {
	c := d.Channel
	f := place.Fact{Status: place.Unlocked, Guild: d.Guild, Channel: c.ID, Home: c.Parent}
	switch {
	case c.Parent == "":
		m.checkAccess(ctx, d.Guild, c.ID)
		return
	case m.Audience.Locked(d.Guild, c.ID):
		f.Status = place.Locked
	}
	m.reportFact(ctx, f)
}

// guildAvailable reports which lost places of a guild work again, and if the bot has joined it, which do not. They may
// have changed while the bot was not connected.
func (m *Manager) guildAvailable(ctx context.Context, g id.Guild, joined bool) {
	lost := m.lostPlaces(ctx, g)
	if joined || len(lost) > 0 {
		m.reportFact(ctx, place.Fact{Status: place.Available, Guild: g})
	}
	if joined {
		m.checkAccess(ctx, g, "")
	} else {
		m.checkPlaces(ctx, g, "", lost)
	}
}

// rolesUpdated checks the bot's permissions in the lost places of a guild. Others are not checked, for the event can
// come from every guild at once: a permission that is lost shows in the next refused request.
func (m *Manager) rolesUpdated(ctx context.Context, g id.Guild) {
	m.checkPlaces(ctx, g, "", m.lostPlaces(ctx, g))
}

// lostPlaces returns the channels in which games wait until they work again.
func (m *Manager) lostPlaces(ctx context.Context, g id.Guild) []id.Channel {
	lost, err := m.Matches.LostPlaces(ctx, g)
	if err != nil && ctx.Err() == nil {
		m.Logger.Error("cannot list the lost channels of a server's games", "guild", g, "err", err)
	}
	return lost
}

// checkAccess checks the bot's permissions in the channels with games: in a channel and its threads, or in all of a
// guild if in is "".
func (m *Manager) checkAccess(ctx context.Context, g id.Guild, in id.Channel) {
	places, err := m.Matches.Places(ctx, g)
	if err != nil {
		m.Logger.Error("cannot list the channels of a server in which games are played", "guild", g, "err", err)
		return
	}
	m.checkPlaces(ctx, g, in, places)
}

// checkPlaces checks the bot's permissions in some channels and threads of a guild: in those that are a channel or its
// threads, or in all if in is "". It reports each as available, locked or without permission. It asks Discord nothing
// if it knows none of them.
func (m *Manager) checkPlaces(ctx context.Context, g id.Guild, in id.Channel, places []id.Channel) {
	home := map[id.Channel]id.Channel{}
	for _, one := range places {
		if parent, known := m.Audience.Home(g, one); known && parent != "" && (in == "" || parent == in) {
			home[one] = parent
		}
	}
	if len(home) == 0 {
		return
	}
	self, _ := m.gateway.Self()
	soon, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	all, err := m.REST.Channels(soon, g, self)
	if err != nil {
		m.Logger.Info("cannot check the bot's permissions in the channels of games", "guild", g, "err", err)
		return
	}
	may := map[id.Channel]int64{}
	for _, ch := range all {
		may[ch.ID] = ch.Permissions
	}
	for one, parent := range home {
		f := place.Fact{Status: place.Available, Guild: g, Channel: one, Home: parent}
		bits, listed := may[parent]
		if !listed { // not a text channel, or invisible to the bot
			_, err := m.REST.Channel(soon, parent)
			if !discord.AsAPIError(err).MissingAccess() {
				continue
			}
		}
		switch {
		case discord.CannotShowBoard(bits, one != parent):
			f.Status = place.NoPermission
		case m.Audience.Locked(g, one):
			f.Status = place.Locked
		}
		m.reportFact(ctx, f)
	}
}

// abandonedAfter is the age from which a thread without a game counts as abandoned.
const abandonedAfter = time.Minute

// closeAbandoned archives threads without messages that the bot opened for a game that never started, because its
// process died in between.
func (m *Manager) closeAbandoned(ctx context.Context, threads []discord.Thread) {
	self, _ := m.gateway.Self()
	for _, t := range threads {
		if t.Owner != self || t.Messages > 0 || m.DB.Now().Sub(id.CreatedAt(t.ID)) < abandonedAfter {
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
