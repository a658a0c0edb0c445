package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Options are a sandbox's knobs; the zero value is a sandbox on a free port with fresh secrets.
type Options struct {
	Addr   string           // where to listen, default "127.0.0.1:0"; anything but loopback is refused
	Secret string           // identifiers and tokens follow from it; empty: random, new at every start
	Logger *slog.Logger     // default: discards
	Now    func() time.Time // the clock beneath the sandbox's own, default time.Now

	// OnClock is told the whole offset each time POST /sandbox/clock moves the clock. It must not block.
	OnClock func(offset time.Duration)

	Heartbeat     time.Duration // what HELLO asks for, default 41.25 s
	IdentifyEvery time.Duration // least time between two IDENTIFY of a bot; Discord's is 5 s, default none
	StrictResume  bool          // RESUME only at the address that READY gave
	AnswerWithin  time.Duration // how long an interaction waits for its first answer, default Discord's 3 s
	Limits        Limits        // rate limits; see there
	NoContent     bool          // the application may not ask for MESSAGE_CONTENT (close code 4014)
	History       int           // messages kept in a channel, default 2000; the oldest go
	// Observe, if not nil, sees every REST exchange after its answer is written. It is called from many goroutines.
	Observe func(Exchange)

	Locales []string // languages of the three people, default zh-CN, en-US, vi
	Names   []string // what they are called, default Mei, Tom, Linh; Discord allows 32 characters of any kind
}

// Server is one Discord: a guild with three channels, three people and one bot.
type Server struct {
	opt    Options
	log    *slog.Logger
	secret string // path segment of the page's address
	start  time.Time
	clock  clock
	limits limiter
	faults faultBox
	emojis emojiBook

	listener net.Listener
	http     *http.Server
	done     chan struct{}
	closed   sync.Once

	mu        sync.Mutex // guards all below
	lastID    Snowflake
	world     world
	sessions  map[string]*session
	messages  map[Snowflake]*message
	files     map[Snowflake]*file
	fileOrder []*file // as they came; the oldest go beyond maxStored
	fileBytes int
	nonces    map[nonceKey]nonceUse
	private   map[Snowflake][]*message // ephemeral messages by whom they are for
	commands  commandBook
	inter     interactionBook
	pings     []Ping
	identify  identifyBudget
	changed   chan struct{} // closed and replaced when a bot connects or registers commands
}

// New prepares a sandbox; Start makes it listen.
func New(o Options) *Server {
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 41250 * time.Millisecond
	}
	if o.AnswerWithin == 0 {
		o.AnswerWithin = answerWithin
	}
	if o.History == 0 {
		o.History = 2000
	}
	if o.Secret == "" {
		o.Secret = rand.Text()
	}
	s := &Server{
		opt: o, log: o.Logger, start: o.Now(), done: make(chan struct{}), changed: make(chan struct{}),
		secret:   base64.RawURLEncoding.EncodeToString(derive(o.Secret, "page")[:16]),
		sessions: map[string]*session{}, messages: map[Snowflake]*message{}, files: map[Snowflake]*file{},
		nonces: map[nonceKey]nonceUse{}, private: map[Snowflake][]*message{},
	}
	s.clock.moved = make(chan struct{})
	s.limits.init(o.Limits)
	s.commands.init()
	s.inter.init()
	s.world = newWorld(o)
	return s
}

// Start listens and serves until Close or until ctx ends.
func (s *Server) Start(ctx context.Context) error {
	host, _, err := net.SplitHostPort(s.opt.Addr)
	if err != nil {
		return fmt.Errorf("sandbox address: %w", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("sandbox address %s: only this machine may reach the sandbox, use 127.0.0.1", s.opt.Addr)
	}
	if s.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", s.opt.Addr); err != nil {
		return err
	}
	s.http = &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug)}
	go func() {
		if err := s.http.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("sandbox stopped serving", "err", err)
		}
	}()
	go s.tend(ctx)
	return nil
}

// tend does what only time brings: threads fall asleep, sessions nobody resumed are forgotten.
func (s *Server) tend(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			s.Close()
			return
		case <-s.done:
			return
		case <-tick.C:
			s.mu.Lock()
			s.archiveIdle()
			s.forgetSessions()
			s.inter.prune(s.Now())
			s.mu.Unlock()
		}
	}
}

