package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/store"
	"yeye/config"
)

type sandboxCmd struct {
	Addr  string `placeholder:"ADDRESS" help:"Address to listen on, this machine only: 127.0.0.1:8080 by default, or any free port if that is taken. Port 0 picks a free one."`
	DB    string `name:"db" placeholder:"PATH" help:"Keep the games in this database, a file or postgres://…; otherwise they are deleted when the sandbox stops."`
	JSON  bool   `name:"json" help:"Print addresses, tokens and ids as one line of JSON, for scripts."`
	NoBot bool   `help:"Run only the simulated Discord, for a bot in another process."`

	Limits         bool `default:"true" negatable:"" help:"Enforce Discord's rate limits; --no-limits allows twenty times as much, for scripted games."`
	Guilds         int  `default:"1" help:"Number of servers."`
	People         int  `default:"4" help:"Number of people, at least four."`
	Shards         int  `default:"1" help:"Number of shards recommended to the bot."`
	MaxConcurrency int  `default:"1" help:"Number of shards that may identify at once."`

	EntryPoint bool `help:"Give the application an Activity, as Discord's portal can, and with it the command that launches it."`

	AnswerWithin time.Duration `default:"3s" help:"How long an interaction waits for its first response, 3s like Discord by default; give scripts minutes on a busy machine."`

	config.Engine
	config.Log
}

func (c *sandboxCmd) Run(ctx context.Context, std streams) error {
	if err := c.Engine.Check(); err != nil {
		return usageError{err}
	}
	for _, count := range []struct {
		flag string
		n    int
	}{{"--guilds", c.Guilds}, {"--shards", c.Shards}, {"--max-concurrency", c.MaxConcurrency}} {
		if count.n < 1 {
			return usageError{fmt.Errorf("%s is %d; it must be at least 1", count.flag, count.n)}
		}
	}
	if c.AnswerWithin <= 0 {
		return usageError{fmt.Errorf("--answer-within is %v; it must be more than 0", c.AnswerWithin)}
	}
	logger := c.Logger()
	secret, err := storedSecret(ctx, c.DB)
	if err != nil {
		return err
	}
	var offset atomic.Int64
	visitor := make(chan string, 1)
	options := sandbox.Options{
		Secret: secret, Logger: logger.With("part", "sandbox"), Guilds: c.Guilds, People: c.People, Shards: c.Shards,
		MaxConcurrency: c.MaxConcurrency,
		AnswerWithin:   c.AnswerWithin, EntryPoint: c.EntryPoint,
		OnClock: func(d time.Duration) { offset.Store(int64(d)) },
		OnVisit: func(user string) { visitor <- user },
	}
	if !c.Limits {
		options.Limits = sandbox.Relaxed()
	}
	server, err := c.start(ctx, options)
	if err != nil {
		return err
	}
	defer server.Close()
	if c.NoBot {
		c.print(std.out, server)
		<-ctx.Done()
		return nil
	}

	db := c.DB
	if db == "" {
		dir, err := os.MkdirTemp("", "yeye-sandbox-")
		if err != nil {
			return usageError{fmt.Errorf("cannot create a directory for the sandbox's games: %w; set TMPDIR to a "+
				"writable directory, or keep the games in a file with --db", err)}
		}
		defer os.RemoveAll(dir)
		db = filepath.Join(dir, "yeye.db")
	}
	boards, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return cannotListen("127.0.0.1:0", "--addr", "another address", err)
	}
	a, err := open(ctx, settings{
		address: "http://" + boards.Addr().String(), boards: boards,
		db: db, engine: c.Engine, logger: logger,
		discord: config.Discord{Token: config.Secret(server.BotToken()), API: server.API(), MessageContent: true},
		now:     func() time.Time { return time.Now().Add(time.Duration(offset.Load())) },
	})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- a.run(ctx) }()
	ready := make(chan error, 1)
	go func() { ready <- server.Ready(ctx) }()
	select {
	case err := <-ended:
		return errors.Join(err, errors.New("the bot stopped before it was ready"))
	case err := <-ready:
		if err == nil {
			if !c.JSON { // scripts want empty channels
				go firstGame(ctx, server.Info(), visitor, logger)
			}
			c.print(std.out, server)
		}
	}
	return <-ended
}

// defaultAddr is the sandbox's default address, used if no other was requested and it is free.
const defaultAddr = "127.0.0.1:8080"

// start opens the requested address, or the default one, or any other if that is in use: a
// newcomer's first command must not fail because of another program.
func (c *sandboxCmd) start(ctx context.Context, o sandbox.Options) (*sandbox.Server, error) {
	o.Addr = cmp.Or(c.Addr, defaultAddr)
	server := sandbox.New(o)
	err := server.Start(ctx)
	if c.Addr == "" && errors.Is(err, syscall.EADDRINUSE) {
		o.Addr = "127.0.0.1:0"
		server = sandbox.New(o)
		err = server.Start(ctx)
	}
	if err != nil {
		return nil, cannotListen(o.Addr, "--addr", "127.0.0.1:0, which is any free port", err)
	}
	return server, nil
}

func (c *sandboxCmd) print(out io.Writer, s *sandbox.Server) {
	if c.JSON {
		json.NewEncoder(out).Encode(s.Info())
		return
	}
	fmt.Fprintf(out, "Open %s in a browser and play. Ctrl-C ends it.\n", s.URL())
}

// storedSecret returns the secret from which a sandbox's IDs and tokens are derived. It is stored in
// the database, so that they are the same at the next start.
func storedSecret(ctx context.Context, path string) (string, error) {
	if path == "" {
		return "", nil
	}
	st, err := openUnregistered(ctx, path, nil)
	if err != nil {
		return "", err
	}
	defer st.Close()
	const fact = "sandbox.secret"
	secret, err := store.Fact(ctx, st.Read(), fact)
	if err != nil || secret != "" {
		return secret, err
	}
	secret = rand.Text()
	return secret, store.SetFact(ctx, st.Write(), fact, secret)
}
