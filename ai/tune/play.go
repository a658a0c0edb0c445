package tune

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"yeye/ai"
	"yeye/game"
)

// Sample is a position with the search's score and the result of its game.
type Sample struct {
	Position game.Position
	Score    int     // the search's, for Red
	Result   float64 // 1 Red won, 0.5 drawn, 0 Black won
}

// Play says how games are made.
type Play struct {
	Seed    uint64
	Nodes   uint64      // per move
	Weights *ai.Weights // nil means the built-in ones
}

// tableMB is the table size of an engine that generates games: their moves are quick.
const tableMB = 2

// Games plays the games from up to but not including to, that many workers at a time,
// and hands each to keep in the order of their numbers, from one goroutine. It ends
// early with the error of keep or of the context.
func (o Play) Games(ctx context.Context, from, to, workers int, keep func(i int, samples []Sample) error) error {
	group, ctx := errgroup.WithContext(ctx)
	done := make([]chan []Sample, max(to-from, 0))
	for k := range done {
		done[k] = make(chan []Sample, 1)
	}
	var next atomic.Int64
	for range max(workers, 1) {
		group.Go(func() error {
			e := ai.New(ai.Options{HashMB: tableMB, Evaluation: ai.Handmade, Weights: o.Weights})
			for {
				k := int(next.Add(1)) - 1
				if k >= len(done) {
					return nil
				}
				samples, err := o.Game(ctx, e, from+k)
				if err != nil {
					return err
				}
				done[k] <- samples
			}
		})
	}
	group.Go(func() error {
		for k := range done {
			select {
			case samples := <-done[k]:
				if err := keep(from+k, samples); err != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return group.Wait()
}

const (
	randomPlies = 8    // and one more in every second game, so that either side begins
	unbalanced  = 250  // openings worse than this are discarded
	decisive    = 2200 // a score this high for clearPlies has won
	clearPlies  = 6
	longest     = 300 // plies
)

// Game plays game number i with e and returns its quiet positions, none if the random
// opening was lopsided.
func (o Play) Game(ctx context.Context, e *ai.Engine, i int) ([]Sample, error) {
	random := rand.New(rand.NewPCG(o.Seed, uint64(i)))
	e.Clear()
	g := game.NewGame(game.Start(), game.Asian)
	for range randomPlies + i%2 {
		moves := g.Position().LegalMoves(nil)
		if g.Outcome().Over() || len(moves) == 0 {
			return nil, nil
		}
		if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
			return nil, err
		}
	}
	var samples []Sample
	result := game.Ongoing
	for high, first := 0, true; result == game.Ongoing; first = false {
		if g.Outcome().Over() {
			result = g.Outcome().Result
			break
		}
		if g.Ply() > longest {
			result = game.Draw
			break
		}
		info, err := e.Search(ctx, g, ai.Limits{Nodes: o.Nodes}, nil)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		score := int(info.Score)
		if g.Position().Turn() == game.Black {
			score = -score
		}
		if first && (score > unbalanced || score < -unbalanced) {
			return nil, nil
		}
		if score > decisive || score < -decisive {
			if high++; high >= clearPlies {
				result = game.RedWins
				if score < 0 {
					result = game.BlackWins
				}
			}
		} else {
			high = 0
			p := g.Position()
			if !p.InCheck() && p.At(info.Move().To()) == game.NoPiece {
				samples = append(samples, Sample{Position: *p, Score: score})
			}
		}
		if err := g.Play(info.Move()); err != nil {
			return nil, err
		}
	}
	worth := map[game.Result]float64{game.RedWins: 1, game.Draw: 0.5}[result]
	for j := range samples {
		samples[j].Result = worth
	}
	return samples, nil
}

// Write writes the samples of game i as lines: a heading "game i n", then "score result
// placement side halfmoves" for each, halfmoves being the plies since the last capture.
func Write(w io.Writer, i int, samples []Sample) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "game %d %d\n", i, len(samples))
	for _, s := range samples {
		fields := strings.Fields(s.Position.FEN())
		fmt.Fprintf(b, "%d %g %s %s %s\n", s.Score, s.Result, fields[0], fields[1], fields[4])
	}
	return b.Flush()
}

// Read reads the output of Write and calls f with each whole game; a truncated game at
// the end of the file is left out. It returns the number of the next game and the length
// in bytes of the whole games.
func Read(r io.Reader, f func(i int, samples []Sample) error) (next int, size int64, err error) {
	lines := bufio.NewReader(r)
	for {
		var i, n int
		heading, err := lines.ReadString('\n')
		if err != nil {
			return next, size, nil // the end, perhaps in the middle of a line
		}
		if _, err := fmt.Sscanf(heading, "game %d %d", &i, &n); err != nil {
			return next, size, fmt.Errorf("game %d: heading %q: %w", next, heading, err)
		}
		length := int64(len(heading))
		samples := make([]Sample, 0, n)
		for range n {
			line, err := lines.ReadString('\n')
			if err != nil {
				return next, size, nil
			}
			length += int64(len(line))
			s, err := parse(line)
			if err != nil {
				return next, size, fmt.Errorf("game %d: %w", i, err)
			}
			samples = append(samples, s)
		}
		if err := f(i, samples); err != nil {
			return next, size, err
		}
		next, size = i+1, size+length
	}
}

func parse(line string) (s Sample, err error) {
	fields := strings.Fields(line)
	if len(fields) != 5 {
		return s, fmt.Errorf("%q is not a sample", line)
	}
	if s.Score, err = strconv.Atoi(fields[0]); err != nil {
		return s, err
	}
	if s.Result, err = strconv.ParseFloat(fields[1], 64); err != nil {
		return s, err
	}
	s.Position, err = game.ParseFEN(fields[2] + " " + fields[3] + " - - " + fields[4] + " 1")
	return s, err
}
