package board

import (
	"context"
	"slices"
	"sync"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
)

const (
	// seenFor is how long an answer about what a player may view is used: Discord takes few questions.
	seenFor = 3 * time.Minute
	maxSeen = 4096
)

// views remembers who may view which channel.
type views struct {
	mu  sync.Mutex
	all map[viewer]seen
}

type viewer struct {
	player  id.Player
	channel id.Channel
}

type seen struct {
	sees bool
	at   time.Time
}

func newViews() *views { return &views{all: map[viewer]seen{}} }

func (v *views) get(who viewer, now time.Time) (sees, known bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	s, ok := v.all[who]
	return s.sees, ok && now.Sub(s.at) < seenFor
}

func (v *views) put(who viewer, sees bool, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.all) >= maxSeen {
		clear(v.all)
	}
	v.all[who] = seen{sees, now}
}

// sees reports whether a player may view the channel of a match on a server. Where Discord cannot be asked, or does not
// say, they keep what they had: they play there already.
func (b *boards) sees(ctx context.Context, p id.Player, m *match.Match) (bool, error) {
	who, now := viewer{p, m.Channel}, b.DB.Now()
	if sees, known := b.views.get(who, now); known {
		return sees, nil
	}
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	sees, err := b.ask(ctx, p, m)
	if api := discord.AsAPIError(err); api != nil && api.NoMember() {
		sees, err = false, nil
	}
	if err != nil {
		b.Logger.Warn("cannot ask who may view a channel", "channel", m.Channel, "err", err)
		sees = true
	}
	b.views.put(who, sees, now)
	return sees, nil
}

func (b *boards) ask(ctx context.Context, p id.Player, m *match.Match) (bool, error) {
	home, known := b.Home(m.Guild, m.Channel)
	if b.Public(m.Guild, m.Channel) || !known || home == "" { // of a private thread it is not known who is in it
		_, err := b.Members.RolesOf(ctx, m.Guild, p)
		return err == nil, err
	}
	all, err := b.Members.Channels(ctx, m.Guild, p)
	if err != nil {
		return false, err
	}
	return !slices.ContainsFunc(all, func(c discord.ChannelAccess) bool {
		return c.ID == home && c.May >= 0 && c.May&discord.ViewChannel == 0
	}), nil
}
