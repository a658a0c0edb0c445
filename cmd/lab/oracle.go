package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"yeye/ai"
	"yeye/ai/report"
	"yeye/cmd/lab/internal/arena"
	"yeye/game"
)

// oracle is another engine that checks claims. It converts scores to our centipawns and caches answers in a file.
type oracle struct {
	program arena.Program
	nodes   uint64
	scale   float64 // our units per unit of the other engine
	cache   map[string]cachedAnswer
	file    *os.File
}

// cachedAnswer is the other engine's answer about a position, in its own units.
type cachedAnswer struct {
	Key   string      `json:"key"`
	Score ai.Score    `json:"score"`
	Line  report.Line `json:"line"`
}

// openOracle starts an engine, given by its command and options, and caches its answers in the file answers, unless
// that is "".
func openOracle(ctx context.Context, uci string, nodes uint64, answers string) (*oracle, error) {
	program, err := startProgram(ctx, uci)
	if err != nil {
		return nil, err
	}
	o := &oracle{program: program, nodes: nodes, scale: 1, cache: map[string]cachedAnswer{}}
	if answers != "" {
		if err := o.readCache(answers); err != nil {
			return nil, err
		}
	}
	return o, o.calibrate(ctx)
}

// startProgram starts an engine, given by its command and options.
func startProgram(ctx context.Context, text string) (arena.Program, error) {
	spec, err := arena.ParseSpec("uci=" + text)
	if err != nil {
		return nil, err
	}
	player, err := spec(ctx)
	if err != nil {
		return nil, err
	}
	program, ok := player.(arena.Program)
	if !ok {
		return nil, errors.New("it cannot be asked for its line")
	}
	return program, nil
}

// readCache reads the cached answers.
func (o *oracle) readCache(name string) (err error) {
	if o.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
		return err
	}
	lines := bufio.NewScanner(o.file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a cachedAnswer
		if json.Unmarshal(lines.Bytes(), &a) == nil {
			o.cache[a.Key] = a
		}
	}
	return lines.Err()
}

// handicaps are start positions without one of Red's pieces, with our engine's score in centipawns.
var handicaps = []struct {
	fen  string
	ours float64
}{
	{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1", -915},
	{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1", -282},
	{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 1", -315},
}

// calibrate sets the scale of the other engine's scores from the handicap positions.
func (o *oracle) calibrate(ctx context.Context) error {
	var ours, theirs float64
	for _, handicap := range handicaps {
		p, err := game.ParseFEN(handicap.fen)
		if err != nil {
			return err
		}
		info, err := o.Line(ctx, game.NewGame(p, game.Asian))
		if err != nil {
			return err
		}
		ours += handicap.ours
		theirs += float64(info.Score)
	}
	if theirs >= 0 {
		return errors.New("the engine sees no disadvantage in missing pieces")
	}
	o.scale = ours / theirs
	fmt.Fprintf(os.Stderr, "%s, %d nodes: 1 centipawn of it is %.2f of ours\n", o.program.Name(), o.nodes,
		o.scale)
	return nil
}

// Line returns the engine's best line in g.
func (o *oracle) Line(ctx context.Context, g *game.Game) (ai.Info, error) { return o.Ask(ctx, g, nil) }

// Ask returns the best line that starts with one of searchMoves (nil for any), from the cache if possible.
func (o *oracle) Ask(ctx context.Context, g *game.Game, searchMoves []game.Move) (ai.Info, error) {
	start := g.Start()
	moves, err := report.Line(g.Moves()).MarshalText()
	if err != nil {
		return ai.Info{}, err
	}
	key := fmt.Sprintf("%s %d %s | %s", strings.ReplaceAll(o.program.Name(), " ", "_"), o.nodes, start.FEN(), moves)
	if len(searchMoves) > 0 {
		key += " | " + fmt.Sprint(searchMoves)
	}
	a, ok := o.cache[key]
	if !ok {
		if err := o.program.NewGame(ctx, 0); err != nil {
			return ai.Info{}, err
		}
		info, err := o.program.Line(ctx, g, o.nodes, searchMoves...)
		if err != nil {
			return ai.Info{}, err
		}
		a = cachedAnswer{key, info.Score, report.Line(info.PV)}
		if err := o.store(a); err != nil {
			return ai.Info{}, err
		}
	}
	info := ai.Info{Score: a.Score, PV: a.Line}
	if _, mate := info.Score.Mate(); !mate {
		info.Score = ai.Score(math.Round(float64(a.Score) * o.scale))
	}
	return info, nil
}

func (o *oracle) store(a cachedAnswer) error {
	o.cache[a.Key] = a
	if o.file == nil {
		return nil
	}
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err = o.file.Write(append(text, '\n'))
	return err
}

func (o *oracle) close() {
	_ = o.program.Close()
	if o.file != nil {
		_ = o.file.Close()
	}
}
