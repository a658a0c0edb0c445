package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"yeye/ai"
	"yeye/ai/net"
)

// benchCmd measures the speed of the search and prints its node count, the checksum.
type benchCmd struct {
	Depth    int         `help:"Depth to search each position to, in plies." default:"13"`
	Hash     int         `help:"Transposition table in MiB." default:"16"`
	Threads  int         `help:"Search threads." default:"1"`
	Eval     string      `help:"Evaluation: net or classic." enum:"net,classic" default:"net"`
	Net      string      `help:"Network file to use instead of the built-in one." type:"existingfile"`
	Portable bool        `help:"Evaluate the network without vector instructions; the node count is the same."`
	Verbose  bool        `short:"v" help:"Print each position."`
	Profile  string      `help:"Write a CPU profile to this file." type:"path"`
	Off      ai.Switches `embed:"" prefix:"no-"`
}

func (c *benchCmd) Run(ctx context.Context) error {
	if c.Depth < 1 {
		return errors.New("--depth must be at least 1")
	}
	if c.Profile != "" {
		file, err := os.Create(c.Profile)
		if err != nil {
			return err
		}
		defer file.Close()
		if err := pprof.StartCPUProfile(file); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	o := ai.Options{HashMB: c.Hash, Threads: c.Threads, Off: c.Off}
	var err error
	if o.Evaluation, err = ai.ParseEvaluation(c.Eval); err != nil {
		return err
	}
	if c.Net != "" {
		if o.Network, err = net.ReadFile(c.Net); err != nil {
			return err
		}
		if c.Portable {
			o.Network = o.Network.Portable()
		}
	}
	nodes, took, err := ai.Bench(ctx, o, c.Depth, func(fen string, i ai.Info) {
		if c.Verbose {
			fmt.Printf("%-90s %9d %-9s %v\n", fen, i.Nodes, i.Score, i.Move())
		}
	})
	if err != nil {
		return err
	}
	fmt.Printf("%d nodes, %v, %.0f nodes/s\nBench: %d\n", nodes, took.Round(time.Millisecond),
		float64(nodes)/took.Seconds(), nodes)
	return nil
}
