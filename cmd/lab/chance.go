package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/arena"
	"yeye/game"
)

// chanceCmd measures what a score is worth in points: characters play against themselves, so that neither side is the
// stronger one, the engine scores positions of their games, and a logistic curve is fitted to the results. Games and
// scores are kept in the folder; another call continues, and with --fit it plays nothing.
//
//	lab chance /tmp/chance --levels 3,4,5 --games 400
type chanceCmd struct {
	Dir string `arg:"" type:"path" help:"Folder for games and values; an earlier run in it is resumed."`

	Levels    []int  `default:"3,4,5" help:"Levels of the characters that play."`
	Games     int    `default:"400" help:"Games per character."`
	Nodes     uint64 `default:"100000" help:"Nodes to evaluate a position."`
	Seed      uint64 `default:"1" help:"Seed of the games and of the bootstrap."`
	Every     int    `default:"4" help:"Plies between evaluated positions, as neighbouring ones are alike."`
	Bootstrap int    `default:"1000" help:"Bootstrap samples for the error, drawn by whole games."`
	Fit       bool   `help:"Only fit to existing games and values."`
	By        string `enum:"net,handmade" default:"net" help:"Evaluation to use: net or handmade."`
}

// openingPlies are drawn and not scored.
const openingPlies = 8

// unclear is the score up to which a position counts: beyond it hardly any game is lost, and those few games would
// distort the curve.
const unclear = 1500

func (c *chanceCmd) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return err
	}
	var all []accuracy.Sample
	for _, level := range c.Levels {
		character, ok := ai.CharacterAt(level)
		if !ok {
			return fmt.Errorf("there is no level %d", level)
		}
		samples, err := c.samples(ctx, character)
		if err != nil {
			return err
		}
		c.report(character.Name, samples)
		for _, s := range samples {
			s.Game += level << 20
			all = append(all, s)
		}
	}
	curve := c.report("all", all)
	for _, b := range accuracy.Bins(all, curve, 50) {
		fmt.Printf("%6.0f to %5.0f  %5d positions  observed %5.1f %%  fitted %5.1f %%\n", b.From, b.To, b.Samples, 100*b.Observed, 100*b.Fitted)
	}
	return nil
}

func (c *chanceCmd) report(name string, samples []accuracy.Sample) accuracy.Curve {
	games := map[int]bool{}
	for _, s := range samples {
		games[s.Game] = true
	}
	edge, slope, ok := accuracy.Bootstrap(samples, c.Bootstrap, c.Seed)
	if !ok {
		fmt.Printf("%s: %d positions of %d games say nothing\n", name, len(samples), len(games))
		return accuracy.Curve{}
	}
	fmt.Printf("%s: %d positions of %d games; slope %.5f (95 %%: %.5f to %.5f), Red's edge %.3f (%.3f to %.3f)\n",
		name, len(samples), len(games), slope.Value, slope.Low, slope.High, edge.Value, edge.Low, edge.High)
	return accuracy.Curve{Edge: edge.Value, Slope: slope.Value}
}

// samples returns the scored positions of a character's games against itself.
func (c *chanceCmd) samples(ctx context.Context, character ai.Character) ([]accuracy.Sample, error) {
	journal, err := arena.OpenJournal(filepath.Join(c.Dir, fmt.Sprintf("%d.pgn", character.Level)))
	if err != nil {
		return nil, err
	}
	defer journal.Close()
	games := journal.Old
	if !c.Fit && len(games) < c.Games {
		character.Patience = time.Hour // a busy machine must not make it weaker
		spec := func(context.Context) (arena.Player, error) { return arena.Playing(character), nil }
		match := arena.Match{First: spec, Second: spec, Pairs: (c.Games + 1) / 2, Seed: c.Seed, Journal: journal,
			Generator: arena.Generator{Plies: openingPlies}, Conditions: fmt.Sprintf("winning chances, seed %d", c.Seed),
			Each: func(p *arena.Played, t *arena.Tally) {
				games = append(games, p)
				if n := t.Games(); n%20 == 0 {
					fmt.Fprintf(os.Stderr, "%s: %d of %d games\n", character.Name, n, c.Games)
				}
			}}
		if _, err := match.Play(ctx); err != nil {
			return nil, err
		}
	}
	return c.valued(ctx, character.Level, games[:min(len(games), c.Games)])
}

// valued returns the positions of games with their scores, which it saves one game per line.
func (c *chanceCmd) valued(ctx context.Context, level ai.Level, games []*arena.Played) ([]accuracy.Sample, error) {
	options, name := ai.Options{HashMB: 16}, fmt.Sprintf("%d.nodes%d.every%d.values", level, c.Nodes, c.Every)
	if c.By == "handmade" {
		options.Evaluation, name = ai.Handmade, "handmade."+name
	}
	file, err := os.OpenFile(filepath.Join(c.Dir, name), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	known := readValues(file)
	engine := ai.New(options)
	var all []accuracy.Sample
	for i, p := range games {
		key := fmt.Sprintf("%d.%d", p.Pair, p.Leg)
		scores, ok := known[key]
		if !ok {
			if c.Fit {
				continue
			}
			if scores, err = c.value(ctx, engine, p); err != nil {
				return nil, err
			}
			text := strings.Trim(fmt.Sprintf("%d", scores), "[]")
			if _, err := fmt.Fprintf(file, "\n%s %d %s .", key, len(scores), text); err != nil {
				return nil, err
			}
		}
		result := map[game.Result]float64{game.RedWins: 1, game.Draw: 0.5}[p.Result]
		for _, s := range scores {
			if s >= -unclear && s <= unclear {
				all = append(all, accuracy.Sample{Game: i, Score: float64(s), Result: result})
			}
		}
	}
	return all, nil
}

// readValues returns the scores by game. Each game has a line of its own that ends in a dot: one torn by a crash is
// left out, and its game scored again.
func readValues(r io.Reader) map[string][]ai.Score {
	known := map[string][]ai.Score{}
	for in := bufio.NewScanner(r); in.Scan(); {
		f := strings.Fields(in.Text())
		if len(f) < 3 || f[len(f)-1] != "." || strconv.Itoa(len(f)-3) != f[1] {
			continue
		}
		scores := make([]ai.Score, 0, len(f)-3)
		for _, text := range f[2 : len(f)-1] {
			n, err := strconv.Atoi(text)
			if err != nil {
				break
			}
			scores = append(scores, ai.Score(n))
		}
		if len(scores) == len(f)-3 {
			known[f[0]] = scores
		}
	}
	return known
}

// value returns the engine's scores, for Red, of every nth position after the opening.
func (c *chanceCmd) value(ctx context.Context, e *ai.Engine, p *arena.Played) (scores []ai.Score, err error) {
	e.Clear()
	g := game.NewGame(p.Opening.Start, game.Asian)
	for i, m := range p.Moves {
		if i >= openingPlies && (i-openingPlies)%c.Every == 0 {
			info, err := e.Search(ctx, g, ai.Limits{Nodes: c.Nodes}, nil)
			if err != nil {
				return nil, err
			}
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			s := info.Score
			if g.Position().Turn() == game.Black {
				s = -s
			}
			scores = append(scores, s)
		}
		if err := g.Play(m); err != nil {
			return nil, err
		}
	}
	return scores, nil
}
