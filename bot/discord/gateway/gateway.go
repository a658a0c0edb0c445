package gateway

import (
	"cmp"
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Intents are the kinds of events that the bot subscribes to. The bits are Discord's.
type Intents int

const (
	Guilds          Intents = 1 << 0
	GuildMessages   Intents = 1 << 9
	GuildReactions  Intents = 1 << 10
	DirectMessages  Intents = 1 << 12
	DirectReactions Intents = 1 << 13
	// MessageContent is a privilege that Discord grants by application. If it is refused, the gateway connects without
	// it.
	MessageContent Intents = 1 << 15
)

// REST is the part of Discord's REST interface that the gateway needs before it connects; rest.Client implements it.
type REST interface {
	Me(ctx context.Context) (discord.User, error)
	Application(ctx context.Context) (discord.Application, error)
	Address(ctx context.Context) (string, error)
	SessionStarts(ctx context.Context) (discord.SessionStarts, error)
}

// Options configures a connection. Token, REST and Handle are needed.
type Options struct {
	Token   string // without "Bot "
	REST    REST
	Intents Intents
	// Shard is the index of this connection and how many there are; the zero value is a bot with one connection.
	Shard [2]int
	// Budget spaces new sessions; connections of one bot in one process share it. Nil makes one for this connection
	// alone.
	Budget *Budget
	Logger *slog.Logger
	// Handle receives each event in the order of arrival, and must return at once.
	Handle   func(discord.Event)
	Observer Observer
	// WaitForIdentify waits until a shard may send IDENTIFY, if other processes with the token send some too; nil if
	// none does. concurrency is max_concurrency. OnIdentify is called with the time at which IDENTIFY is sent, and
	// must return at once.
	WaitForIdentify func(ctx context.Context, shard, concurrency int, between time.Duration) error
	OnIdentify      func(shard, concurrency int, at time.Time)

	contentRefused *atomic.Bool // shared by all connections of the bot
	user           id.Player    // the bot's user, if already known
	app            id.App
}

// Gateway is one connection of a bot.
type Gateway struct {
	options        Options
	connected      atomic.Bool
	awaitsIdentify atomic.Bool  // Discord can be reached, and the next IDENTIFY must wait
	contentRefused *atomic.Bool // Discord does not grant the Message Content intent
	tokenRefusals  refusals
	starts         atomic.Pointer[startLimit] // nil before Discord was asked

	dial         func(ctx context.Context, address string) (*websocket.Conn, error)
	firstPause   time.Duration        // the shortest pause after a failed attempt to connect
	invalidPause func() time.Duration // between Op 9 and the next IDENTIFY

	mu      sync.Mutex
	session *session // to be resumed, nil for none
	conn    *conn    // the newest
	recent  recentIDs
	user    id.Player
	app     id.App
}

// New makes a Gateway. It connects to nothing before Run.
func New(o Options) *Gateway {
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.Budget = cmp.Or(o.Budget, NewBudget())
	o.contentRefused = cmp.Or(o.contentRefused, new(atomic.Bool))
	return &Gateway{options: o, contentRefused: o.contentRefused, user: o.user, app: o.app,
		tokenRefusals: refusals{pauses: refusalPauses, accepted: o.user != ""},
		dial:          dial, firstPause: firstPause, invalidPause: func() time.Duration {
			return time.Second + rand.N(4*time.Second)
		}}
}

// Connected reports whether events arrive.
func (g *Gateway) Connected() bool { return g.connected.Load() }

// ReadsContent reports whether the bot can read text that is not addressed to it: it asked for the intent, and was not
// refused so far.
func (g *Gateway) ReadsContent() bool { return g.intents()&MessageContent != 0 }

// intents returns the intents of the next session.
func (g *Gateway) intents() Intents {
	if g.contentRefused.Load() {
		return g.options.Intents &^ MessageContent
	}
	return g.options.Intents
}

// LastAck returns when Discord last acknowledged a heartbeat, zero before the first connection.
func (g *Gateway) LastAck() time.Time {
	g.mu.Lock()
	c := g.conn
	g.mu.Unlock()
	if c != nil {
		if at := c.acked.Load(); at != nil {
			return *at
		}
	}
	return time.Time{}
}

// Self returns the ids of the bot's user and of its application, "" before the first connection.
func (g *Gateway) Self() (id.Player, id.App) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.user, g.app
}

// fetchUser asks Discord for the user and the application of the token.
func (g *Gateway) fetchUser(ctx context.Context) error {
	user, err := g.options.REST.Me(ctx)
	if err != nil {
		return err
	}
	app, err := g.options.REST.Application(ctx)
	if err != nil {
		return err
	}
	g.tokenRefusals.accept()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.user, g.app = user.ID, app.ID
	return nil
}
