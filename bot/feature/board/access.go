package board

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
)

// How long an answer about a player's access to a channel is used, since requests to Discord are scarce.
const (
	playerTTL  = 3 * time.Minute
	watcherTTL = 10 * time.Minute
	// maxStale is how long an answer about a watcher is used while the request rate is exhausted. After that the
	// watcher must open the page again from the card.
	maxStale = time.Hour
	askRate  = 1.0 // requests about watchers a second
	askBurst = 30
	maxSeen  = 4 * maxAll
)

// viewCache caches who may view which channel.
type viewCache struct {
	mu          sync.Mutex
	all         map[viewer]seen
	transferred map[id.Match]time.Time // when matches came to their present channel, not long ago
	asks        *rate.Limiter          // rate limit of requests about watchers
}

type viewer struct {
	player  id.Player
	channel id.Channel
}

type seen struct {
	sees   bool
	public bool // the channel was public then
	at     time.Time
}

func newViewCache() *viewCache {
	return &viewCache{all: map[viewer]seen{}, transferred: map[id.Match]time.Time{},
		asks: rate.NewLimiter(askRate, askBurst)}
}

func (v *viewCache) get(who viewer) (seen, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	s, known := v.all[who]
	return s, known
}

func (v *viewCache) put(who viewer, s seen) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.all) >= maxSeen {
		for other, old := range v.all {
			if s.at.Sub(old.at) >= maxStale {
				delete(v.all, other)
			}
		}
	}
	if len(v.all) >= maxSeen {
		clear(v.all)
	}
	v.all[who] = s
}

// noteTransfer records that a match has come to another channel.
func (v *viewCache) noteTransfer(of id.Match, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for other, at := range v.transferred {
		if now.Sub(at) >= maxStale { // no session from before that is believed
			delete(v.transferred, other)
		}
	}
	v.transferred[of] = now
}

// transferredSince reports whether a match has come to its present channel after a moment.
func (v *viewCache) transferredSince(of id.Match, at time.Time) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.transferred[of].After(at)
}

// sees reports whether a session's player may view the match's channel on a server. If Discord does not answer, the
// last answer stands.
func (b *boards) sees(ctx context.Context, s session, m *match.Match) bool {
	who, now, public := viewer{s.player, m.Channel}, b.DB.Now(), b.Public(m.Guild, m.Channel)
	last, known := b.views.get(who)
	if !known && !s.made.IsZero() && !b.views.transferredSince(m.ID, s.made) {
		// they pressed a button in the channel at that time
		last, known = seen{true, public, s.made}, true
	}
	fresh, age := known && last.public == public, now.Sub(last.at)
	switch {
	case fresh && (age < playerTTL || s.watches && age < watcherTTL):
		return last.sees
	case s.watches && !b.views.asks.Allow():
		return fresh && last.sees && age < maxStale
	}
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	sees, err := b.askDiscord(ctx, s.player, m)
	if discord.AsAPIError(err).UnknownMember() {
		sees, err = false, nil
	}
	if err != nil {
		b.Logger.Warn("cannot ask who may view a channel", "channel", m.Channel, "err", err)
		sees = last.sees || !known
	}
	b.views.put(who, seen{sees, public, now})
	return sees
}

func (b *boards) askDiscord(ctx context.Context, p id.Player, m *match.Match) (bool, error) {
	home, known := b.Home(m.Guild, m.Channel)
	if b.Public(m.Guild, m.Channel) || !known || home == "" { // the members of a private thread are not known
		_, err := b.Members.RolesOf(ctx, m.Guild, p)
		return err == nil, err
	}
	all, err := b.Members.Channels(ctx, m.Guild, p)
	if err != nil {
		return false, err
	}
	return !slices.ContainsFunc(all, func(c discord.ChannelAccess) bool {
		return c.ID == home && c.Permissions >= 0 && c.Permissions&discord.ViewChannel == 0
	}), nil
}
