package sandbox

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Options configures a sandbox; the zero value is a sandbox on a free port with fresh secrets.
type Options struct {
	Addr   string           // where to listen, default "127.0.0.1:0"; anything but loopback is refused
	Secret string           // identifiers and tokens are derived from it; empty: random, new at every start
	Logger *slog.Logger     // default: discards
	Now    func() time.Time // the underlying clock, default time.Now

	// OnClock receives the whole offset each time POST /sandbox/clock moves the clock. It must not block.
	OnClock func(offset time.Duration)
	// OnVisit receives the user as whom the page is first opened. It must not block.
	OnVisit func(userID string)

	Heartbeat     time.Duration // the interval in HELLO, default 41.25 s
	IdentifyEvery time.Duration // least time between two IDENTIFY of a bot with the same key; default by Limits
	StrictResume  bool          // RESUME only at the address that READY gave
	AnswerWithin  time.Duration // how long an interaction waits for its first response, default 3 s as on Discord
	Limits        Limits        // rate limits, Discord's by default; see there
	NoContent     bool          // the application may not ask for MESSAGE_CONTENT (close code 4014)
	EntryPoint    bool          // the application has an Activity, and so a command that launches it
	History       int           // messages kept in a channel, default 2000; older ones are dropped

	Guilds         int // number of guilds, default 1
	Shards         int // number of shards that GET /gateway/bot recommends, default 1
	MaxConcurrency int // how many shards may identify at once, default 1

	// Wrap, if not nil, wraps the API's handler: tests inspect requests and responses with it.
	Wrap func(http.Handler) http.Handler

	Locales []string // languages of the people, default zh-CN, en-US, vi, zh-TW
	People  int      // how many, default and minimum four; further ones are numbered
	Names   []string // their names, default Mei, Tom, Linh, Ting; Discord allows 32 characters of any kind
}

// Server is one Discord: guilds with channels, people and one bot.
type Server struct {
	state    *state
	secret   string // of the control endpoints and the page's address
	listener net.Listener
	http     *http.Server
	closed   sync.Once
	visited  sync.Once
}

// New prepares a sandbox; Start makes it listen.
func New(o Options) *Server {
	o = o.withDefaults()
	return &Server{state: newState(o), secret: base64.RawURLEncoding.EncodeToString(derive(o.Secret, "page")[:16])}
}

func (o Options) withDefaults() Options {
	o.Addr = cmp.Or(o.Addr, "127.0.0.1:0")
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Heartbeat = cmp.Or(o.Heartbeat, 41250*time.Millisecond)
	o.AnswerWithin = cmp.Or(o.AnswerWithin, responseTimeout)
	o.History = cmp.Or(o.History, 2000)
	o.Guilds = max(o.Guilds, 1)
	o.Shards = max(o.Shards, 1)
	o.MaxConcurrency = max(o.MaxConcurrency, 1)
	o.Secret = cmp.Or(o.Secret, rand.Text())
	return o
}

// Start listens and serves until Close or until ctx ends.
func (s *Server) Start(ctx context.Context) error {
	addr := s.state.opt.Addr
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("sandbox address: %w", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("sandbox address %s: only this machine may reach the sandbox, use 127.0.0.1", addr)
	}
	if s.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", addr); err != nil {
		return err
	}
	s.state.base = "http://" + s.listener.Addr().String()
	s.http = &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second,
		ErrorLog: slog.NewLogLogger(s.state.log.Handler(), slog.LevelDebug)}
	go func() {
		if err := s.http.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
			s.state.log.Error("sandbox stopped serving", "err", err)
		}
	}()
	go s.runMaintenance(ctx)
	return nil
}

// Close ends every connection with code 1001 and stops listening. It may be called more than once.
func (s *Server) Close() error {
	s.closed.Do(func() {
		close(s.state.done)
		s.state.mu.Lock()
		for _, ses := range s.state.hub.sessions {
			if ses.conn != nil {
				ses.conn.Close(1001, "Going away")
			}
		}
		s.state.interactions.stopTimers()
		s.state.mu.Unlock()
		if s.http != nil {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
			defer cancel()
			if s.http.Shutdown(ctx) != nil {
				s.http.Close()
			}
		}
	})
	return nil
}

// URL returns the page's address. It holds the secret, and is the beginning of every path of the control endpoints:
// URL()+"/sandbox/pings".
func (s *Server) URL() string { return s.state.base + "/s/" + s.secret }

