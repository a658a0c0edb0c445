package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/ai/net"
	"yeye/ai/report"
	"yeye/cmd/lab/internal/arena"
	"yeye/game"
)

// reportCmd analyzes the games of a journal like players' games. It prints how accurately each side played while the
// game was undecided, and the turning points as JSON, one per line, for another engine to judge.
//
//	lab match level=4 level=3 --pairs 20 --games 4-3.pgn
//	lab report 4-3.pgn --max-games 20 --keep /tmp/analyses > turns.jsonl
type reportCmd struct {
	Files    []string `arg:"" type:"existingfile" help:"PGN files of lab match."`
	MaxGames int      `default:"20" help:"Games to analyze of each file."`
	analyses
}

// analyses makes and keeps analyses of games.
type analyses struct {
	Quick uint64 `help:"Nodes per position of the first pass; 0 as for players."`
	Deep  uint64 `help:"Nodes where the value swings; 0 as for players."`
	Proof uint64 `help:"Nodes at turning points, mistakes and blunders; 0 as for players."`
	Keep  string `type:"path" help:"Folder to keep analyses in and resume them from, if by as many nodes and the same network."`
}

// turningPoint is the data that another engine needs to judge a turning point.
type turningPoint struct {
	FEN    string           `json:"fen"`
	Played string           `json:"played"`
	Better string           `json:"better"`
	Line   report.Line      `json:"line"`
	Reply  report.Line      `json:"reply"`
	Before float64          `json:"before"`
	After  float64          `json:"after"`
	Fault  string           `json:"fault"`
	Why    []string         `json:"why"`
	Facts  []explain.Reason `json:"facts"`
}

func (c *reportCmd) Run(ctx context.Context) error {
	analyst, err := c.analyst()
	if err != nil {
		return err
	}
	for _, name := range c.Files {
		games, err := readGames(name)
		if err != nil {
			return err
		}
		byPlayer := map[string][]float64{}
		for _, p := range games[:min(len(games), c.MaxGames)] {
			if err := c.game(ctx, analyst, p, byPlayer); err != nil {
				return err
			}
		}
		players := make([]string, 0, len(byPlayer))
		for player := range byPlayer {
			players = append(players, player)
		}
		slices.Sort(players)
		for _, player := range players {
			mean, margin := meanOf(byPlayer[player])
			fmt.Fprintf(os.Stderr, "%s: %-12s accuracy of undecided moves %.1f ± %.1f in %d games\n", name, player,
				mean, margin, len(byPlayer[player]))
		}
	}
	return nil
}

// game prints the turning points of a game and records each player's mean accuracy over its undecided moves.
func (c *reportCmd) game(ctx context.Context, analyst *report.Analyst, p *arena.Played,
	byPlayer map[string][]float64) error {
	g := game.NewGame(p.Opening.Start, game.Asian)
	for _, m := range p.Moves {
		if err := g.PlayOn(m); err != nil {
			return err
		}
	}
	end := endOf(g, p.Result)
	a, err := c.analyse(ctx, analyst, g, end)
	if err != nil {
		return err
	}
	r, err := report.Make(g, end, &a)
	if err != nil {
		return err
	}
	start := g.Start()
	var sum, count [2]float64
	for i, m := range r.Moves {
		if i < len(p.Opening.Moves) || !m.Undecided {
			continue
		}
		by := start.Turn()
		if i%2 == 1 {
			by = by.Other()
		}
		sum[by] += m.Accuracy
		count[by]++
	}
	for by, player := range [2]string{p.Red, p.Black} {
		if count[by] > 0 {
			byPlayer[player] = append(byPlayer[player], sum[by]/count[by])
		}
	}
	for _, t := range r.TurningPoints {
		before := start
		for _, m := range p.Moves[:t.Ply] {
			before.Do(m)
		}
		point := turningPoint{FEN: before.FEN(), Played: t.Played.String(), Better: t.Better().String(), Line: t.Line,
			Reply:  t.Reply,
			Before: t.Before, After: t.After, Fault: t.Fault.Kind.String(), Facts: t.Why}
		for _, f := range t.Why {
			point.Why = append(point.Why, f.Kind.String())
		}
		text, err := json.Marshal(point)
		if err != nil {
			return err
		}
		fmt.Println(string(text))
	}
	return nil
}

// endOf returns how a recorded game ended: on the board, or else by the recorded result.
func endOf(g *game.Game, r game.Result) game.Outcome {
	if o := g.Outcome(); o.Over() && o.Result == r {
		return o
	}
	return game.Outcome{Result: r}
}

// analyst returns the analyst, and creates the folder.
func (c *analyses) analyst() (*report.Analyst, error) {
	if c.Keep != "" {
		if err := os.MkdirAll(c.Keep, 0o755); err != nil {
			return nil, err
		}
	}
	return &report.Analyst{Engine: &nodeCounter{Liner: ai.New(ai.Options{})}, Quick: c.Quick, Deep: c.Deep,
			Proof: c.Proof},
		nil
}

// analyse resumes the saved analysis of a game, if any, and saves the result.
func (c *analyses) analyse(ctx context.Context, analyst *report.Analyst, g *game.Game,
	end game.Outcome) (report.Analysis, error) {
	a := report.NewAnalysis(g)
	if c.Keep == "" {
		return analyst.Run(ctx, g, end, a, nil)
	}
	name := filepath.Join(c.Keep, c.fileName(&a))
	if text, err := os.ReadFile(name); err == nil {
		var kept report.Analysis
		if json.Unmarshal(text, &kept) == nil && kept.CheckGame(g) == nil {
			a = kept
		}
	}
	a, err := analyst.Run(ctx, g, end, a, nil)
	if err != nil && ctx.Err() == nil {
		return a, err
	}
	text, failed := json.Marshal(a)
	if failed == nil {
		failed = replaceFile(name, text)
	}
	return a, errors.Join(err, failed)
}

// fileName returns the file name of an analysis. It contains everything that the analysis depends on but does not
// store: the search limits and the network.
func (c *analyses) fileName(a *report.Analysis) string {
	quick, deep, proof := cmp.Or(c.Quick, report.QuickNodes), cmp.Or(c.Deep, report.DeepNodes),
		cmp.Or(c.Proof, report.ProofNodes)
	return fmt.Sprintf("%016x-%d-%d-%d-%016x.json", a.Game, quick, deep, proof, net.BuiltIn().Checksum())
}

// meanOf returns the mean of independent values and half of its 95 % interval.
func meanOf(values []float64) (mean, margin float64) {
	n := float64(len(values))
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	mean = sum / n
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, 1.96 * math.Sqrt(squares/max(n-1, 1)/n)
}
