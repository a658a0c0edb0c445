package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"time"

	"yeye/ai"
	"yeye/ai/analysis"
	"yeye/ai/book"
	"yeye/bot"
	"yeye/bot/feature/all"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/sqlite"
	"yeye/bot/telemetry"
	"yeye/config"
	"yeye/render"
)

// app is the bot with everything it stands on.
type app struct {
	db       *store.DB
	bot      *bot.Core
	lock     *sqlite.FileLock // on the database's file
	thinkers int
}

// parts is what differs between the bot on Discord and in the sandbox.
type parts struct {
	db      string
	discord config.Discord
	engine  config.Engine
	now     func() time.Time
	logger  *slog.Logger
	ready   func()
	pace    config.Pace
	// perSecond is how many requests go to Discord in a second over all; 0 is what it allows, at its own address.
	perSecond int
	metrics   *telemetry.Metrics // nil for none
}

// open builds the app; nothing is connected yet.
func open(ctx context.Context, p parts) (*app, error) {
	if p.now == nil {
		p.now = time.Now
	}
	openings, err := book.Open()
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(ctx, p.db, p.now)
	if err != nil {
		return nil, databaseError(err)
	}
	lock, others, err := sqlite.Share(p.db)
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("cannot use the database %s: %w", p.db, err)
	}
	if others {
		p.logger.Warn("another yeye works on this database: each move is still played once, but both answer what people ask; end one of them unless one is taking over from the other", "database", p.db)
	}
	workers := p.engine.Thinkers
	if workers == 0 {
		workers = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if p.metrics == nil {
		p.metrics = telemetry.New()
	}
	db.Observe(store.Observer{Committed: p.metrics.Committed})
	pool := ai.NewPool(ai.PoolOptions{Workers: workers, HashMB: p.engine.HashMB, Book: openings})
	o := bot.Options{
		Token: p.discord.Token.Reveal(), API: p.discord.API, PerSecond: p.perSecond, Content: p.discord.MessageContent,
		DB: db, Thinker: p.metrics.Engine(pool), Analyst: &analysis.Adviser{Engine: pool}, Searcher: pool, Painter: render.New(),
		Worker: worker(), Pause: p.engine.Pause, Logger: p.logger, EmojiRetry: time.Minute, Ready: p.ready,
		Rates:   interaction.Rates{Player: p.pace.PlayerRate, Guild: p.pace.ServerRate},
		Limits:  match.Limits{Player: p.pace.PlayerGames, Guild: p.pace.ServerGames},
		Threads: workers, Hourly: p.pace.PlayerEngine, Observer: observer(p.metrics),
	}
	b, err := bot.Open(o)
	if err != nil {
		db.Close()
		lock.Release()
		return nil, err
	}
	return &app{db: db, bot: b, lock: lock, thinkers: workers}, nil
}

// databaseError is the operator's mistake if the file is to blame and will be
// tomorrow; what may pass is none, so that whoever restarts the bot goes on trying.
func databaseError(err error) error {
	var file *sqlite.OpenError
	if errors.As(err, &file) && !file.MayPass() {
		return usageError{err}
	}
	return err
}

// run plays until ctx ends.
func (a *app) run(ctx context.Context) error {
	defer a.lock.Release()
	defer a.db.Close()
	return a.bot.Run(ctx, all.Features(a.bot)...)
}

// worker names this process among those on one database.
func worker() string {
	var b [6]byte
	rand.Read(b[:])
	return fmt.Sprintf("%d-%s", os.Getpid(), hex.EncodeToString(b[:]))
}
