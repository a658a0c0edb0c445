package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"yeye/ai/puzzle"
	"yeye/ai/puzzle/mine"
)

// check draws puzzles of the collection by the seed and asks an engine about each, preferably one that took no part in
// --add. It prints the puzzles in which a move is refuted, and how many are confirmed.
func (c *puzzlesCmd) check(ctx context.Context) error {
	all, err := readPuzzles(c.Collection)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(p puzzle.Puzzle) bool { return p.Withdrawn })
	rand.New(rand.NewPCG(c.Seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	o, err := openOracle(ctx, c.UCI, c.Nodes, c.Answers)
	if err != nil {
		return err
	}
	defer o.close()
	asked, first, line := 0, 0, 0
	for _, p := range all[:min(c.Check, len(all))] {
		v, err := mine.Check(ctx, o, p)
		if err != nil {
			return err
		}
		asked++
		if v.AgreesOnFirst() {
			first++
		}
		if v.Objection == "" {
			line++
			continue
		}
		fmt.Printf("%s\t%d of %d moves\t%s\n", listLine(p), v.Agreed, p.Moves(), v.Objection)
	}
	_, err = fmt.Fprintf(os.Stderr, "%s, %d nodes a move: of %d puzzles the first move alone holds in %d, the line "+
		"in %d\n", o.program.Name(), c.Nodes, asked, first, line)
	return err
}
