package sandbox

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"yeye/bot/sandbox/internal/socket"
	"yeye/bot/sandbox/wire"
)

// identifyBudget counts a bot's IDENTIFYs: a thousand a day, and one in five seconds for each of max_concurrency keys.
type identifyBudget struct {
	used   int
	resets time.Time
	last   map[int]time.Time // by shard modulo max_concurrency, in real time
}

const (
	identifiesPerDay = 1000
	maxShardGuilds   = 2500 // guilds of one connection
)

func (b *identifyBudget) roll(now time.Time) {
	if !now.Before(b.resets) {
		b.used, b.resets = 0, now.Add(24*time.Hour)
	}
}

func (b *identifyBudget) limit(now time.Time, concurrency int) map[string]any {
	b.roll(now)
	return map[string]any{"total": identifiesPerDay, "remaining": max(0, identifiesPerDay-b.used),
		"reset_after": b.resets.Sub(now).Milliseconds(), "max_concurrency": concurrency}
}

// allow counts an IDENTIFY of a shard and reports whether it came late enough after the previous one with its key.
func (b *identifyBudget) allow(shard, concurrency int, every time.Duration) bool {
	key, now := shard%concurrency, time.Now()
	if last, ok := b.last[key]; ok && now.Sub(last) < every {
		return false
	}
	if b.last == nil {
		b.last = map[int]time.Time{}
	}
	b.used++
	b.last[key] = now
	return true
}

type identifyBody struct {
	Token    string  `json:"token"`
	Intents  int     `json:"intents"`
	Compress bool    `json:"compress"`
	Shard    *[2]int `json:"shard"`
}

// cutBotPrefix removes "Bot " from a token, and reports whether it was there.
func cutBotPrefix(token string) (string, bool) { return strings.CutPrefix(token, "Bot ") }

// identify answers IDENTIFY: READY and, for a bot, a GUILD_CREATE for each of its shard's guilds; or a closing code.
// The caller holds mu.
func (s gateway) identify(c *conn, data json.RawMessage) {
	var body identifyBody
	if json.Unmarshal(data, &body) != nil {
		c.Close(4002, "Error while decoding payload")
		return
	}
	if c.applyHandshakeFault("identify") {
		return
	}
	token, asBot := cutBotPrefix(body.Token)
	u := s.byToken[token]
	if u == nil || !u.bot && asBot {
		c.Close(4004, "Authentication failed.")
		return
	}
	ses := &session{user: u, intents: body.Intents, conn: c, shard: [2]int{0, 1}}
	if u.bot && !s.checkIdentify(c, ses, body) {
		return
	}
	id := make([]byte, 16)
	rand.Read(id)
	ses.id = hex.EncodeToString(id)
	s.hub.sessions[ses.id] = ses
	c.ses = ses
	c.Compress(body.Compress)
	guilds := s.shardGuilds(ses)
	s.hub.dispatch(ses, "READY", s.ready(ses, guilds, body.Shard != nil))
	if u.bot && ses.intents&intentGuilds != 0 {
		for _, g := range guilds {
			if !g.unavailable {
				s.hub.dispatch(ses, "GUILD_CREATE", g.createEvent(u, s.activeThreads(g, u)))
			}
		}
	}
	s.signalChange()
}

// checkIdentify checks a bot's IDENTIFY against intents, shards and limits. It returns false after it has refused the
// client itself.
func (s gateway) checkIdentify(c *conn, ses *session, body identifyBody) bool {
	if body.Shard != nil {
		ses.shard = *body.Shard
	}
	every := s.opt.Limits.IdentifyEvery()
	if s.opt.IdentifyEvery > 0 {
		every = s.opt.IdentifyEvery
	}
	s.identifies.roll(s.Now())
	switch {
	case body.Intents&^knownIntents != 0:
		c.Close(4013, "Invalid intent(s).")
	case !s.hasContentIntent && body.Intents&intentContent != 0, body.Intents&(intentMembers|intentPresences) != 0:
		c.Close(4014, "Disallowed intent(s).")
	case ses.shard[0] < 0 || ses.shard[0] >= ses.shard[1]:
		c.Close(4010, "Invalid shard")
	case len(s.shardGuilds(ses)) > maxShardGuilds:
		c.Close(4011, "Sharding required")
	case s.identifies.used >= identifiesPerDay:
		c.Close(4004, "Authentication failed.") // Discord resets the token
	case !s.identifies.allow(ses.shard[0], s.opt.MaxConcurrency, every):
		c.SendOp(socket.OpInvalidSession, false)
	default:
		return true
	}
	return false
}

// shardGuilds returns the guilds of a session's shard.
func (s gateway) shardGuilds(ses *session) []*guild {
	return slices.DeleteFunc(slices.Clone(s.guilds),
		func(g *guild) bool { return !ses.ownsGuild(g) || ses.user.bot && g.botRemoved })
}

// ready returns the payload of READY. Bots get their guilds afterwards, people at once.
func (s gateway) ready(ses *session, guilds []*guild, sharded bool) map[string]any {
	r := map[string]any{
		"v": 9, "user": ses.user.own(), "session_id": ses.id, "session_type": "normal",
		"resume_gateway_url": s.resumeURL(), "relationships": []any{}, "private_channels": []any{},
		"presences":     []any{},
		"user_settings": map[string]any{}, "guild_join_requests": []any{}, "geo_ordered_rtc_regions": []any{},
		"_trace": []string{"sandbox"},
	}
	if sharded {
		r["shard"] = ses.shard
	}
	list := []any{}
	for _, g := range guilds {
		if ses.user.bot {
			list = append(list, map[string]any{"id": g.ID, "unavailable": true})
		} else {
			list = append(list, g.createEvent(ses.user, s.activeThreads(g, ses.user)))
		}
	}
	r["guilds"] = list
	if ses.user.bot {
		r["application"] = map[string]any{"id": s.bot.ID, "flags": s.applicationFlags()}
		return r
	}
	users := []wire.User{s.bot.wire()}
	for _, u := range s.people {
		users = append(users, u.wire())
	}
	r["private_channels"], r["users"] = s.dmChannels(ses.user), users
	return r
}

// applicationFlags returns GATEWAY_MESSAGE_CONTENT_LIMITED if the application, which is in few guilds, has the intent.
// The caller holds mu.
func (s *state) applicationFlags() int {
	if !s.hasContentIntent {
		return 0
	}
	return 1 << 19
}

// sendMembers answers REQUEST_GUILD_MEMBERS.
func (s gateway) sendMembers(ses *session, data json.RawMessage) {
	var body struct {
		Guild json.RawMessage `json:"guild_id"` // one, or a list of one
		Nonce string          `json:"nonce"`
	}
	json.Unmarshal(data, &body)
	id, _ := ParseSnowflake(strings.Trim(string(body.Guild), `[]" `))
	g := s.guild(id)
	if g == nil || ses.user.bot && g.botRemoved {
		return
	}
	s.hub.dispatch(ses, "GUILD_MEMBERS_CHUNK", map[string]any{"guild_id": g.ID, "members": g.members(),
		"chunk_index": 0, "chunk_count": 1, "nonce": body.Nonce})
}
