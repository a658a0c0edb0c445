package bot

import (
	"log/slog"
	"time"

	"yeye/ai/character"
	"yeye/bot/discord/gateway"
	"yeye/bot/discord/rest"
	"yeye/bot/display"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/store"
	"yeye/bot/store/shards"
	"yeye/game"
	"yeye/render"
)

// Role is the part of the work that a process does.
type Role uint8

const (
	Everything Role = iota
	Connected       // leaves the jobs that any process can do, characters' turns among them, to workers
	// does only those jobs, needs no token and never connects; the connected processes show what it changes
	Worker
)

// Options configures a bot. Token, DB, Thinker and Painter are needed.
type Options struct {
	Token string // without "Bot "
	// API is the base address of Discord's REST interface, default Discord's own.
	API string
	// PerSecond is the overall limit of requests a second; see rest.Options.
	PerSecond      int
	Version        string // of the program, for Discord; see rest.Options
	MessageContent bool   // ask for the Message Content intent: messages that do not mention the bot can be read
	DB             *store.DB
	Thinker        engine.Thinker
	Analyst        engine.Analyst            // gives hints; nil gives none
	Book           func(*game.Position) bool // reports whether a position is in the opening book; nil means no book
	// finds the best lines of a position, and searches finished games; nil if there is none
	Searcher engine.Searcher
	Reviewer engine.Searcher // searches finished games instead of Searcher; nil leaves that to Searcher
	Painter  *render.Painter
	Worker   string        // names this process among those on one database
	Pause    time.Duration // how long thinking is shown at least; 0 shows answers as soon as they are found
	// Patience is how long an interaction's answer may be prepared before it is deferred, default 1.8 s, and how long a
	// new card waits for the deletion of the one before, default 2 s.
	Patience time.Duration
	Timeout  time.Duration // how long a request may wait for the database, default 8 s
	Logger   *slog.Logger
	// EmojiRetry is the pause before the upload of pieces' emoji is retried, doubling up to an hour; zero leaves pieces
	// to words.
	EmojiRetry time.Duration
	Rates      interaction.Rates
	Limits     match.Limits
	// Shared means that several processes use the database: this one claims no more character moves than it has engines
	// for.
	Shared bool
	// Shards limits which shards of the connection to Discord this process takes, among others on the same database;
	// nil is one connection for all guilds, regardless of other processes.
	Shards *shards.Range
	// ShardLease is how long shards are held after the last renewal; see shards.Options.
	ShardLease time.Duration

	Address  string // public base URL of Bot.Site, without a slash at the end; "" for none
	Role     Role
	Threads  int           // games that Thinker thinks about at once; see engine.Options
	Hourly   time.Duration // engine time of one player in an hour; 0 for no limit
	Observer Observer
	// Ready, if set, is called once when the bot is connected and its commands are registered.
	Ready func()
}

// Observer is notified of events and durations, for metrics. Its functions must return at once; nil ones are skipped.
type Observer struct {
	REST         rest.Observer
	Gateway      gateway.Observer
	Display      display.Observer
	Acknowledged func(time.Duration) // from an interaction's arrival to its first response
	// from when a character's move was due until it is found
	Thought  func(level character.Level, took time.Duration)
	Panicked func()
}