// API returns the address that a client uses in place of https://discord.com/api.
func (s *Server) API() string { return s.state.base + "/api" }

// ApplicationID returns the application's identifier, which is also the bot user's.
func (s *Server) ApplicationID() string { return s.state.bot.ID.String() }

// BotToken returns the bot's token, without the word Bot.
func (s *Server) BotToken() string { return s.state.bot.token }

// GuildID returns the first guild's identifier.
func (s *Server) GuildID() string { return s.state.guilds[0].ID.String() }

// Now returns the sandbox's time: the underlying clock plus what POST /sandbox/clock has added.
func (s *Server) Now() time.Time { return s.state.clock.now() }

// Offset returns how far the sandbox's clock is ahead.
func (s *Server) Offset() time.Duration { return s.state.clock.currentOffset() }

// Advance moves the clock forward; d must not be negative. Threads that are now overdue are archived at once.
func (s *Server) Advance(d time.Duration) time.Duration {
	offset := s.state.clock.advance(d)
	s.state.mu.Lock()
	s.state.archiveIdle()
	s.state.mu.Unlock()
	if s.state.opt.OnClock != nil {
		s.state.opt.OnClock(offset)
	}
	return offset
}

// Pings returns the notifications so far, oldest first.
func (s *Server) Pings() []Ping {
	s.state.mu.Lock()
	defer s.state.mu.Unlock()
	return slices.Clone(s.state.pings)
}

// ResetPings forgets the notifications so far.
func (s *Server) ResetPings() {
	s.state.mu.Lock()
	defer s.state.mu.Unlock()
	s.state.pings = nil
}

// Requests returns the bot's requests so far, by channel and kind.
func (s *Server) Requests() []Requests { return s.state.requests.list() }

// ResetRequests forgets the requests so far.
func (s *Server) ResetRequests() { s.state.requests.reset() }

// AllAcknowledged reports whether at least one bot is connected and every connected bot has acknowledged all its events
// in a heartbeat. It requests a heartbeat from those that have not.
func (s *Server) AllAcknowledged() bool {
	s.state.mu.Lock()
	defer s.state.mu.Unlock()
	return s.state.hub.allAcknowledged()
}

// NamedGuild, NamedChannel and NamedUser are entries of Info.
type (
	NamedGuild struct {
		ID       string         `json:"id"`
		Name     string         `json:"name"`
		Channels []NamedChannel `json:"channels"`
	}
	NamedChannel struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	NamedUser struct {
		ID       string `json:"id"`
		Username string `json:"username"`
		Name     string `json:"name"` // as it is shown
		Token    string `json:"token"`
		Locale   string `json:"locale"`
	}
)

// Info holds all that a script needs to take part. GuildID and Channels are the first guild's.
type Info struct {
	URL           string         `json:"url"`
	API           string         `json:"api"`
	Secret        string         `json:"secret"` // of the control endpoints, in the header SecretHeader
	GuildID       string         `json:"guild_id"`
	ApplicationID string         `json:"application_id"`
	BotToken      string         `json:"bot_token"`
	Channels      []NamedChannel `json:"channels"`
	Guilds        []NamedGuild   `json:"guilds"`
	Users         []NamedUser    `json:"users"`
}

// Info describes the sandbox; it is complete once Start has returned.
func (s *Server) Info() Info {
	s.state.mu.Lock()
	defer s.state.mu.Unlock()
	info := Info{URL: s.URL(), API: s.API(), Secret: s.secret, GuildID: s.GuildID(), ApplicationID: s.ApplicationID(),
		BotToken: s.BotToken()}
	for _, g := range s.state.guilds {
		named := NamedGuild{ID: g.ID.String(), Name: g.name}
		for _, c := range g.channels {
			named.Channels = append(named.Channels, NamedChannel{c.ID.String(), c.Name})
		}
		info.Guilds = append(info.Guilds, named)
	}
	info.Channels = info.Guilds[0].Channels
	for _, u := range s.state.people {
		info.Users = append(info.Users, NamedUser{u.ID.String(), u.Username, u.Name, u.token, u.Locale})
	}
	return info
}

// Ready waits until a bot is connected and has registered commands.
func (s *Server) Ready(ctx context.Context) error {
	for {
		s.state.mu.Lock()
		ready, changed := s.state.botConnected() && s.state.commands.registered(), s.state.changed
		s.state.mu.Unlock()
		if ready {
			return nil
		}
		select {
		case <-changed:
		case <-s.state.done:
			return errors.New("sandbox closed")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
