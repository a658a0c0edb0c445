package sandbox

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"
)

// identifyBudget counts a bot's IDENTIFYs: a thousand a day.
type identifyBudget struct {
	used   int
	resets time.Time
	last   time.Time
}

const identifiesPerDay = 1000

func (b *identifyBudget) roll(now time.Time) {
	if !now.Before(b.resets) {
		b.used, b.resets = 0, now.Add(24*time.Hour)
	}
}

func (b *identifyBudget) limit(now time.Time) map[string]any {
	b.roll(now)
	return map[string]any{"total": identifiesPerDay, "remaining": max(0, identifiesPerDay-b.used),
		"reset_after": b.resets.Sub(now).Milliseconds(), "max_concurrency": 1}
}

// session is what RESUME takes up again: who, and the events with their numbers.
type session struct {
	id      string
	user    *user
	intents int
	shard   [2]int
	seq     int64
	log     []logged // the newest maxLog events
	conn    *conn    // nil while nobody is connected
	left    time.Time
	held    []logged // events an ordered fault keeps back
}

type logged struct {
	seq   int64
	event string
	frame []byte
}

const (
	maxLog       = 2000
	resumeWithin = 5 * time.Minute // of real time
)

type identifyBody struct {
	Token    string  `json:"token"`
	Intents  int     `json:"intents"`
	Compress bool    `json:"compress"`
	Shard    *[2]int `json:"shard"`
}

// bareToken takes the word Bot off, and says whether it was there.
func bareToken(token string) (string, bool) { return strings.CutPrefix(token, "Bot ") }

// identified answers IDENTIFY: READY and, for a bot, GUILD_CREATE; or a closing code. The caller holds mu.
func (s *Server) identified(c *conn, data json.RawMessage) {
	var body identifyBody
	if json.Unmarshal(data, &body) != nil {
		c.close(4002, "Error while decoding payload")
		return
	}
	if s.faults.atHandshake(c, "identify") {
		return
	}
	token, asBot := bareToken(body.Token)
	u := s.world.byToken[token]
	if u == nil || !u.bot && asBot {
		c.close(4004, "Authentication failed.")
		return
	}
	ses := &session{user: u, intents: body.Intents, conn: c}
	if u.bot {
		now := s.Now()
		s.identify.roll(now)
		switch {
		case body.Intents&^knownIntents != 0:
			c.close(4013, "Invalid intent(s).")
			return
		case s.opt.NoContent && body.Intents&(intentContent|intentMembers|intentPresences) != 0, body.Intents&(intentMembers|intentPresences) != 0:
			c.close(4014, "Disallowed intent(s).")
			return
		case body.Shard != nil && (body.Shard[0] < 0 || body.Shard[0] >= body.Shard[1]):
			c.close(4010, "Invalid shard")
			return
		case s.identify.used >= identifiesPerDay:
			c.close(4004, "Authentication failed.") // Discord takes the token away
			return
		case s.opt.IdentifyEvery > 0 && time.Since(s.identify.last) < s.opt.IdentifyEvery:
			c.sendOp(opInvalidSession, false)
			return
		}
		s.identify.used++
		s.identify.last = time.Now()
		if body.Shard != nil {
			ses.shard = *body.Shard
		}
	}
	id := make([]byte, 16)
	rand.Read(id)
	ses.id = hex.EncodeToString(id)
	s.sessions[ses.id] = ses
	c.ses = ses
	c.mu.Lock()
	c.compress = body.Compress
	c.mu.Unlock()
	s.dispatch(ses, "READY", s.ready(ses))
	if u.bot && ses.intents&intentGuilds != 0 && (ses.shard[1] < 2 || int(uint64(s.world.guildID)>>22%uint64(ses.shard[1])) == ses.shard[0]) {
		s.dispatch(ses, "GUILD_CREATE", s.wholeGuild(u))
	}
	s.announce()
}

// ready is the payload of READY. Bots get their guilds afterwards, people at once.
func (s *Server) ready(ses *session) map[string]any {
	r := map[string]any{
		"v": 9, "user": ses.user.own(), "session_id": ses.id, "session_type": "normal",
		"resume_gateway_url": s.resumeURL(), "relationships": []any{}, "private_channels": []any{}, "presences": []any{},
		"user_settings": map[string]any{}, "guild_join_requests": []any{}, "geo_ordered_rtc_regions": []any{}, "_trace": []string{"sandbox"},
	}
	if ses.shard[1] > 0 {
		r["shard"] = ses.shard
	}
	if ses.user.bot {
		r["guilds"] = []any{map[string]any{"id": s.world.guildID, "unavailable": true}}
		r["application"] = map[string]any{"id": s.world.bot.ID, "flags": s.applicationFlags()}
		return r
	}
	users := []User{s.world.bot.wire()}
	for _, u := range s.world.people {
		users = append(users, u.wire())
	}
	r["guilds"], r["private_channels"], r["users"] = []any{s.wholeGuild(ses.user)}, s.conversations(ses.user), users
	return r
}

// applicationFlags has GATEWAY_MESSAGE_CONTENT_LIMITED, the privilege of applications in few guilds.
func (s *Server) applicationFlags() int {
	if s.opt.NoContent {
		return 0
	}
	return 1 << 19
}

// memberChunk answers REQUEST_GUILD_MEMBERS.
func (s *Server) memberChunk(ses *session, data json.RawMessage) {
	var body struct {
		Nonce string `json:"nonce"`
	}
	json.Unmarshal(data, &body)
	s.dispatch(ses, "GUILD_MEMBERS_CHUNK", map[string]any{"guild_id": s.world.guildID, "members": s.members(),
		"chunk_index": 0, "chunk_count": 1, "nonce": body.Nonce})
}
