package bot

import (
	"cmp"
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"yeye/bot/audience"
	"yeye/bot/backfill"
	"yeye/bot/challenge"
	"yeye/bot/connection"
	"yeye/bot/discord/gateway"
	"yeye/bot/discord/rest"
	"yeye/bot/display"
	"yeye/bot/emoji"
	"yeye/bot/engine"
	"yeye/bot/fairplay"
	"yeye/bot/gamefile"
	"yeye/bot/guild"
	"yeye/bot/history"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/matchcard"
	"yeye/bot/moderation"
	"yeye/bot/player"
	"yeye/bot/standing"
	"yeye/bot/start"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/bot/store/shards"
	"yeye/bot/view"
	"yeye/bot/voice"
	"yeye/game"
	"yeye/game/record"
	"yeye/render"
)

// Options configures a bot. Token, DB, Thinker and Painter are needed.
type Options struct {
	Token string // without "Bot "
	// API is the base address of Discord's REST interface, default Discord's own.
	API string
	// PerSecond is the overall limit of requests a second; see rest.Options.
	PerSecond int
	Content   bool // ask for the Message Content intent: messages that do not mention the bot can be read
	DB        *store.DB
	Thinker   engine.Thinker
	Analyst   engine.Analyst            // gives hints; nil gives none
	Book      func(*game.Position) bool // reports whether a position is in the opening book; nil means no book
	Searcher  engine.Searcher           // finds the best lines of a position, and searches finished games; nil if there is none
	Reviewer  engine.Searcher           // searches finished games instead of Searcher; nil leaves that to Searcher
	Painter   *render.Painter
	Worker    string        // names this process among those on one database
	Pause     time.Duration // how long thinking is shown at least; 0 shows answers as soon as they are found
	// Patience is how long an interaction's answer may be prepared before it is deferred, default 1.8 s.
	Patience time.Duration
	Within   time.Duration // how long a request may wait for the database, default 8 s
	Logger   *slog.Logger
	// EmojiRetry is the pause before the upload of pieces' emoji is retried, doubling up to an hour; zero leaves pieces to words.
	EmojiRetry time.Duration
	Rates      interaction.Rates
	Limits     match.Limits
	// Shared means that several processes work on the database: this one takes no more turns than it can think about.
	Shared bool
	// Shards limits which shards of the connection to Discord this process takes, among others on the same database; nil is one
	// connection for all guilds, regardless of other processes.
	Shards *shards.Range
	// NoThinking leaves the jobs that any process can do to other processes.
	NoThinking bool
	Threads    int           // games that Thinker thinks about at once; see engine.Options
	Hourly     time.Duration // engine time of one player in an hour; 0 for no limit
	Observer   Observer
	// Ready, if set, is called once when the bot is connected and its commands are registered.
	Ready func()
}

// Observer is notified of events and durations, for metrics. Its functions must return at once; nil ones are skipped.
type Observer struct {
	REST         rest.Observer
	Gateway      gateway.Observer
	Display      display.Observer
	Acknowledged func(time.Duration)                 // from an interaction's arrival to its first response
	Thought      func(level int, took time.Duration) // from when a character's move was due until it is found
	Panicked     func()
}

// Core holds the services that features are built from.
type Core struct {
	Options
	REST       *rest.Client
	Gateway    *gateway.Group // of Connections
	Players    *player.Service
	Guilds     *guild.Service
	Matches    *match.Service
	FairPlay   *fairplay.Service
	Challenges *challenge.Service
	Engine     *engine.Engine
	Display    *display.Display
	Readers    *view.Readers
	Painter    view.Painter
	Start      *start.Starter
	Audience   *audience.Directory
	History    *history.Service
	Standing   *standing.Service
	Games      *gamefile.Service
	Moderation *moderation.Moderator
	Archive    *player.Archive // of all stored data of players; features add theirs by Register
	Emoji      *emoji.Set
	Voice      *voice.Catalog
	Backfill   *backfill.Reader
	// Connections holds the connections to Discord.
	Connections *connection.Manager
	Tasks       *interaction.Tasks   // that people wait for: they are given time to end when the bot is to stop
	Background  *interaction.Tasks   // the others, which are cancelled then
	Queue       *interaction.Queue   // of requests, by channel
	Waker       *scheduler.Waker     // of Scheduler
	Router      *interaction.Router  // made by Register
	Scheduler   *scheduler.Scheduler // made by Register
	// Replay shows a game from a ply on. Register sets it to the function of the feature that has it.
	Replay func(r *interaction.Request, g gamefile.Game, ply int) interaction.Response

	private func(r *interaction.Request, m *match.Match, chosen game.Square) interaction.Response // set by Register, from the feature that has it

	notes   []func(context.Context, *interaction.Request, *gamefile.Game, *record.Record) error
	remarks []func(context.Context, *view.Reader, *match.Match) (string, error)
	sources map[id.Kind]display.Source
	onCard  map[string]bool
	away    bool          // does not show anything itself; see Work
	swept   chan struct{} // starts the next sweep at once
	ready   sync.Once
}

