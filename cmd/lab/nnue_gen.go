package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"

	"yeye/ai"
	"yeye/ai/train"
)

// nnueGenCmd generates positions to fit a network to. It may be interrupted at any
// time: it loses only the current chunk, and resumes when called again.
type nnueGenCmd struct {
	Dir string `arg:"" type:"path" help:"Folder for the positions."`

	Chunks     int    `default:"100" help:"Files to make, of 256 games each."`
	Seed       uint64 `default:"1" help:"Seed of the games."`
	Depth      int    `default:"4" help:"Plies a move of theirs is thought about."`
	Aside      int    `default:"12" help:"Random moves tried of each position."`
	AsideDepth int    `default:"2" help:"Plies each of these is thought about."`
	Hash       int    `default:"1" help:"Transposition table in MiB."`
	Net        string `type:"existingfile" help:"Value positions by this network instead of by hand."`
	Workers    int    `default:"1" help:"Chunks made at the same time; the result is the same with any number."`
	Quiet      bool   `help:"No progress bar."`
}

func (c *nnueGenCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	bar := progressbar.NewOptions(c.Chunks, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionShowCount(),
		progressbar.OptionSetVisibility(!c.Quiet), progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth())
	all, made, began := 0, 0, time.Now()
	play := train.Play{Seed: c.Seed, Depth: c.Depth, Aside: c.Aside, AsideDepth: c.AsideDepth}
	o := ai.Options{HashMB: c.Hash, Evaluation: ai.Handmade}
	if c.Net != "" {
		o.Evaluation = ai.Net
		var err error
		if o.Network, err = readNetwork(c.Net); err != nil {
			return err
		}
		play.Network = o.Network.Checksum()
	}
	err := train.Generate(ctx, c.Dir, play, o, c.Chunks, c.Workers, func(m train.Made) {
		all += m.Positions
		if !m.Old {
			made += m.Positions
		}
		bar.Describe(fmt.Sprintf("%d positions, %.0f/s", all, float64(made)/time.Since(began).Seconds()))
		_ = bar.Add(1)
	})
	fmt.Fprintln(os.Stderr)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	if err == nil {
		fmt.Printf("%d positions, %d of them new, in %v\n", all, made, time.Since(began).Round(time.Second))
	}
	return err
}
