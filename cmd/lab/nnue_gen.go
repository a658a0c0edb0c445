package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"yeye/ai"
	"yeye/ai/net"
	"yeye/cmd/lab/internal/train"
)

// nnueGenCmd generates positions to fit a network to. An interruption loses only the current chunk;
// the same command resumes.
type nnueGenCmd struct {
	Dir string `arg:"" type:"path" help:"Folder for the positions."`

	Chunks         int    `default:"100" help:"Files to generate, of 256 games each."`
	Seed           uint64 `default:"1" help:"Seed of the games."`
	Depth          int    `default:"4" help:"Search depth of the games' moves, in plies."`
	RandomBranches int    `name:"aside" default:"12" help:"Random moves to try in a position of 24 pieces, fewer with fewer pieces."`
	BranchDepth    int    `name:"aside-depth" default:"2" help:"Search depth after each random move, in plies."`
	Hash           int    `default:"1" help:"Transposition table in MiB."`
	Net            string `type:"existingfile" help:"Network to label positions with instead of the built-in one."`
	Concurrency    int    `default:"1" help:"Files to generate at once; the result is the same with any number."`
	progress
}

func (c *nnueGenCmd) Run(ctx context.Context) error {
	bar := c.bar(c.Chunks)
	total, fresh, began := 0, 0, time.Now()
	play := train.Play{Seed: c.Seed, Depth: c.Depth, RandomBranches: c.RandomBranches, BranchDepth: c.BranchDepth}
	o := ai.Options{HashMB: c.Hash, Network: net.BuiltIn()}
	var err error
	if c.Net != "" {
		if o.Network, err = net.ReadFile(c.Net); err != nil {
			return err
		}
	}
	play.Network = o.Network.Checksum()
	err = train.Generate(ctx, c.Dir, play, o, c.Chunks, c.Concurrency, func(m train.ChunkInfo) {
		total += m.Positions
		if !m.Old {
			fresh += m.Positions
		}
		bar.Describe(fmt.Sprintf("%d positions, %.0f/s", total, float64(fresh)/time.Since(began).Seconds()))
		_ = bar.Add(1)
	})
	fmt.Fprintln(os.Stderr)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	if err == nil {
		fmt.Printf("%d positions, %d of them new, in %v\n", total, fresh, time.Since(began).Round(time.Second))
	}
	return err
}
