package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/report"
	"yeye/cmd/lab/internal/judge"
	"yeye/game"
	"yeye/game/record"
)

// judgeCmd makes the reports of games and checks every turning point and claim with another engine. It prints how many
// are confirmed, by kind, and as JSON those that are not, or all.
//
//	lab judge g.pgn --uci pikafish,Hash=64 --keep analyses --answers pikafish.jsonl > failed.jsonl
type judgeCmd struct {
	Files    []string `arg:"" type:"existingfile" help:"Files of games, in any format."`
	UCI      string   `name:"uci" required:"" help:"The other engine: its program and settings, as in lab match."`
	Nodes    uint64   `default:"1000000" help:"Nodes of the other engine for each position."`
	Skip     int      `help:"Games of each file to leave out at its beginning."`
	MaxGames int      `default:"20" help:"Games to judge of each file."`
	Answers  string   `type:"path" help:"File to keep the other engine's answers in."`
	All      bool     `help:"Print the claims that hold too."`
	analyses
}

func (c *judgeCmd) Run(ctx context.Context) error {
	analyst, err := c.analyst()
	if err != nil {
		return err
	}
	o, err := openOracle(ctx, c.UCI, c.Nodes, c.Answers)
	if err != nil {
		return err
	}
	defer o.close()
	sum := judgeStats{printAll: c.All}
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
			sum.game = fmt.Sprintf("%s, game %d", name, i+1)
			if err := c.game(ctx, analyst, o, file, i, &sum); err != nil {
				if ctx.Err() != nil {
					sum.print()
					return err
				}
				fmt.Fprintf(os.Stderr, "%s: %v\n", sum.game, err)
			}
		}
	}
	sum.print()
	return nil
}

// game judges the report of one game.
func (c *judgeCmd) game(ctx context.Context, analyst *report.Analyst, o *oracle, file *record.File, i int,
	sum *judgeStats) error {
	rec, err := file.Game(i)
	if err != nil {
		return err
	}
	g, err := rec.Game(game.Asian)
	if err != nil {
		return err
	}
	end := endOf(g, rec.Result)
	before := analyst.Engine.(*nodeCounter).nodes
	a, err := c.analyse(ctx, analyst, g, end)
	if err != nil {
		return err
	}
	sum.nodes += analyst.Engine.(*nodeCounter).nodes - before
	r, err := report.Make(g, end, &a)
	if err != nil {
		return err
	}
	sum.addGame(g, r)
	for k := range r.TurningPoints {
		t := &r.TurningPoints[k]
		at := g.Upto(t.Ply)
		if !sum.isNew(at, t.Played) {
			continue
		}
		found, said, err := judge.JudgeTurningPoint(ctx, o, at, t)
		if err != nil {
			return err
		}
		sum.addClaims(found, said)
	}
	return c.mistakes(ctx, o, g, r, &a, sum)
}

// mistakes judges the costly moves that are not turning points: what the mistakes and blunders cost, and the sentences.
func (c *judgeCmd) mistakes(ctx context.Context, o *oracle, g *game.Game, r *report.Report, a *report.Analysis,
	sum *judgeStats) error {
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Verdict == accuracy.Fine {
			continue
		}
		sum.costly++
		if m.Fault != nil {
			sum.explained++
		}
		at := g.Upto(i)
		if slices.ContainsFunc(r.TurningPoints, func(t report.TurningPoint) bool { return t.Ply == i }) ||
			!sum.isNew(at, m.Played) {
			continue
		}
		found, err := judge.JudgeMistake(ctx, o, at,
			&report.TurningPoint{Ply: i, By: at.Position().Turn(), Played: m.Played, Verdict: m.Verdict,
				Line: a.Entries[i].Line, Reply: a.Entries[i+1].Line, Before: m.Loss, Costliest: true}, m.Fault)
		if err != nil {
			return err
		}
		sum.addClaims(found, judge.SentenceCheck{})
	}
	return nil
}

// judgeStats counts claims and how many are confirmed.
type judgeStats struct {
	games, lostGames, explainedLosses, plies int
	nodes                                    uint64
	claims, confirmed, ownLine               map[string]int
	shown, says, close                       int
	// inaccuracies, mistakes and blunders; those of them with an explanation
	costly, explained int
	seen              map[string]bool // positions with the moves played in them
	printAll          bool            // print confirmed claims too
	game              string          // the game being judged
}

