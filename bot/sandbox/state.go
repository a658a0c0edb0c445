package sandbox

import (
	"log/slog"
	"sync"
	"time"

	"yeye/bot/sandbox/internal/fault"
	"yeye/bot/sandbox/internal/ratelimit"
	"yeye/bot/sandbox/wire"
)

// state is everything that exists in this Discord, behind one lock. Its methods are those that several groups of
// endpoints need. Methods say where the caller must hold mu.
type state struct {
	opt      Options
	log      *slog.Logger
	clock    clock
	limits   *ratelimit.Limiter
	requests requestCounter
	faults   fault.Queue
	base     string        // address of the server, once it listens
	done     chan struct{} // closed when it ends

	mu               sync.Mutex // guards all below
	lastID           Snowflake
	bot              *user
	people           []*user
	users            map[Snowflake]*user
	byToken          map[string]*user
	guilds           []*guild
	channels         map[Snowflake]*channel
	messages         map[Snowflake]*message
	ephemeral        map[Snowflake][]*message // ephemeral messages by the user who sees them
	nonces           map[nonceKey]noncedMessage
	files            fileStore
	emojis           emojiStore
	commands         commandStore
	interactions     interactionStore
	pings            []Ping
	identifies       identifyBudget
	hasContentIntent bool // the application may ask for MESSAGE_CONTENT
	// where READY asks to resume, or what it adds to the usual address; "" for that address alone
	resumeAddress string
	changed       chan struct{} // closed and replaced when a bot connects or registers commands
	hub           hub
}

// newState returns a Discord with its guilds, channels and users, and no messages yet.
func newState(o Options) *state {
	s := &state{
		opt: o, log: o.Logger, limits: ratelimit.New(o.Limits), done: make(chan struct{}), changed: make(chan struct{}),
		hasContentIntent: !o.NoContent,
		users:            map[Snowflake]*user{}, byToken: map[string]*user{}, channels: map[Snowflake]*channel{},
		messages: map[Snowflake]*message{}, ephemeral: map[Snowflake][]*message{}, nonces: map[nonceKey]noncedMessage{},
		clock:        clock{base: o.Now, changed: make(chan struct{})},
		requests:     requestCounter{counts: map[Requests]*[2]int{}},
		files:        fileStore{byID: map[Snowflake]*file{}},
		commands:     commandStore{scopes: map[Snowflake][]*wire.Command{}},
		interactions: interactionStore{byID: map[Snowflake]*interaction{}, byToken: map[string]*interaction{}},
	}
	s.hub = hub{mu: &s.mu, log: o.Logger, faults: &s.faults, sessions: map[string]*session{}}
	s.seed()
	if o.EntryPoint {
		s.addEntryPoint()
	}
	return s
}

// Now returns the time of this Discord.
func (s *state) Now() time.Time { return s.clock.now() }

// signalChange wakes Ready. The caller holds mu.
func (s *state) signalChange() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// botConnected reports whether a bot is connected. The caller holds mu.
func (s *state) botConnected() bool {
	for _, ses := range s.hub.sessions {
		if ses.user.bot && ses.conn != nil {
			return true
		}
	}
	return false
}

// guild finds a guild by its identifier, nil if there is none. The caller holds mu.
func (s *state) guild(id Snowflake) *guild {
	return find(s.guilds, func(g *guild) bool { return g.ID == id })
}

// channelFromPath returns the channel that a request's path names, with the checks of channelForUser. The caller holds
// mu.
func (s *state) channelFromPath(c *call, need permission) (*channel, error) {
	return s.channelForUser(c.user, c.id("channel"), need)
}

// channelForUser returns a channel after it has checked a user's permissions in it. A user who cannot see the channel
// gets 50001, one who lacks another permission 50013. The caller holds mu.
func (s *state) channelForUser(u *user, id Snowflake, need permission) (*channel, error) {
	c := s.channels[id]
	if c == nil || c.isDM() && !c.hasRecipient(u) {
		return nil, errUnknownChannel
	}
	if c.guild != nil && c.guild.unavailable {
		return nil, errUnavailable
	}
	if !c.visibleTo(u) {
		return nil, errMissingAccess
	}
	if need&permSendMessages != 0 && c.thread != nil {
		need = need&^permSendMessages | permSendInThreads
	}
	if !c.permissions(u).has(need) {
		return nil, errMissingPerms
	}
	return c, nil
}

// messageFromPath finds the message that a request's path names, in the channel that it names. The caller holds mu.
func (s *state) messageFromPath(c *call, need permission) (*message, error) {
	ch, err := s.channelFromPath(c, need)
	if err != nil {
		return nil, err
	}
	m := s.messages[c.id("message")]
	if m == nil || m.channel != ch || m.ephemeralFor != nil {
		return nil, errUnknownMessage
	}
	return m, nil
}

// userFromPath finds the user that a request's path names, who is its sender if it names none. The caller holds mu.
func (s *state) userFromPath(c *call) (*user, error) {
	if c.r.PathValue("user") == "" {
		return c.user, nil
	}
	if u := s.users[c.id("user")]; u != nil {
		return u, nil
	}
	return nil, errUnknownUser
}

// guildFromPath finds the guild that a request's path names. A guild that the bot is not in is unknown to it. The
// caller holds mu.
func (s *state) guildFromPath(c *call) (*guild, error) {
	g := s.guild(c.id("guild"))
	switch {
	case g == nil:
		return nil, errUnknownGuild
	case g.unavailable:
		return nil, errUnavailable
	case g.botRemoved && c.user != nil && c.user.bot:
		return nil, errMissingAccess
	}
	return g, nil
}
