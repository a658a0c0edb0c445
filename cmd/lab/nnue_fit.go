package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"yeye/ai/net"
	"yeye/cmd/lab/internal/train"
)

// nnueFitCmd fits a network to positions. If it is interrupted, the same command resumes it; if it
// is killed, the work of a few million positions is lost.
type nnueFitCmd struct {
	Out  string   `arg:"" type:"path" help:"File for the network; the state to resume from is kept beside it."`
	Dirs []string `arg:"" type:"path" help:"Folders of positions."`

	Chunks       int     `help:"Files to read from each folder; 0 for all."`
	Hidden       int     `default:"256" help:"Hidden units, a multiple of 64."`
	Epochs       int     `default:"10" help:"Passes over the positions."`
	Batch        int     `default:"1024" help:"Positions per step."`
	Rate         float64 `default:"1e-3" help:"First step size."`
	Last         float64 `default:"1e-5" help:"Last step size."`
	ResultWeight float64 `name:"trust" default:"0.2" help:"Weight of results against scores for positions of a game, 0 to 1."`
	Seed         uint64  `default:"1" help:"Seed of the initial weights and of the order."`
	Threads      int     `default:"1" help:"Threads to use."`
	From         string  `type:"existingfile" help:"Start from this network instead of random weights: a .state file of its fit, or a network, which may be narrower."`
	progress
}

func (c *nnueFitCmd) Run(ctx context.Context) error {
	if c.Hidden < 64 || c.Hidden%64 != 0 || c.Epochs < 1 || c.Batch < 1 {
		return errors.New("--hidden must be a multiple of 64, --epochs and --batch at least 1")
	}
	data, err := train.Load(c.Dirs, c.Chunks)
	if err != nil {
		return err
	}
	fmt.Printf("%d training positions, %d validation positions\n", len(data.Training), len(data.Validation))
	bar := c.bar(len(data.Training), progressbar.OptionShowIts(), progressbar.OptionSetItsString("positions"),
		progressbar.OptionThrottle(200*time.Millisecond))
	fit := train.Fit{Hidden: c.Hidden, Epochs: c.Epochs, Batch: c.Batch, Rate: c.Rate, Last: c.Last,
		ResultWeight: c.ResultWeight, Seed: c.Seed, Workers: c.Threads, From: c.From}
	began, fitted := time.Now(), 0.0
	weights, err := fit.Run(ctx, data, c.Out+".state", func(p train.Progress) {
		if p.ValidationLoss > 0 {
			fmt.Printf("\repoch %d/%d: loss %.6f, validation loss %.6f, %v\n", p.Epoch, p.Epochs, fitted,
				p.ValidationLoss,
				time.Since(began).Round(time.Second))
			bar.Reset()
			return
		}
		fitted = p.Loss
		bar.Describe(fmt.Sprintf("epoch %d/%d loss %.6f", p.Epoch+1, p.Epochs, p.Loss))
		_ = bar.Set(p.Done)
	})
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped; the same command goes on from " + c.Out + ".state")
	}
	if err != nil {
		return err
	}
	n, err := net.New(weights)
	if err != nil {
		return err
	}
	all, _ := train.Compare(n, data.Validation)
	fmt.Printf("quantized %.6f, built in %.6f, checksum %016x\n", all.Net, all.BuiltIn, n.Checksum())
	return replaceFile(c.Out, weights.Encode())
}
