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

// oracle is the other engine. It converts values to our units and keeps answers.
type oracle struct {
	program arena.Program
	nodes   uint64
	scale   float64 // our units per unit of the other engine
	known   map[string]answer
	out     *os.File
}

// answer is the other engine's answer about a position, in its units.
type answer struct {
	Key   string      `json:"key"`
	Score ai.Score    `json:"score"`
	Line  report.Line `json:"line"`
}

// openOracle starts an engine, given as its command and settings, and keeps its answers in the file
// answers, if that is not "".
func openOracle(ctx context.Context, uci string, nodes uint64, answers string) (*oracle, error) {
	program, err := otherProgram(ctx, uci)
	if err != nil {
		return nil, err
	}
	o := &oracle{program: program, nodes: nodes, scale: 1, known: map[string]answer{}}
	if answers != "" {
		if err := o.open(answers); err != nil {
			return nil, err
		}
	}
	return o, o.measure(ctx)
}

// otherProgram starts an engine, given as its command and settings.
func otherProgram(ctx context.Context, text string) (arena.Program, error) {
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

// open reads the kept answers.
func (o *oracle) open(name string) (err error) {
	if o.out, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
		return err
	}
	lines := bufio.NewScanner(o.out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a answer
		if json.Unmarshal(lines.Bytes(), &a) == nil {
			o.known[a.Key] = a
		}
	}
	return lines.Err()
}

// odds are start positions without one of Red's pieces, and our engine's value of each.
var odds = []struct {
	fen  string
	ours float64
}{
	{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1", -915},
	{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1", -282},
	{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 1", -315},
}

// measure finds the unit of the other engine: the value it gives to a rook, a horse and a cannon less.
func (o *oracle) measure(ctx context.Context) error {
	var ours, theirs float64
	for _, odd := range odds {
		p, err := game.ParseFEN(odd.fen)
		if err != nil {
			return err
		}
		found, err := o.Line(ctx, game.NewGame(p, game.Asian))
		if err != nil {
			return err
		}
		ours += odd.ours
		theirs += float64(found.Score)
	}
	if theirs >= 0 {
		return errors.New("it does not mind having a rook less")
	}
	o.scale = ours / theirs
	fmt.Fprintf(os.Stderr, "%s, %d nodes: one of its hundredths of a pawn is %.2f of ours\n", o.program.Name(), o.nodes,
		o.scale)
	return nil
}

// Line returns the engine's best line in g.
func (o *oracle) Line(ctx context.Context, g *game.Game) (ai.Info, error) { return o.Ask(ctx, g, nil) }

// Ask returns the best line that starts with one of these moves, nil for any: the kept answer, or a new one.
func (o *oracle) Ask(ctx context.Context, g *game.Game, among []game.Move) (ai.Info, error) {
	start := g.Start()
	moves, err := report.Line(g.Moves()).MarshalText()
	if err != nil {
		return ai.Info{}, err
	}
	key := fmt.Sprintf("%s %d %s | %s", strings.ReplaceAll(o.program.Name(), " ", "_"), o.nodes, start.FEN(), moves)
	if len(among) > 0 {
		key += " | " + fmt.Sprint(among)
	}
	a, ok := o.known[key]
	if !ok {
		if err := o.program.NewGame(ctx, 0); err != nil {
			return ai.Info{}, err
		}
		found, err := o.program.Line(ctx, g, o.nodes, among...)
		if err != nil {
			return ai.Info{}, err
		}
		a = answer{key, found.Score, report.Line(found.PV)}
		if err := o.keep(a); err != nil {
			return ai.Info{}, err
		}
	}
	found := ai.Info{Score: a.Score, PV: a.Line}
	if _, mate := found.Score.Mate(); !mate {
		found.Score = ai.Score(math.Round(float64(a.Score) * o.scale))
	}
	return found, nil
}

func (o *oracle) keep(a answer) error {
	o.known[a.Key] = a
	if o.out == nil {
		return nil
	}
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err = o.out.Write(append(text, '\n'))
	return err
}

func (o *oracle) close() {
	_ = o.program.Close()
	if o.out != nil {
		_ = o.out.Close()
	}
}
