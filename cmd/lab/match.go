package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"yeye/ai"
	"yeye/cmd/lab/internal/arena"
	"yeye/game"
)

// matchCmd plays a match between two players. Measure every change of the engine with it, and put
// the result into the commit:
//
//	lab match yeye yeye,SingularDepth=0 --nodes 5000 --pairs 100
//	lab match yeye yeye,eval=classic --movetime 50ms --pairs 50
//	lab match yeye "uci=../old/yeye uci,name=old" --nodes 10000 --sprt 0,5 --pairs 0
//	lab match yeye "uci=fairy,Use NNUE=false" --movetime 200ms --pairs 100 --games fairy.pgn
//	lab match yeye ucci=eleeye --nodes 10000 --pairs 50
//	lab match level=3 level=2 --pairs 50
//
// [arena.ParseSpec] describes the players. With --games the match can be interrupted (Ctrl-C), and the same command
// resumes it. The last line on stdout is the result; the progress is on stderr. An engine against itself should score
// even.
type matchCmd struct {
	First  string `arg:"" help:"Player whose score is reported: yeye[,setting=value…], level=N, uci=PROGRAM or ucci=PROGRAM."`
	Second string `arg:"" help:"The other player."`

	Pairs       int           `default:"50" help:"Pairs of games; 0 with --sprt plays until the test decides."`
	Nodes       uint64        `help:"Nodes per move; 10000 if no other limit is set."`
	Depth       int           `help:"Search depth per move, in plies."`
	MoveTime    time.Duration `name:"movetime" help:"Time per move, like 200ms."`
	Clock       time.Duration `help:"Time per game for each side, like 10s."`
	Increment   time.Duration `help:"Increment per move, like 100ms."`
	Concurrency int           `default:"1" help:"Games to play at once."`
	Seed        uint64        `default:"1" help:"Seed of the openings and of the players' randomness."`
	Openings    string        `help:"File of openings, as FENs or moves, one per line; by default they are drawn by the seed. Used again from the first, except by players that would repeat their games."`
	Plies       int           `default:"8" help:"Length of drawn openings."`
	Games       string        `help:"PGN file to write the games to and resume the match from."`
	SPRT        []float64     `name:"sprt" help:"Stop when the test decides between these two Elo differences, like 0,5."`
	Resign      int           `help:"Adjudicate a loss when both see a side this much worse for six plies; 0 plays on."`
	DrawAfter   int           `help:"Adjudicate a draw when, from this ply on, both see no advantage for twenty plies; 0 plays on."`
	MaxPlies    int           `default:"600" help:"Draw after this many plies."`
	Grace       time.Duration `default:"200ms" help:"How late a move may be."`
	Rules       string        `enum:"asian,nochase,none" default:"asian" help:"Repetition rules: asian, nochase or none."`
	progress
}

func (c *matchCmd) Run(ctx context.Context) error {
	m, err := c.match()
	if err != nil {
		return err
	}
	if c.Games != "" {
		if m.Journal, err = arena.OpenJournal(c.Games); err != nil {
			return err
		}
		defer m.Journal.Close()
	}
	var sum totals
	games := 2 * c.Pairs
	if games == 0 {
		games = -1
	}
	bar := c.bar(games)
	if m.Journal != nil {
		for _, p := range m.Journal.Old {
			sum.add(p)
		}
	}
	before := sum.games
	m.Each = func(p *arena.Played, t *arena.Tally) {
		sum.add(p)
		line := t.String()
		if len(c.SPRT) == 2 {
			line += fmt.Sprintf("  LLR %.2f", t.LLR(c.SPRT[0], c.SPRT[1]))
		}
		bar.Describe(line)
		_ = bar.Set(t.Games())
	}
	began := time.Now()
	t, err := m.Play(ctx)
	fmt.Fprintln(os.Stderr)
	switch {
	case errors.Is(err, context.Canceled):
		err = nil
	case errors.Is(err, arena.ErrOpeningsUsedUp):
		fmt.Fprintf(os.Stderr, "Ended after %d pairs: %v.\n", len(m.Openings), err)
		err = nil
	}
	if err == nil || sum.games > before { // a match that could not start has no result
		c.report(t, &sum, m.Test, time.Since(began))
	}
	return err
}