// isNew reports whether the move has not been judged in this position before: games with the same
// opening share their first mistakes.
func (s *judgeStats) isNew(g *game.Game, m game.Move) bool {
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	key := g.Position().FEN() + " " + m.String()
	was := s.seen[key]
	s.seen[key] = true
	return !was
}

// lessonMoves is the number of moves by the loser from which a lost game should have a turning point.
const lessonMoves = 10

func (s *judgeStats) addGame(g *game.Game, r *report.Report) {
	s.games++
	s.plies += g.Ply()
	loser, lost := r.Ending.Loser, r.Ending.Decisive && !r.Ending.OffBoard
	undecided := len(r.Positions) > 0 && r.Positions[0].Chance >= 10 && r.Positions[0].Chance <= 90
	if !lost || !undecided || r.Sides[loser].Moves < lessonMoves {
		return
	}
	s.lostGames++
	if slices.ContainsFunc(r.TurningPoints, func(t report.TurningPoint) bool { return t.By == loser }) {
		s.explainedLosses++
	}
}

func (s *judgeStats) addClaims(found []judge.Finding, said judge.SentenceCheck) {
	if s.claims == nil {
		s.claims, s.confirmed, s.ownLine = map[string]int{}, map[string]int{}, map[string]int{}
	}
	for _, f := range found {
		s.claims[f.Kind]++
		if f.Own {
			s.ownLine[f.Kind]++
		}
		if f.Holds {
			s.confirmed[f.Kind]++
			if !s.printAll {
				continue
			}
		}
		s.printFinding(f)
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
			f := found[1]
			f.Kind = "unsaid-" + f.Kind
			s.printFinding(f)
		}
	}
}

// printFinding prints a finding and its game as JSON.
func (s *judgeStats) printFinding(f judge.Finding) {
	text, err := json.Marshal(struct {
		Game string `json:"game"`
		judge.Finding
	}{s.game, f})
	if err == nil {
		fmt.Println(string(text))
	}
}

func (s *judgeStats) print() {
	percent := func(n, of int) string {
		return fmt.Sprintf("%d of %d (%.1f %%)", n, of, 100*float64(n)/math.Max(1, float64(of)))
	}
	kinds := slices.SortedFunc(maps.Keys(s.claims),
		func(a, b string) int { return cmp.Or(cmp.Compare(s.claims[b], s.claims[a]), cmp.Compare(a, b)) })
	claims, held, owned := 0, 0, 0
	for _, k := range kinds {
		fmt.Fprintf(os.Stderr, "%-22s %s hold, %d on its own line\n", k, percent(s.confirmed[k], s.claims[k]),
			s.ownLine[k])
		if k != "turn" && k != "dearest" && k != "verdict" {
			claims, held, owned = claims+s.claims[k], held+s.confirmed[k], owned+s.ownLine[k]
		}
	}
	fmt.Fprintf(os.Stderr, "games %d, plies %d, nodes searched now %d\n", s.games, s.plies, s.nodes)
	fmt.Fprintf(os.Stderr, "turning points         %s\n", percent(s.confirmed["turn"], s.claims["turn"]))
	fmt.Fprintf(os.Stderr, "cost most              %s\n", percent(s.confirmed["dearest"], s.claims["dearest"]))
	fmt.Fprintf(os.Stderr, "mistakes and blunders  %s\n", percent(s.confirmed["verdict"], s.claims["verdict"]))
	fmt.Fprintf(os.Stderr, "claims                 %s, %s on its own line\n", percent(held, claims),
		percent(owned, claims))
	fmt.Fprintf(os.Stderr, "costly moves explained %s\n", percent(s.explained, s.costly))
	fmt.Fprintf(os.Stderr, "losers who learn       %s\n", percent(s.explainedLosses, s.lostGames))
	fmt.Fprintf(os.Stderr, "mate or a piece, said  %s; at least spoken of %s\n", percent(s.says, s.shown),
		percent(s.close, s.shown))
}

// nodeCounter is an engine that counts its nodes.
type nodeCounter struct {
	ai.Liner
	nodes uint64
}

func (c *nodeCounter) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	found, err := c.Liner.Lines(ctx, g, lim)
	if len(found) > 0 {
		c.nodes += found[0].Nodes
	}
	return found, err
}
