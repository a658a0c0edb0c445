package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"yeye/ai"
	"yeye/ai/tune"
)

// tuneCmd makes the evaluation's weights from the classic values and a seed alone: in each round it plays games
// with the weights of the previous round and fits new ones to them.
type tuneCmd struct {
	Dir string `arg:"" type:"path" help:"Folder for games and weights of each round; an earlier run in it is resumed."`

	Rounds  int     `default:"4" help:"Rounds of playing and fitting; the first plays with the classic values."`
	Games   int     `default:"4000" help:"Games per round."`
	Nodes   uint64  `default:"1500" help:"Nodes per move in these games."`
	Keep    int     `default:"2" help:"Number of latest rounds to fit to."`
	Seed    uint64  `default:"1" help:"Seed of games and fits."`
	Epochs  int     `default:"40" help:"Passes over the positions of a fit."`
	Rate    float64 `default:"3" help:"First step of the descent, in units of the score."`
	Trust   float64 `default:"0.3" help:"Weight of results against search scores, 0 to 1."`
	Tether  float64 `default:"3e-9" help:"Strength of the pull towards the previous round's weights."`
	Workers int     `default:"2" help:"Games to play at once; the result is the same with any number."`
	Out     string  `type:"path" help:"Go file to write the final weights to."`
}

func (c *tuneCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return err
	}
	if err := c.sameSettings(); err != nil {
		return err
	}
	weights := ai.FromClassic()
	for round := 1; round <= c.Rounds; round++ {
		next, err := c.round(ctx, round, weights)
		if err != nil {
			return err
		}
		weights = next
	}
	if c.Out == "" {
		return nil
	}
	source, err := tune.Source(weights.List(), fmt.Sprintf(
		"weights were fitted from the classic values by\n\n\tlab tune DIR --rounds %d --games %d --nodes %d --keep %d --seed %d \\\n\t\t--epochs %d --rate %g --trust %g --tether %g --out ai/weights.go",
		c.Rounds, c.Games, c.Nodes, c.Keep, c.Seed, c.Epochs, c.Rate, c.Trust, c.Tether))
	if err != nil {
		return err
	}
	return os.WriteFile(c.Out, source, 0o644)
}

// sameSettings refuses to continue a folder under other settings: the result would belong to neither.
func (c *tuneCmd) sameSettings() error {
	file := filepath.Join(c.Dir, "settings.json")
	now, err := json.Marshal(map[string]any{"games": c.Games, "nodes": c.Nodes, "keep": c.Keep, "seed": c.Seed,
		"epochs": c.Epochs, "rate": c.Rate, "trust": c.Trust, "tether": c.Tether})
	if err != nil {
		return err
	}
	switch then, err := os.ReadFile(file); {
	case errors.Is(err, os.ErrNotExist):
		return os.WriteFile(file, now, 0o644)
	case err != nil:
		return err
	case string(then) != string(now):
		return fmt.Errorf("%s was created with %s, not %s: use another folder", c.Dir, then, now)
	}
	return nil
}

// round runs one round: its games, played with weights, and the weights fitted to them, which it saves.
func (c *tuneCmd) round(ctx context.Context, round int, weights *ai.Weights) (*ai.Weights, error) {
	kept := filepath.Join(c.Dir, fmt.Sprintf("%d.weights", round))
	if fitted, err := readWeights(kept); err == nil {
		fmt.Fprintf(os.Stderr, "round %d is done\n", round)
		return fitted, nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if err := c.play(ctx, round, weights); err != nil {
		return nil, err
	}
	data, err := c.load(round, weights)
	if err != nil {
		return nil, err
	}
	var start [][2]float64
	for _, w := range weights.List() {
		start = append(start, [2]float64{float64(w[0]), float64(w[1])})
	}
	fmt.Fprintf(os.Stderr, "round %d: %d positions, loss %.6f before\n", round, data.Len(), data.Loss(start, func(int) bool { return true }))
	fit := tune.Fit{Seed: c.Seed + uint64(round), Epochs: c.Epochs, Rate: c.Rate, Tether: c.Tether}
	list, err := fit.Descend(ctx, data, start, func(epoch int, fitted, held float64) {
		if epoch%5 == 0 || epoch == c.Epochs {
			fmt.Fprintf(os.Stderr, "round %d: epoch %d/%d, loss %.6f, of positions held back %.6f\n", round, epoch, c.Epochs, fitted, held)
		}
	})
	if err != nil {
		return nil, err
	}
	fitted, err := ai.NewWeights(tune.Rounded(list))
	if err != nil {
		return nil, err
	}
	return fitted, writeWeights(kept, fitted)
}

func readWeights(path string) (*ai.Weights, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list [][2]int
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	w, err := ai.NewWeights(list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

func writeWeights(path string, w *ai.Weights) error {
	b, err := json.Marshal(w.List())
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o644)
}

func (c *tuneCmd) games(round int) string {
	return filepath.Join(c.Dir, fmt.Sprintf("%d.games", round))
}

// play plays the missing games of a round.
func (c *tuneCmd) play(ctx context.Context, round int, weights *ai.Weights) error {
	file, err := os.OpenFile(c.games(round), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	next, size, err := tune.Read(file, func(int, []tune.Sample) error { return nil })
	if err != nil {
		return fmt.Errorf("%s: %w", c.games(round), err)
	}
	if err := file.Truncate(size); err != nil {
		return err
	}
	if _, err := file.Seek(size, io.SeekStart); err != nil {
		return err
	}
	play := tune.Play{Seed: c.Seed + uint64(round)<<32, Nodes: c.Nodes, Weights: weights}
	positions, began := 0, time.Now()
	return play.Games(ctx, next, c.Games, c.Workers, func(i int, samples []tune.Sample) error {
		positions += len(samples)
		if i%100 == 99 {
			done := i + 1 - next
			left := time.Duration(float64(time.Since(began)) / float64(done) * float64(c.Games-i-1))
			fmt.Fprintf(os.Stderr, "round %d/%d: game %d/%d, %d new positions, %v left in it\n", round, c.Rounds, i+1, c.Games, positions, left.Round(time.Second))
		}
		return tune.Write(file, i, samples)
	})
}

// load reads the positions for a fit: those of this round, played with weights, and of the previous ones.
func (c *tuneCmd) load(round int, weights *ai.Weights) (*tune.Data, error) {
	data := tune.Data{Weights: weights, Trust: c.Trust}
	for r := max(1, round-c.Keep+1); r <= round; r++ {
		file, err := os.Open(c.games(r))
		if err != nil {
			return nil, err
		}
		_, _, err = tune.Read(file, func(i int, samples []tune.Sample) error {
			if i >= c.Games {
				return nil
			}
			for _, s := range samples {
				data.Add(s)
			}
			return nil
		})
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.games(r), err)
		}
	}
	return &data, nil
}
