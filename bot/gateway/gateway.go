package gateway

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Options of a connection. Token and Handle are needed.
type Options struct {
	Token string // without "Bot "
	// API is the base address, default Discord's own. A sandbox or a REST proxy is
	// given like "http://127.0.0.1:8080/api".
	API     string
	Intents discordgo.Intent
	Logger  *slog.Logger
	// Handle is given each event in the order of arrival, and must return at once.
	Handle func(Event)
	// Observer is told what happens, for metrics. All its fields may be nil.
	Observer Observer
}

// Event is something that happened on Discord. ID is that of the message or
// interaction it is about, "" for what is about neither, and the same when the event
// is delivered again.
type Event struct {
	ID string
	// Data is a *discordgo.InteractionCreate, MessageCreate, GuildCreate,
	// ChannelDelete, ThreadDelete, Ready or Resumed.
	Data any
	// Thread is set for an interaction in a thread. The library does not tell.
	Thread bool
}

// Gateway is one bot's connection.
type Gateway struct {
	options   Options
	sender    *Sender
	connected atomic.Bool

	starts starts

	mu   sync.Mutex
	link *link // the session open or to be resumed, nil for none
	seen seen
	user string
	app  string
}

const discordAPI = "https://discord.com/api"

// New makes a Gateway; nothing is connected before Run.
func New(o Options) (*Gateway, error) {
	if o.API == "" {
		o.API = discordAPI
	}
	if _, err := url.Parse(o.API); err != nil {
		return nil, err
	}
	o.API = strings.TrimSuffix(o.API, "/")
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Gateway{options: o, sender: newSender(o), starts: starts{between: betweenStarts}}, nil
}

// Sender is what sends this bot's requests.
func (g *Gateway) Sender() *Sender { return g.sender }

// Connected reports whether events are coming in.
func (g *Gateway) Connected() bool { return g.connected.Load() }

// Acked is when Discord last acknowledged a heartbeat, zero before the first
// connection.
func (g *Gateway) Acked() time.Time {
	g.mu.Lock()
	l := g.link
	g.mu.Unlock()
	if l == nil || !l.TryRLock() { // somebody who hangs may hold it
		return time.Time{}
	}
	defer l.RUnlock()
	return l.LastHeartbeatAck
}

// Self is the ids of the bot's user and of its application, "" before the first
// connection.
func (g *Gateway) Self() (userID, applicationID string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.user, g.app
}

// identify asks Discord who this token belongs to.
func (g *Gateway) identify(ctx context.Context) error {
	var user discordgo.User
	if err := g.sender.call(ctx, route{method: http.MethodGet, path: "/users/@me", key: "me"}, nil, &user); err != nil {
		return err
	}
	var app discordgo.Application
	if err := g.sender.call(ctx, route{method: http.MethodGet, path: "/oauth2/applications/@me", key: "app"}, nil, &app); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.user, g.app = user.ID, app.ID
	return nil
}
