package main

import (
	"context"
	"errors"
	"runtime"
	"time"

	"yeye/bot"
	"yeye/bot/store/postgres"
	"yeye/bot/telemetry"
	"yeye/config"
)

// workerCmd lends this machine's cores to bots on other machines.
type workerCmd struct {
	DB           string        `name:"db" env:"YEYE_DB" placeholder:"postgres://…" help:"The bot's PostgreSQL database."`
	PlayerEngine time.Duration `env:"YEYE_PLAYER_ENGINE" default:"20m" help:"Engine time per hour for one person's games, over all processes; the same setting as for serve."`
	config.Engine
	config.Log
	watchFlags
}

func (c *workerCmd) Run(ctx context.Context) error {
	if !postgres.IsAddress(c.DB) {
		return usageError{errors.New("a worker needs the bot's PostgreSQL database: name it with --db or YEYE_DB, " +
			"like postgres://yeye@db.example.org/yeye; on a database file the bot does its own thinking")}
	}
	if err := c.Engine.Check(); err != nil {
		return usageError{err}
	}
	pace := config.Pace{PlayerEngine: c.PlayerEngine}
	if err := pace.Check(); err != nil {
		return usageError{err}
	}
	m := telemetry.New()
	l, err := c.listen()
	if err != nil {
		return err
	}
	logger := c.Logger()
	if err := disableCoreDumps(); err != nil {
		logger.Warn("cannot disable core dumps, which could contain what players wrote", "err", err)
	}
	a, err := open(ctx, settings{db: c.DB, engine: c.Engine, logger: logger, metrics: m, pace: pace, role: bot.Worker})
	if err != nil {
		return err
	}
	logger.Info("starting worker", "version", thisBuild().text(), "go", runtime.Version(), "database", a.db.name,
		"thinkers", a.thinkers, "hash_mb", c.HashMB)
	if l != nil {
		logger.Info("serving metrics and health", "on", l.Addr().String())
		defer a.serveMetrics(ctx, m, l)()
	}
	return a.run(ctx)
}
