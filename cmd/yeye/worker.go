package main

import (
	"context"
	"errors"
	"runtime"
	"time"

	"yeye/bot/store/postgres"
	"yeye/bot/telemetry"
	"yeye/config"
)

// workerCmd lends this machine's cores to bots on other machines.
type workerCmd struct {
	DB           string        `name:"db" env:"YEYE_DB" placeholder:"postgres://…" help:"The PostgreSQL database on which the bot works."`
	PlayerEngine time.Duration `env:"YEYE_PLAYER_ENGINE" default:"20m" help:"How much engine time one person's games may have in an hour, of all processes together; as serve has it."`
	config.Engine
	config.Log
	watchFlags
}

func (c *workerCmd) Run(ctx context.Context) error {
	if !postgres.Is(c.DB) {
		return usageError{errors.New("a worker needs the PostgreSQL database on which the bot works: name it with --db or YEYE_DB, like postgres://yeye@db.example.org/yeye; on a file the bot thinks for itself")}
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
	if err := noCores(); err != nil {
		logger.Warn("a core dump could hold what players wrote", "err", err)
	}
	a, err := open(ctx, parts{db: c.DB, engine: c.Engine, logger: logger, metrics: m, pace: pace, worker: true})
	if err != nil {
		return err
	}
	defer a.db.close()
	logger.Info("yeye works", "version", thisBuild().text(), "go", runtime.Version(), "database", a.db.name, "thinkers", a.thinkers, "hash_mb", c.HashMB)
	if l != nil {
		logger.Info("metrics and health are served", "on", l.Addr().String())
		go a.watched(ctx, m, l)
	}
	return a.work(ctx)
}
