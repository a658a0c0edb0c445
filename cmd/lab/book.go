package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"yeye/ai"
	"yeye/ai/book"
	"yeye/game"
)

// bookCmd extends the opening book with the engine's analysis:
//
//	lab book ai/book/book.txt --positions 1000 --nodes 300000
//
// The file is extended; an interruption (Ctrl-C) loses only the current position. The result does not depend on the
// machine or the time: each position is analyzed by an engine with empty tables.
type bookCmd struct {
	File      string `arg:"" help:"The book, a text file; created if missing."`
	Positions int    `default:"1000" help:"Size to grow the book to, in positions."`
	Nodes     uint64 `default:"300000" help:"Nodes per position."`
	Breadth   int    `default:"5" help:"Moves to examine per position."`
	Within    int    `default:"40" help:"Leave out moves this much worse than the best, in hundredths of a pawn."`
	Plies     int    `default:"16" help:"Deepest position to analyze, in plies."`
	Hash      int    `default:"32" help:"Transposition table in MiB."`
	progress
}

func (c *bookCmd) Run(ctx context.Context) error {
	f, err := os.OpenFile(c.File, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	whole := strings.LastIndexByte(string(text), '\n') + 1 // cut off an incomplete last line
	b, err := book.Read(strings.NewReader(string(text[:whole])))
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if err := f.Truncate(int64(whole)); err != nil {
		return err
	}
	if _, err := f.Seek(int64(whole), 0); err != nil {
		return err
	}
	bar := c.bar(c.Positions)
	_ = bar.Set(b.Len())
	g := book.Grower{Book: b, Ask: c.analyst(), MaxLoss: c.Within, Plies: c.Plies}
	added, err := g.Grow(ctx, max(0, c.Positions-b.Len()), f, func(path []game.Move, lines []book.Line) {
		bar.Describe(fmt.Sprintf("ply %d, %d moves", len(path), len(lines)))
		_ = bar.Set(b.Len())
	})
	fmt.Fprintln(os.Stderr)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	fmt.Printf("%d positions, %d of them new\n", b.Len(), added)
	return err
}

func (c *bookCmd) analyst() book.Analyst {
	e := ai.New(ai.Options{HashMB: c.Hash})
	return func(ctx context.Context, g *game.Game) ([]book.Line, error) {
		e.Clear()
		found, err := e.Lines(ctx, g, ai.Limits{Nodes: c.Nodes, MultiPV: c.Breadth})
		if err != nil {
			return nil, err
		}
		var lines []book.Line
		for _, l := range found {
			lines = append(lines, book.Line{Move: l.Move(), Score: int(l.Score)})
		}
		return lines, nil
	}
}