// Open makes the services that features are built from. It connects to nothing.
func Open(o Options) (*Core, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Worker = cmp.Or(o.Worker, "yeye")
	c := &Core{Options: o, sources: map[id.Kind]display.Source{}, onCard: map[string]bool{}, swept: make(chan struct{}, 1), Painter: view.Painter{Painter: o.Painter}}
	c.Tasks, c.Background = &interaction.Tasks{Recovered: c.recovered}, &interaction.Tasks{Recovered: c.recovered}
	c.Queue = interaction.NewQueue(c.Tasks, o.Within)
	c.Waker = scheduler.NewWaker(o.DB)
	var err error
	if c.Voice, err = voice.Open(); err != nil {
		return nil, err
	}
	if c.REST, err = rest.New(rest.Options{Token: o.Token, API: o.API, PerSecond: o.PerSecond, Logger: o.Logger, Observer: o.Observer.REST}); err != nil {
		return nil, err
	}
	c.Players, c.Guilds = player.New(o.DB), guild.New(o.DB)
	c.Matches = match.NewService(o.DB, match.WithLimits(o.Limits))
	c.Challenges = challenge.NewService(o.DB, c.Matches, c.Players)
	c.Audience = new(audience.Directory)
	intents := gateway.Guilds | gateway.GuildMessages | gateway.DirectMessages | gateway.GuildReactions | gateway.DirectReactions
	if o.Content {
		intents |= gateway.MessageContent
	}
	c.Connections = connection.New(connection.Options{DB: o.DB, Process: o.Worker, Shards: o.Shards, REST: c.REST,
		Gateway: gateway.Options{Token: o.Token, REST: c.REST, Intents: intents, Logger: o.Logger, Observer: o.Observer.Gateway},
		Matches: c.Matches, Challenges: c.Challenges, Audience: c.Audience, Reader: c.reader, Logger: o.Logger, Recovered: c.recovered})
	c.Gateway = c.Connections.Gateway
	c.FairPlay = fairplay.New(o.DB, c.Matches, o.Book)
	c.Matches.Listen(c.FairPlay.Listener())
	c.Engine = engine.New(engine.Options{Matches: c.Matches, Thinker: o.Thinker, Analyst: o.Analyst, Searcher: o.Searcher, Reviewer: o.Reviewer, Pause: o.Pause, Tempo: tempo(o.Pause), Threads: o.Threads, Hourly: o.Hourly, Thought: o.Observer.Thought, Now: o.DB.Now})
	c.Emoji = emoji.New(c.REST, o.Painter, o.EmojiRetry, o.Logger)
	c.Readers = &view.Readers{Players: c.Players, Sign: c.Emoji.Sign, Face: c.Emoji.Face, ReadsContent: c.Gateway.ReadsContent, Slow: c.Connections.Slowmode, Logger: o.Logger}
	c.Display = display.New(display.Options{
		DB: o.DB, REST: c.REST, Sources: c.sources, OnCard: func(action string) bool { return c.onCard[action] }, Self: c.Self, ReadsContent: c.Gateway.ReadsContent,
		InUse: c.Challenges.InUse, Fence: c.Connections, Elsewhere: c.ring,
		Localizer: c.localizer, Refused: c.Emoji.Missed, Logger: o.Logger, Observer: o.Observer.Display,
	})
	c.Start = &start.Starter{Matches: c.Matches, FairPlay: c.FairPlay, Challenges: c.Challenges, Guilds: c.Guilds, Players: c.Players, Readers: c.Readers, REST: c.REST, Self: c.Self,
		Public: c.Audience.Public, Announced: c.Display.Announced, Now: o.DB.Now, Logger: o.Logger}
	c.Emoji.Leads = c.Connections.Leads
	c.Backfill = c.reader(shards.Part{})
	c.Matches.Listen(matchcard.Listener(matchcard.Wakers{Display: &shown{c}, Scheduler: c.Waker}))
	c.History = history.New(o.DB, c.Matches, c.Players, c.Audience, func(ctx context.Context, s id.Subject) (id.Message, error) {
		row, _, err := c.Display.Row(ctx, s)
		return row.Message, err
	})
	c.Matches.Listen(c.History.Listener())
	c.Standing = standing.New(o.DB, c.Players, c.Guilds)
	c.Matches.Listen(c.Standing.Listener())
	c.Players.Listen(c.Standing.Relist)
	c.Games = gamefile.New(o.DB, c.Matches, c.History)
	c.Moderation = &moderation.Moderator{Matches: c.Matches, Challenges: c.Challenges, Guilds: c.Guilds}
	c.Archive = player.NewArchive(o.DB, c.Players.Owner(), c.Matches.Owner(), c.Challenges.Owner(), c.Games.Owner(), c.History.Owner(), c.Standing.Owner(), c.Guilds.Owner(),
		player.Erases("cards", display.Erase), player.Keeps("jobs", c.engineTime, scheduler.Erase))
	return c, nil
}

