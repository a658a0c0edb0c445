package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"yeye/game"
	"yeye/game/jieqi"
)

type perftCmd struct {
	Time bool `help:"Count depth 5 from the start, on one thread, and report the rate."`
}

// maxPerftDepth limits the depth, so that a typo does not run forever.
const maxPerftDepth = 12

func (c *perftCmd) Run() error {
	if c.Time {
		p := game.Start()
		began := time.Now()
		n := p.Perft(5)
		took := time.Since(began)
		fmt.Printf("%d leaves in %.3f s: %.1f million a second\n", n, took.Seconds(), float64(n)/took.Seconds()/1e6)
		return nil
	}
	return answerLines(os.Stdin, os.Stdout, answerPerft)
}

// perfter is a position with a perft.
type perfter interface{ Perft(depth int) uint64 }

// dealPerft is the start position of jieqi with a given deal.
type dealPerft jieqi.Deal

func (d dealPerft) Perft(depth int) uint64 {
	p, deal := jieqi.Start(), jieqi.Deal(d)
	return p.Perft(&deal, depth)
}

// parsePerfter reads a position, or a deal of jieqi: 15 letters, a slash, 15 letters.
func parsePerfter(text string) (perfter, error) {
	if strings.Count(text, "/") == 1 {
		d, err := jieqi.ParseDeal(text)
		return dealPerft(d), err
	}
	p, err := readPosition(text)
	return &p, err
}

// answerPerft answers `FEN<TAB>depth` or `DEAL<TAB>depth` with the number of leaves.
func answerPerft(line string) string {
	position, depth, ok := strings.Cut(line, "\t")
	if !ok {
		return "error: the line is not FEN<TAB>depth or DEAL<TAB>depth"
	}
	p, err := parsePerfter(position)
	if err != nil {
		return errorLine(err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(depth))
	if err != nil || n < 0 || n > maxPerftDepth {
		return fmt.Sprintf("error: the depth is %q, not a number from 0 to %d", depth, maxPerftDepth)
	}
	return strconv.FormatUint(p.Perft(n), 10)
}
