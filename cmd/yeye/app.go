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

	"github.com/bwmarrin/discordgo"

	"yeye/ai"
	"yeye/ai/analysis"
	"yeye/ai/book"
	"yeye/bot/old/bot"
	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/bot/old/store"
	"yeye/bot/watch"
	"yeye/config"
	"yeye/render"
)

// app is the bot with everything it stands on.
type app struct {
	store *store.Store
	bot   *bot.Bot
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
	metrics *watch.Metrics // nil for none
}

// open builds the app; nothing is connected yet.
func open(ctx context.Context, p parts) (*app, error) {
	if p.now == nil {
		p.now = time.Now
	}
	catalog, err := locale.New()
	if err != nil {
		return nil, err
	}
	openings, err := book.Open()
	if err != nil {
		return nil, err
	}
	st, err := store.Open(ctx, p.db, p.now)
	if err != nil {
		return nil, databaseError(err)
	}
	workers := p.engine.Thinkers
	if workers == 0 {
		workers = max(1, runtime.GOMAXPROCS(0)-1)
	}
	intents := discordgo.IntentGuilds | discordgo.IntentGuildMessages | discordgo.IntentDirectMessages
	if p.discord.MessageContent {
		intents |= discordgo.IntentMessageContent
	}
	if p.metrics == nil {
		p.metrics = watch.New()
	}
	pool := ai.NewPool(ai.PoolOptions{Workers: workers, HashMB: p.engine.HashMB, Book: openings})
	b, err := bot.New(bot.Options{
		Gateway: gateway.Options{
			Token: p.discord.Token.Reveal(), API: p.discord.API, Intents: intents, Logger: p.logger,
			Observer: observer(p.metrics),
		},
		Sessions: session.NewService(st, session.WithClock(p.now), session.WithLimits(session.Limits{Person: p.pace.PlayerGames, Server: p.pace.ServerGames})),
		Boards:   st, Records: st, Queue: st,
		Thinker: p.metrics.Engine(pool), Analyst: &analysis.Adviser{Engine: pool},
		Painter: render.New(), Catalog: catalog,
		Typed: p.discord.MessageContent, Owner: owner(), Now: p.now, Pause: p.engine.Pause,
		Logger: p.logger, Ready: p.ready,
		Limit: bot.Pace{Player: p.pace.PlayerRate, Server: p.pace.ServerRate}, Thinkers: workers, Hourly: p.pace.PlayerEngine, EmojiRetry: time.Minute,
		Observer: bot.Observer{Acknowledged: p.metrics.Acknowledged, Shown: p.metrics.Shown, Unshown: p.metrics.Unshown},
	})
	if err != nil {
		st.Close()
		return nil, err
	}
	return &app{store: st, bot: b}, nil
}

// databaseError is the operator's mistake if the file is to blame and will be
// tomorrow; what may pass is none, so that whoever restarts the bot goes on trying.
func databaseError(err error) error {
	var file *store.OpenError
	if errors.As(err, &file) && !file.MayPass() {
		return usageError{err}
	}
	return err
}

// run plays until ctx ends.
func (a *app) run(ctx context.Context) error {
	defer a.store.Close()
	return a.bot.Run(ctx)
}

// owner names this process among those on one database.
func owner() string {
	var b [6]byte
	rand.Read(b[:])
	return fmt.Sprintf("%d-%s", os.Getpid(), hex.EncodeToString(b[:]))
}