// Close ends every connection with code 1001 and stops listening. It may be called more than once.
func (s *Server) Close() error {
	s.closed.Do(func() {
		close(s.done)
		s.mu.Lock()
		for _, ses := range s.sessions {
			if ses.conn != nil {
				ses.conn.close(1001, "Going away")
			}
		}
		s.inter.stop()
		s.mu.Unlock()
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

func (s *Server) base() string {
	if s.listener == nil {
		return ""
	}
	return "http://" + s.listener.Addr().String()
}

// URL is the page's address. It holds the session's secret, and stands before every path: URL()+"/sandbox/pings".
func (s *Server) URL() string { return s.base() + "/s/" + s.secret }

// API is what a client puts in place of https://discord.com/api.
func (s *Server) API() string { return s.base() + "/api" }

// ApplicationID is the application's identifier, which is the bot user's too.
func (s *Server) ApplicationID() string { return s.world.bot.ID.String() }

// BotToken is the bot's token, without the word Bot.
func (s *Server) BotToken() string { return s.world.bot.token }

// GuildID is the one guild's identifier.
func (s *Server) GuildID() string { return s.world.guildID.String() }

// NamedChannel and NamedUser are entries of Info.
type (
	NamedChannel struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	NamedUser struct {
		ID       string `json:"id"`
		Username string `json:"username"`
		Token    string `json:"token"`
		Locale   string `json:"locale"`
	}
)

// Info is all that a script needs to take part.
type Info struct {
	URL           string         `json:"url"`
	API           string         `json:"api"`
	GuildID       string         `json:"guild_id"`
	ApplicationID string         `json:"application_id"`
	BotToken      string         `json:"bot_token"`
	Channels      []NamedChannel `json:"channels"`
	Users         []NamedUser    `json:"users"`
}

// Info describes the sandbox; it is complete once Start has returned.
func (s *Server) Info() Info {
	s.mu.Lock()
	defer s.mu.Unlock()
	info := Info{URL: s.URL(), API: s.API(), GuildID: s.GuildID(), ApplicationID: s.ApplicationID(), BotToken: s.BotToken()}
	for _, c := range s.world.rooms {
		info.Channels = append(info.Channels, NamedChannel{c.ID.String(), c.Name})
	}
	for _, u := range s.world.people {
		info.Users = append(info.Users, NamedUser{u.ID.String(), u.Username, u.token, u.Locale})
	}
	return info
}

// Ready waits until a bot is connected and has registered commands.
func (s *Server) Ready(ctx context.Context) error {
	for {
		s.mu.Lock()
		ready, changed := s.botHere() && s.commands.any(), s.changed
		s.mu.Unlock()
		if ready {
			return nil
		}
		select {
		case <-changed:
		case <-s.done:
			return errors.New("sandbox closed")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *Server) botHere() bool {
	for _, ses := range s.sessions {
		if ses.user.bot && ses.conn != nil {
			return true
		}
	}
	return false
}

// announce wakes Ready. The caller holds mu.
func (s *Server) announce() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// handler is everything behind the guard against other machines and foreign web pages.
func (s *Server) handler() http.Handler {
	api, rest := s.apiRoutes(), http.NewServeMux()
	rest.HandleFunc("GET /cdn/attachments/{channel}/{id}/{name}", s.serveFile)
	rest.HandleFunc("GET /cdn/emojis/{file}", s.serveEmoji)
	rest.HandleFunc("GET /gateway/", s.serveGateway)
	rest.HandleFunc("GET /gateway", s.serveGateway) // without the slash too: websocket clients follow no redirect
	s.controlRoutes(rest)
	s.pageRoutes(rest)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !fromHere(r) {
			http.Error(w, "The sandbox answers only this machine's own programs and pages.", http.StatusForbidden)
			return
		}
		for strings.Contains(r.URL.Path, "//") {
			r.URL.Path, r.URL.RawPath = strings.ReplaceAll(r.URL.Path, "//", "/"), ""
		}
		if path, ok := strings.CutPrefix(r.URL.Path, "/s/"+s.secret); ok && (path == "" || path[0] == '/') {
			if path == "" {
				http.Redirect(w, r, r.URL.Path+"/", http.StatusFound)
				return
			}
			r.URL.Path, r.URL.RawPath = path, strings.TrimPrefix(r.URL.RawPath, "/s/"+s.secret)
			r = withSecret(r)
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		if strings.HasPrefix(r.URL.Path, "/api/") {
			api.ServeHTTP(w, r)
			return
		}
		rest.ServeHTTP(w, r)
	})
}

// fromHere reports whether a request names this machine as its host and, if a web page sent it, comes from our own page.
// The first stops other names that resolve to loopback, the second stops other sites' pages.
func fromHere(r *http.Request) bool {
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if ip := net.ParseIP(strings.Trim(host, "[]")); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return false
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return false
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site != "cross-site" && site != "same-site" || r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Method == http.MethodGet
}

type secretKey struct{}

func withSecret(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), secretKey{}, true))
}

func hasSecret(r *http.Request) bool { return r.Context().Value(secretKey{}) != nil }
