package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"

	"yeye/bot/store/postgres/pgserver"
)

// server starts the PostgreSQL server on which the bots keep everything, nil where they have files.
func (c *loadCmd) server(dir string) (*pgserver.Server, error) {
	if c.Workers > 0 && !c.Postgres {
		return nil, errors.New("workers need --postgres")
	}
	if c.Restarts > 0 && !c.Postgres {
		return nil, errors.New("--restarts is of the server of --postgres")
	}
	if !c.Postgres {
		return nil, nil
	}
	if c.Sessions+c.Analyses > 0 {
		return nil, errors.New("--sessions and --analyses fill files; leave them out with --postgres")
	}
	return pgserver.Start(pgserver.Options{Dir: dir, Durable: true})
}

// onServer has a stack keep everything on a server, and workers think for it.
func (s *stack) onServer(ctx context.Context, server *pgserver.Server, workers int) (err error) {
	if s.server = server; server == nil {
		return nil
	}
	if _, s.db, err = server.Make(ctx, ""); err != nil {
		return err
	}
	if workers > 0 {
		s.args = append(s.args, "--no-think")
	}
	s.workers = make([]*exec.Cmd, workers)
	return nil
}

// work starts a worker, in the place of the one that was there.
func (s *stack) work(n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	worker := exec.Command(s.yeye, "worker", "--db", s.db, "--log-level", "warn", "--pause", "0s", "--player-engine", "0s", "--thinkers", "1")
	worker.Env, worker.Stderr = os.Environ(), s.log
	if err := worker.Start(); err != nil {
		return err
	}
	s.workers[n] = worker
	return nil
}

// killWorker is SIGKILL.
func (s *stack) killWorker(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.workers[n] != nil {
		s.workers[n].Process.Kill()
		s.workers[n].Wait()
	}
}

// strike kills any of the processes, and starts it again.
func (s *stack) strike(random *rand.Rand) error {
	n := random.IntN(1 + len(s.workers))
	if n == 0 {
		s.kill()
		return s.serve()
	}
	s.killWorker(n - 1)
	if err := s.work(n - 1); err != nil {
		return fmt.Errorf("worker %d: %w", n, err)
	}
	return nil
}

// restarts ends the database's server as a power cut would and starts it again, each time after answers have been seen for a while.
func (r *room) restarts(ctx context.Context, times int, random *rand.Rand) error {
	p := r.pace(random)
	for n := range times {
		if !p.next(ctx) {
			return ctx.Err()
		}
		r.stack.server.Kill()
		if err := r.stack.server.Run(); err != nil {
			return fmt.Errorf("restart %d: %w", n, err)
		}
		r.tally.restarts.Add(1)
	}
	return nil
}
