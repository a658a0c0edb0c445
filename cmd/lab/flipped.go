package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"yeye/cmd/lab/internal/arena"
	"yeye/cmd/lab/internal/contest"
)

// flippedCmd plays a match of flipped chess between two players, each deal twice with colors exchanged:
//
//	lab flipped level=3 level=2 --pairs 50
//	lab flipped nodes=5000 nodes=0
//
// The last line on stdout is the result; the progress is on stderr.
type flippedCmd struct {
	First  string `arg:"" help:"Player whose score is reported: level=N, or nodes=N; nodes=0 looks one ply ahead."`
	Second string `arg:"" help:"The other player."`

	Pairs       int    `default:"50" help:"Pairs of games."`
	Seed        uint64 `default:"1" help:"Seed of the deals and of the players' randomness."`
	Concurrency int    `default:"1" help:"Pairs to play at once."`
	progress
}

func (c *flippedCmd) Run(ctx context.Context) error {
	m := contest.Match{Pairs: c.Pairs, Seed: c.Seed, Concurrency: c.Concurrency}
	for i, text := range [2]string{c.First, c.Second} {
		p, err := contest.ParsePlayer(text)
		if err != nil {
			return err
		}
		m.Players[i] = p
	}
	plies := 0
	bar := c.bar(2 * c.Pairs)
	m.Each = func(p *arena.Played, t *arena.Tally) {
		plies += len(p.Moves)
		bar.Describe(t.String())
		_ = bar.Set(t.Games())
	}
	began := time.Now()
	t, err := m.Play(ctx)
	fmt.Fprintln(os.Stderr)
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	var ends []string
	for e, n := range t.Ends {
		ends = append(ends, fmt.Sprintf("%s %d", e, n))
	}
	slices.Sort(ends)
	fmt.Printf("ends: %v; %d plies a game; pairs %v; %s\n", ends, plies/max(t.Games(), 1), t.Pairs,
		time.Since(began).Round(time.Second))
	fmt.Printf("%s vs %s: %s\n", c.First, c.Second, t)
	return nil
}
