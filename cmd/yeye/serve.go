package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"yeye/bot"
	"yeye/bot/discord/gateway"
	"yeye/bot/store/postgres"
	"yeye/bot/store/shards"
	"yeye/bot/telemetry"
	"yeye/config"
)

// serveFlags are the settings of a bot on Discord.
type serveFlags struct {
	DB string `name:"db" env:"YEYE_DB" default:"yeye.db" placeholder:"PATH" help:"The database: a file, yeye.db by default, created if missing; or PostgreSQL, like postgres://yeye@db.example.org/yeye, with the password in PGPASSWORD or the file named by PGPASSFILE."`
	config.Discord
	Shards string `env:"YEYE_SHARDS" placeholder:"SHARDS" help:"Divide the servers into shards, one connection each, shared by the processes on one PostgreSQL database: \"auto\" for this process's share of as many as Discord advises, or its shards and the total, like 0-3/16. By default there is one connection, and one process."`
	config.Engine
	Think bool `env:"YEYE_THINK" default:"true" negatable:"" help:"Search moves in this process too; --no-think leaves that to workers (PostgreSQL only)."`
	config.Log
	watchFlags
	boardFlags
	config.Pace
	backupFlags
}

// check returns all errors in the settings that kong cannot find.
func (f *serveFlags) check() (wrong []error) {
	_, noShards := f.shards()
	noToken := f.ReadToken()
	if noToken == nil {
		noToken = f.Discord.Check()
	}
	for _, err := range []error{noToken, f.Engine.Check(), f.Pace.Check(), f.backupFlags.check(f.DB), f.checkBoards(),
		noShards, f.checkThinkers()} {
		if err != nil {
			wrong = append(wrong, err)
		}
	}
	return wrong
}

// shards returns the shards that this process serves, nil for a single connection.
func (f *serveFlags) shards() (*shards.Range, error) {
	if f.Shards == "" {
		return nil, nil
	}
	r, err := shards.ParseRange(f.Shards)
	if err != nil {
		return nil, fmt.Errorf("--shards is %q: %w", f.Shards, err)
	}
	return &r, nil
}

// checkThinkers refuses to leave searches to workers if there can be none.
func (f *serveFlags) checkThinkers() error {
	if f.Think || postgres.IsAddress(f.DB) {
		return nil
	}
	return errors.New("--no-think leaves thinking to workers, which need PostgreSQL: use --db postgres://…, or start " +
		"without --no-think")
}

type serveCmd struct{ serveFlags }

func (c *serveCmd) Run(ctx context.Context) error {
	if wrong := c.check(); wrong != nil {
		return usageError{wrong[0]} // the doctor lists all of them
	}
	divided, err := c.shards()
	if err != nil {
		return usageError{err}
	}
	m := telemetry.New()
	l, err := c.listen()
	if err != nil {
		return err
	}
	logger := c.Logger()
	boards, err := c.openBoards()
	var wait func(context.Context) net.Listener
	if errors.Is(err, syscall.EADDRINUSE) {
		logger.Warn("another program has the address of boards: they are served here as soon as it lets go of it; if "+
			"it is not another yeye, stop it, or choose another --board", "board", c.Board)
		wait = func(ctx context.Context) net.Listener { return c.waitForBoards(ctx, logger) }
	} else if err != nil {
		return cannotListen(c.Board, "--board", "127.0.0.1:8090 or another free port", err)
	}
	if err := disableCoreDumps(); err != nil {
		logger.Warn("cannot disable core dumps, which could contain the token", "err", err)
	}
	role := bot.Everything
	if !c.Think {
		role = bot.Connected
	}
	a, err := open(
		ctx,
		settings{db: c.DB, discord: c.Discord, engine: c.Engine, logger: logger, metrics: m, pace: c.Pace,
			role: role, shards: divided, address: c.address(), boards: boards, wait: wait},
	)
	if err != nil {
		return err
	}
	if err := c.announce(ctx, logger, a); err != nil {
		return err
	}
	backups, err := c.backups(c.DB, logger)
	if err != nil {
		return err
	}
	if backups != nil {
		backups.measure(m)
		running, stop := context.WithCancel(ctx)
		var making sync.WaitGroup
		making.Go(func() { backups.run(running) })
		defer making.Wait()
		defer stop() // also if the bot ends without a signal
	}
	if boards != nil {
		logger.Info("serving boards", "on", boards.Addr().String(), "url", c.address())
	}
	if l != nil {
		logger.Info("serving metrics and health", "on", l.Addr().String()) // port 0 means any free port
		defer a.serveMetrics(ctx, m, l)()
	}
	err = a.run(ctx)
	var fatal *gateway.FatalError
	if errors.As(err, &fatal) {
		return usageError{errors.New(fatal.Sentence)}
	}
	return err
}

// announce logs what runs and on what, for the operator to see later.
func (c *serveCmd) announce(ctx context.Context, logger *slog.Logger, a *app) error {
	schema, err := a.db.Schema(ctx)
	if err != nil {
		return err
	}
	logger.Info("starting yeye", "version", thisBuild().text(), "go", runtime.Version(), "database", a.db.name,
		"schema", schema,
		"thinkers", a.thinkers, "hash_mb", c.HashMB, "intents",
		strings.Join(a.bot.Connections.Gateway.Intents().Names(), " "), "shards", cmp.Or(c.Shards, "1"))
	return nil
}