// Now returns the database's time.
func (c *Core) Now() time.Time { return c.DB.Now() }

// Self returns the bot's user, "" before the first connection.
func (c *Core) Self() id.Player {
	user, _ := c.Gateway.Self()
	return user
}

// Overdue reports whether the bot may be about to find out that it was away from a guild.
func (c *Core) Overdue(g id.Guild) bool { return c.Connections.Overdue(g) }

// reader returns a reader of moves that were typed in some guilds while the bot was away.
func (c *Core) reader(p shards.Part) *backfill.Reader {
	return &backfill.Reader{Matches: c.Matches, Part: p, REST: c.REST, Queue: c.Queue.Do, Self: c.Self, Notation: c.notation, Refuse: c.refuseTyped, Now: c.DB.Now, Logger: c.Logger}
}

// InQueue runs f in a channel's queue, and reports false if that is full.
func (c *Core) InQueue(channel id.Channel, f func(context.Context)) bool {
	return c.Queue.Do(channel, f)
}

// Go runs f in the background until the bot ends.
func (c *Core) Go(f func(context.Context)) { c.Tasks.Go(f) }

// Base returns what cards of matches have in common.
func (c *Core) Base() matchcard.Base {
	return matchcard.New(c.DB, c.Matches, c.Readers)
}

// Remarks returns the lines that features add to the card of a match, each after a line break.
func (c *Core) Remarks(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	text := ""
	for _, f := range c.remarks {
		line, err := f(ctx, r, m)
		if err != nil {
			return "", err
		}
		if line != "" {
			text += "\n" + line
		}
	}
	return text, nil
}

// Annotate adds to the record of a game the features' remarks that the player may have.
func (c *Core) Annotate(ctx context.Context, r *interaction.Request, g *gamefile.Game, rec *record.Record) error {
	for _, f := range c.notes {
		if err := f(ctx, r, g, rec); err != nil {
			return err
		}
	}
	return nil
}

// ShowMatch answers with the card of a match, with a chosen piece, or with its owner's own board if it has no channel.
func (c *Core) ShowMatch(r *interaction.Request, m *match.Match, chosen game.Square) interaction.Response {
	if m.Private() && c.private != nil {
		a := c.private(r, m, chosen)
		if r.OnPrivate() {
			return a.Editing()
		}
		return a
	}
	a := interaction.ShowCard(m.Subject())
	if chosen != game.NoSquare {
		a.Card.Arg = chosen.String()
	}
	return a
}

// Stats counts what is in progress at a moment.
type Stats struct {
	Connected bool
	Shards    int // that this process connects; 1 for a bot without shards
	Guilds    int // that the bot is on, as far as these connections have reported
	Queues    int // channels with requests waiting or in progress
	Showing   int // cards that are being sent
}

// Stats returns the current counts.
func (c *Core) Stats() Stats {
	return Stats{Connected: c.Connections.Connected(), Shards: c.Gateway.Size(), Guilds: c.Connections.Guilds(), Queues: c.Queue.Busy(),
		Showing: c.Display.Working()}
}

// recovered reports a panic of background work.
func (c *Core) recovered(p any) {
	c.Logger.Error("panic in background work", "panic", p, "stack", string(debug.Stack()))
	if c.Observer.Panicked != nil {
		c.Observer.Panicked()
	}
}

// facts implements Fact and SetFact of other packages' interfaces on the database.
type facts struct{ db *store.DB }

func (f facts) Fact(ctx context.Context, name string) (string, error) {
	return store.Fact(ctx, f.db.Read(), name)
}

func (f facts) SetFact(ctx context.Context, name, value string) error {
	return store.SetFact(ctx, f.db.Write(), name, value)
}
