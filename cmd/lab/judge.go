package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"yeye/ai"
	"yeye/ai/arena"
	"yeye/ai/judge"
	"yeye/ai/report"
	"yeye/game"
	"yeye/game/record"
)

// judgeCmd makes the reports of games and asks another engine about every turning point and every claim. It prints how many hold, by
// kind, and each one that failed as JSON.
//
//	lab judge g.pgn --uci pikafish,Hash=64 --keep analyses --answers pikafish.jsonl > failed.jsonl
type judgeCmd struct {
	Files    []string `arg:"" type:"existingfile" help:"Files of games, in any format."`
	UCI      string   `name:"uci" required:"" help:"The other engine: its program and settings, as in lab match."`
	Nodes    uint64   `default:"1000000" help:"Nodes of the other engine for each position."`
	Skip     int      `help:"Games of each file to leave out at its beginning."`
	MaxGames int      `default:"20" help:"Games to judge of each file."`
	Answers  string   `type:"path" help:"File to keep the other engine's answers in."`
	analyses
}

func (c *judgeCmd) Run(ctx context.Context) error {
	analyst, err := c.analyst()
	if err != nil {
		return err
	}
	o, err := c.oracle(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	var sum sums
	for _, name := range c.Files {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := record.OpenContext(ctx, data)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for i := c.Skip; i < min(file.Len(), c.Skip+c.MaxGames); i++ {
			if err := c.game(ctx, analyst, o, file, i, &sum); err != nil {
				if ctx.Err() != nil {
					sum.print()
					return err
				}
				fmt.Fprintf(os.Stderr, "%s, game %d: %v\n", name, i+1, err)
			}
		}
	}
	sum.print()
	return nil
}

// game judges one game.
func (c *judgeCmd) game(ctx context.Context, analyst *report.Analyst, o *oracle, file *record.File, i int, sum *sums) error {
	rec, err := file.Game(i)
	if err != nil {
		return err
	}
	g, err := rec.Game(game.Asian)
	if err != nil {
		return err
	}
	end := endOf(g, rec.Result)
	before := analyst.Engine.(*tallied).nodes
	a, err := c.analyse(ctx, analyst, g, end)
	if err != nil {
		return err
	}
	sum.nodes += analyst.Engine.(*tallied).nodes - before
	r, err := report.Make(g, end, &a)
	if err != nil {
		return err
	}
	sum.add(g, r)
	for k := range r.Turns {
		t := &r.Turns[k]
		at := game.NewGame(g.Start(), game.Asian)
		for _, m := range g.Moves()[:t.Ply] {
			if err := at.PlayOn(m); err != nil {
				return err
			}
		}
		if !sum.fresh(at, t.Played) {
			continue
		}
		found, said, err := judge.Turn(ctx, o, at, t)
		if err != nil {
			return err
		}
		sum.claims(found, said)
	}
	return nil
}

// sums counts what holds.
type sums struct {
	games, due, learnt, plies int
	nodes                     uint64
	all, held, own            map[string]int
	shown, says, close        int
	seen                      map[string]bool // positions with the moves played
}

// fresh reports whether the move of a position has not been judged before: games with the same opening share their first mistakes.
func (s *sums) fresh(g *game.Game, m game.Move) bool {
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	key := g.Position().FEN() + " " + m.String()
	was := s.seen[key]
	s.seen[key] = true
	return !was
}

// lessonMoves are the own moves from which a loser must learn something.
const lessonMoves = 10

func (s *sums) add(g *game.Game, r *report.Report) {
	s.games++
	s.plies += g.Ply()
	loser, lost := r.Ending.Loser, r.Ending.Decisive && !r.Ending.Elsewhere
	undecided := len(r.Positions) > 0 && r.Positions[0].Chance >= 10 && r.Positions[0].Chance <= 90
	if !lost || !undecided || r.Sides[loser].Moves < lessonMoves {
		return
	}
	s.due++
	if slices.ContainsFunc(r.Turns, func(t report.Turn) bool { return t.By == loser }) {
		s.learnt++
	}
}

func (s *sums) claims(found []judge.Found, said judge.Said) {
	if s.all == nil {
		s.all, s.held, s.own = map[string]int{}, map[string]int{}, map[string]int{}
	}
	for _, f := range found {
		s.all[f.Kind]++
		if f.Own {
			s.own[f.Kind]++
		}
		if f.Holds {
			s.held[f.Kind]++
			continue
		}
		if text, err := json.Marshal(f); err == nil {
			fmt.Println(string(text))
		}
	}
	if said.Shown {
		s.shown++
		if said.Says {
			s.says++
		}
		if said.Close {
			s.close++
		}
		if !said.Says {
			fmt.Printf("{\"unsaid\":%q,\"fen\":%q,\"played\":%q,\"note\":%q}\n", found[1].Kind, found[1].FEN, found[1].Played, found[1].Note)
		}
	}
}

func (s *sums) print() {
	percent := func(n, of int) string {
		return fmt.Sprintf("%d of %d (%.1f %%)", n, of, 100*float64(n)/math.Max(1, float64(of)))
	}
	kinds := slices.SortedFunc(maps.Keys(s.all), func(a, b string) int { return cmp.Or(cmp.Compare(s.all[b], s.all[a]), cmp.Compare(a, b)) })
	claims, held, owned := 0, 0, 0
	for _, k := range kinds {
		fmt.Fprintf(os.Stderr, "%-22s %s hold, %d on its own line\n", k, percent(s.held[k], s.all[k]), s.own[k])
		if k != "turn" && k != "dearest" {
			claims, held, owned = claims+s.all[k], held+s.held[k], owned+s.own[k]
		}
	}
	fmt.Fprintf(os.Stderr, "games %d, plies %d, nodes searched now %d\n", s.games, s.plies, s.nodes)
	fmt.Fprintf(os.Stderr, "turning points         %s\n", percent(s.held["turn"], s.all["turn"]))
	fmt.Fprintf(os.Stderr, "cost most              %s\n", percent(s.held["dearest"], s.all["dearest"]))
	fmt.Fprintf(os.Stderr, "claims                 %s, %s on its own line\n", percent(held, claims), percent(owned, claims))
	fmt.Fprintf(os.Stderr, "losers who learn       %s\n", percent(s.learnt, s.due))
	fmt.Fprintf(os.Stderr, "mate or a piece, said  %s; at least spoken of %s\n", percent(s.says, s.shown), percent(s.close, s.shown))
}

// oracle is the other engine: values in our units, answers kept.
type oracle struct {
	program arena.Program
	nodes   uint64
	scale   float64 // our units in one of its own
	known   map[string]answer
	out     *os.File
}

// answer is what the other engine said of a position, in its own units.
type answer struct {
	Key   string      `json:"key"`
	Score ai.Score    `json:"score"`
	Line  report.Line `json:"line"`
}

func (c *judgeCmd) oracle(ctx context.Context) (*oracle, error) {
	program, err := otherProgram(ctx, c.UCI)
	if err != nil {
		return nil, err
	}
	o := &oracle{program: program, nodes: c.Nodes, scale: 1, known: map[string]answer{}}
	if c.Answers != "" {
		if err := o.open(c.Answers); err != nil {
			return nil, err
		}
	}
	return o, o.measure(ctx)
}

// otherProgram starts a program that can be asked for its line, given as its command and settings.
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

// open reads the answers kept.
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

// odds are the start without a piece of Red's, and our engine's value of it.
var odds = []struct {
	fen  string
	ours float64
}{
	{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1", -915},
	{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1", -282},
	{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 1", -315},
}

// measure finds the unit of the other engine: what it gives for a rook, a horse and a cannon less.
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
	fmt.Fprintf(os.Stderr, "%s, %d nodes: one of its hundredths of a pawn is %.2f of ours\n", o.program.Name(), o.nodes, o.scale)
	return nil
}

// Line returns the answer kept, or asks.
func (o *oracle) Line(ctx context.Context, g *game.Game) (ai.Info, error) {
	start := g.Start()
	moves, err := report.Line(g.Moves()).MarshalText()
	if err != nil {
		return ai.Info{}, err
	}
	key := fmt.Sprintf("%s %d %s | %s", strings.ReplaceAll(o.program.Name(), " ", "_"), o.nodes, start.FEN(), moves)
	a, ok := o.known[key]
	if !ok {
		if err := o.program.NewGame(ctx, 0); err != nil {
			return ai.Info{}, err
		}
		found, err := o.program.Line(ctx, g, o.nodes)
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

// tallied is an engine whose nodes are counted.
type tallied struct {
	report.Liner
	nodes uint64
}

func (c *tallied) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	found, err := c.Liner.Lines(ctx, g, lim)
	if len(found) > 0 {
		c.nodes += found[0].Nodes
	}
	return found, err
}