func (c *matchCmd) match() (*arena.Match, error) {
	if c.Grace <= 0 {
		c.Grace = 1 // 1 ns, practically none: 0 would mean the default of the rules
	}
	first, err := arena.ParseSpec(c.First)
	if err != nil {
		return nil, err
	}
	second, err := arena.ParseSpec(c.Second)
	if err != nil {
		return nil, err
	}
	rules, _ := game.ParseRules(c.Rules)
	if c.Nodes == 0 && c.Depth == 0 && c.MoveTime == 0 && c.Clock == 0 {
		c.Nodes = 10_000
	}
	m := &arena.Match{
		First: first, Second: second, Pairs: c.Pairs, Concurrency: c.Concurrency, Seed: c.Seed,
		Generator: arena.Generator{Plies: c.Plies},
		Rules: arena.Rules{
			Repetition: rules, Grace: c.Grace, MaxPlies: c.MaxPlies,
			Budget: arena.Budget{Nodes: c.Nodes, Depth: c.Depth, MoveTime: c.MoveTime,
				Time: [2]time.Duration{c.Clock, c.Clock}, Increment: [2]time.Duration{c.Increment, c.Increment}},
			ResignScore: ai.Score(c.Resign), ResignPlies: 6,
		},
	}
	m.Conditions = c.conditions()
	if c.DrawAfter > 0 {
		m.Rules.DrawScore, m.Rules.DrawPlies, m.Rules.DrawFrom = 8, 20, c.DrawAfter
	}
	switch len(c.SPRT) {
	case 0:
	case 2:
		if c.SPRT[0] >= c.SPRT[1] {
			return nil, errors.New("--sprt takes the smaller difference first, like 0,5")
		}
		m.Test = arena.SPRT{Elo0: c.SPRT[0], Elo1: c.SPRT[1]}
	default:
		return nil, errors.New("--sprt takes two differences, like 0,5")
	}
	if c.Openings != "" {
		f, err := os.Open(c.Openings)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if m.Openings, err = arena.ReadOpenings(f); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Openings, err)
		}
		if len(m.Openings) == 0 {
			return nil, fmt.Errorf("%s holds no opening", c.Openings)
		}
	}
	return m, nil
}

// conditions describes how the games are played, so that a file of games is not extended under other conditions. It
// does not include the number of games, their concurrency and the grace time.
func (c *matchCmd) conditions() string {
	text := fmt.Sprintf("%s and %s, seed %d, rules %s, at most %d plies", c.First, c.Second, c.Seed, c.Rules,
		c.MaxPlies)
	openings := fmt.Sprintf("%d plies drawn", c.Plies)
	if c.Openings != "" {
		openings = filepath.Base(c.Openings)
	}
	for _, limit := range []struct {
		name  string
		value any
		given bool
	}{
		{"openings", openings, true},
		{"nodes", c.Nodes, c.Nodes > 0},
		{"depth", c.Depth, c.Depth > 0},
		{"movetime", c.MoveTime, c.MoveTime > 0},
		{"clock", c.Clock, c.Clock > 0},
		{"increment", c.Increment, c.Increment > 0},
		{"resign", c.Resign, c.Resign > 0},
		{"draw after", c.DrawAfter, c.DrawAfter > 0},
	} {
		if limit.given {
			text += fmt.Sprintf(", %s %v", limit.name, limit.value)
		}
	}
	return text
}

// totals holds statistics of the match by player.
type totals struct {
	nodes   [2]uint64
	plies   [2]int
	depths  [2]int
	slowest [2]time.Duration
	length  int
	games   int
}

func (s *totals) add(p *arena.Played) {
	for c := range 2 {
		who := c
		if p.Leg == 2 {
			who = 1 - c
		}
		s.nodes[who] += p.Nodes[c]
		s.plies[who] += p.Plies[c]
		s.depths[who] += p.Depths[c]
		s.slowest[who] = max(s.slowest[who], p.Slowest[c])
	}
	s.length += len(p.Moves)
	s.games++
}

func (c *matchCmd) report(t *arena.Tally, s *totals, test arena.SPRT, took time.Duration) {
	for i, name := range [2]string{c.First, c.Second} {
		search := ""
		if n := s.plies[i]; s.nodes[i] > 0 { // neither characters nor journals report nodes
			search = fmt.Sprintf("depth %.1f, %d nodes a move, ", float64(s.depths[i])/float64(n),
				s.nodes[i]/uint64(n))
		}
		fmt.Printf("%-40s %sslowest move %s; lost by illegal moves %d, crashes %d, on time %d, own perpetual %d\n",
			name, search, s.slowest[i].Round(time.Millisecond), t.Illegal[i], t.Crashes[i], t.Time[i], t.Perpetual[i])
	}
	ends := make([]string, 0, len(t.Ends))
	for e, n := range t.Ends {
		ends = append(ends, fmt.Sprintf("%s %d", e, n))
	}
	slices.Sort(ends)
	fmt.Printf("ends: %v; %d plies a game; pairs %v; %s\n", ends, s.length/max(s.games, 1), t.Pairs,
		took.Round(time.Second))
	line := fmt.Sprintf("%s vs %s: %s", c.First, c.Second, t)
	if len(c.SPRT) == 2 {
		low, high := test.Bounds()
		verdict := [...]string{"refused", "open", "accepted"}[test.Verdict(t)+1]
		line += fmt.Sprintf("  LLR %.2f (%.2f, %.2f) %s", t.LLR(test.Elo0, test.Elo1), low, high, verdict)
	}
	fmt.Println(line)
}
