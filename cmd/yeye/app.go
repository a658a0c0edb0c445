package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"

	"yeye/ai"
	"yeye/ai/book"
	"yeye/ai/explain"
	"yeye/bot"
	"yeye/bot/feature/all"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/shards"
	"yeye/bot/telemetry"
	"yeye/config"
	"yeye/render"
)

// app is the bot with its dependencies.
type app struct {
	db       *database
	bot      *bot.Bot
	thinkers int // of characters' moves, 0 if workers search them
	role     bot.Role
	boards   net.Listener // where boards are served, nil for nowhere

	wait   func(context.Context) net.Listener // waits for boards, if another process has the address
	logger *slog.Logger
}

// shardLease is how long shards are held without a renewal, 0 for the default. Tests of whole programs lengthen it.
var shardLease time.Duration

// settings holds what differs between the bot on Discord and in the sandbox.
type settings struct {
	db      string
	discord config.Discord
	engine  config.Engine
	now     func() time.Time
	logger  *slog.Logger
	ready   func()
	pace    config.Pace
	metrics *telemetry.Metrics // nil means none
	role    bot.Role
	shards  *shards.Range // nil means one connection
	address string        // where browsers find boards, "" for nowhere
	boards  net.Listener  // where they are served; likewise

	wait func(context.Context) net.Listener // waits for boards; nil if they are open
}

// open builds the app; nothing is connected yet.
func open(ctx context.Context, p settings) (*app, error) {
	openings, err := book.Open()
	if err != nil {
		return nil, err
	}
	process := processName()
	db, err := openDatabase(ctx, p.db, process, p.now, p.logger)
	if err != nil {
		return nil, err
	}
	if db.others && !db.server && p.shards == nil {
		p.logger.Warn("another yeye is using this database: each move is still played once, but either may answer a "+
			"request; stop one of them unless one is taking over from the other", "database", db.name)
	}
	workers := p.engine.Thinkers
	if workers == 0 {
		workers = defaultThinkers()
	}
	if p.metrics == nil {
		p.metrics = telemetry.New()
	}
	db.Observe(store.Observer{Committed: p.metrics.Committed})
	spareProcessors()
	pool := ai.NewPool(ai.PoolOptions{Workers: workers, HashMB: p.engine.HashMB, Analysis: p.engine.Analysis,
		Book: openings})
	background := ai.NewPool(ai.PoolOptions{Workers: workers, HashMB: p.engine.HashMB, Analysis: p.engine.Analysis,
		Background: true})
	o := bot.Options{
		Token: p.discord.Token.Reveal(), API: p.discord.API, PerSecond: p.discord.Requests,
		MessageContent: p.discord.MessageContent,
		Version:        thisBuild().version,
		Address:        p.address,
		DB:             db.DB, Thinker: pool, Analyst: &explain.Adviser{Engine: pool}, Searcher: pool,
		Reviewer: background,
		Painter:  render.New(),
		Worker:   process, Pause: p.engine.Pause, Logger: p.logger, EmojiRetry: time.Minute, Ready: p.ready,
		Rates:  interaction.Rates{Player: p.pace.PlayerRate, Guild: p.pace.ServerRate},
		Limits: match.Limits{Player: p.pace.PlayerGames, Guild: p.pace.ServerGames},
		Shared: db.server, Shards: p.shards, ShardLease: shardLease, Role: p.role, Book: openings.Has, Threads: workers,
		Hourly: p.pace.PlayerEngine, Observer: observer(p.metrics),
	}
	b, err := bot.Open(o, all.Features)
	if err != nil {
		db.close()
		return nil, err
	}
	a := &app{db: db, bot: b, thinkers: workers, role: p.role, boards: p.boards, wait: p.wait,
		logger: p.logger}
	if p.role == bot.Connected {
		a.thinkers = 0
	}
	return a, nil
}

// run runs the bot or the worker until ctx ends.
func (a *app) run(ctx context.Context) error {
	defer a.db.close()
	if a.bot.Site != nil && (a.boards != nil || a.wait != nil) {
		defer a.serveBoards(ctx)()
	}
	return a.bot.Run(ctx)
}

// processName returns a name for this process that is unique among those on one database.
func processName() string {
	var b [6]byte
	rand.Read(b[:])
	return fmt.Sprintf("%d-%s", os.Getpid(), hex.EncodeToString(b[:]))
}
