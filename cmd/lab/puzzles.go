package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/ai/puzzle/mine"
	"yeye/cmd/lab/internal/arena"
	"yeye/game"
)

// puzzlesCmd makes the collection of puzzles and prints it:
//
//	lab puzzles --mine found.tsv --seed 1 --games 2000
//	lab puzzles --add found.tsv --uci pikafish,Hash=16
//	lab puzzles --check 300 --uci fairy,Hash=64
//	lab puzzles --days 400
//	lab puzzles --list
type puzzlesCmd struct {
	List  bool   `xor:"what" required:"" help:"Print the collection: id, position, line, rating, themes."`
	Count bool   `xor:"what" required:"" help:"Print how many puzzles have each theme, grade and length."`
	Mine  string `xor:"what" required:"" help:"Play games and append the puzzles found in them to this file; continues where it ends."`
	Days  int    `xor:"what" required:"" help:"Append puzzles to the puzzles of the day, until there are N."`
	Check int    `xor:"what" required:"" help:"Ask the engine of --uci about N puzzles, drawn by --seed."`
	Add   string `xor:"what" required:"" help:"Grade the puzzles of this file and append those that are new to the collection."`

	Games      int    `default:"100" help:"Games to have been played for --mine."`
	Endings    bool   `xor:"where" help:"Let --mine place endings of few pieces at random instead of playing games."`
	Openings   bool   `xor:"where" help:"Let --mine play openings only, and try more mistakes in them."`
	Free       bool   `xor:"where" help:"Let --mine place few pieces at random, one of which can be taken for nothing."`
	UCI        string `name:"uci" help:"Another engine that must confirm what --add appends, or judge for --check: its program and settings, as in lab match."`
	Nodes      uint64 `default:"1000000" help:"Nodes of the engine for each question of --check."`
	Answers    string `type:"path" help:"File to keep the engine's answers to --check in."`
	Seed       uint64 `default:"1" help:"Seed of --mine and --check: the same seed finds and draws the same puzzles."`
	Calendar   string `default:"ai/puzzle/daily.txt" help:"The file that --days appends to."`
	Collection string `default:"ai/puzzle/puzzles.tsv" help:"The collection that --add appends to."`
}

func (c *puzzlesCmd) Run(ctx context.Context) error {
	switch {
	case c.List:
		for _, p := range puzzle.All() {
			if !p.Withdrawn {
				fmt.Println(listLine(p))
			}
		}
		return nil
	case c.Count:
		printStats(puzzle.All())
		return nil
	case c.Days > 0:
		return c.addDaily()
	case c.Check > 0:
		return c.check(ctx)
	case c.Mine != "":
		return c.mine(ctx)
	default:
		return c.add(ctx)
	}
}

// listLine returns a puzzle as --list prints it.
func listLine(p puzzle.Puzzle) string {
	fields := strings.Split(p.String(), "\t")
	var themes []string
	for _, t := range p.Themes() {
		themes = append(themes, string(t))
	}
	return strings.Join([]string{p.ID(), fields[1], fields[2], fields[3], strings.Join(themes, " ")}, "\t")
}

// printStats prints the numbers of themes, of lengths by kind, and of ratings.
func printStats(all []puzzle.Puzzle) {
	themes, lengths, ratingBands := map[puzzle.Theme]int{}, map[string]int{}, map[int]int{}
	offered := 0
	for _, p := range all {
		if p.Withdrawn {
			continue
		}
		offered++
		for _, t := range p.Themes() {
			themes[t]++
		}
		lengths[fmt.Sprintf("%s%d", p.Kind, p.Moves())]++
		ratingBands[p.Rating/300*300]++
	}
	fmt.Println(offered, "puzzles")
	for _, s := range slices.Sorted(maps.Keys(lengths)) {
		fmt.Printf("%-24s %5d\n", s, lengths[s])
	}
	for _, g := range slices.Sorted(maps.Keys(ratingBands)) {
		fmt.Printf("%4d to %-16d %5d\n", g, g+299, ratingBands[g])
	}
	for _, t := range slices.Sorted(maps.Keys(themes)) {
		fmt.Printf("%-24s %5d\n", t, themes[t])
	}
}

// mine plays the games after the last one of the file. A line that starts with "# game" follows each game, so an
// interrupted run loses at most one game.
func (c *puzzlesCmd) mine(ctx context.Context) error {
	text, err := os.ReadFile(c.Mine)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	next := 0
	for line := range strings.Lines(string(text)) {
		if _, err := fmt.Sscanf(line, "# game %d", &next); err == nil {
			next++
		}
	}
	f, err := os.OpenFile(c.Mine, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	m := mine.New(c.Seed)
	generate := m.Game
	switch {
	case c.Endings:
		generate = m.Ending
	case c.Openings:
		generate = m.Opening
	case c.Free:
		generate = m.FreeCapture
	}
	for n := next; n < c.Games; n++ {
		found, err := generate(ctx, n)
		if err := cmp.Or(err, ctx.Err()); err != nil { // an interrupted search still returns a result, so check ctx too
			return err
		}
		var text strings.Builder
		for _, p := range found {
			fmt.Fprintln(&text, p)
		}
		fmt.Fprintf(&text, "# game %d seed %d %s\n", n, c.Seed, listDecisions(m.Decisions))
		if _, err := f.WriteString(text.String()); err != nil {
			return err
		}
	}
	return nil
}

// listDecisions lists the numbers of candidates by kind and decision.
func listDecisions(counts map[mine.KindDecision]int) string {
	var all []string
	for f, n := range counts {
		all = append(all, fmt.Sprintf("%s %s: %d", f.Kind, f.Decision, n))
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

// add appends new puzzles to the collection. A file beside the input records what was rejected and why; an interrupted
// run resumes after it.
func (c *puzzlesCmd) add(ctx context.Context) error {
	existing, err := readPuzzles(c.Collection)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(c.Add)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(c.Collection, os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	rejected, err := openRejects(c.Add + ".fell")
	if err != nil {
		return err
	}
	defer rejected.file.Close()
	engine, err := c.newConfirmer(ctx)
	if err != nil {
		return err
	}
	defer engine.close()
	set := mine.NewSet(existing)
	m := mine.New(c.Seed)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		p, err := puzzle.Parse(strings.TrimSpace(line))
		if err != nil {
			return err
		}
		if rejected.ids[p.ID()] || !set.Accepts(p) {
			continue
		}
		why, err := c.review(ctx, m, engine, &p)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if why != "" {
			if err := rejected.add(p, why); err != nil {
				return err
			}
			continue
		}
		set.Add(p)
		if _, err := fmt.Fprintln(f, p); err != nil {
			return err
		}
	}
	return nil
}

// review confirms and grades a puzzle, and returns why it is rejected, "" if it is accepted.
func (c *puzzlesCmd) review(ctx context.Context, m *mine.Miner, other *confirmer, p *puzzle.Puzzle) (string, error) {
	switch confirmed, err := other.confirm(ctx, m, *p); {
	case err != nil:
		return "", err
	case !confirmed:
		return "not confirmed", nil
	}
	if p.Rating == 0 {
		if err := m.Grade(ctx, p); err != nil {
			return "", err
		}
	}
	if mine.Trivial(*p) {
		return "trivial", nil
	}
	return "", nil
}

// rejects is the file of rejected puzzles.
type rejects struct {
	ids  map[string]bool
	file *os.File
}

func openRejects(name string) (*rejects, error) {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	n := &rejects{ids: make(map[string]bool)}
	for line := range strings.Lines(string(text)) {
		id, _, _ := strings.Cut(line, "\t")
		n.ids[id] = true
	}
	n.file, err = os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	return n, err
}

func (n *rejects) add(p puzzle.Puzzle, why string) error {
	_, err := fmt.Fprintf(n.file, "%s\t%s\t%s\n", p.ID(), p.Kind, why)
	return err
}

// addDaily appends puzzles of medium rating with a theme to the calendar, shuffled by the seed and the length of the
// file.
func (c *puzzlesCmd) addDaily() error {
	all, err := readPuzzles(c.Collection)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(c.Calendar)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dates := strings.Fields(string(text))
	var candidates []string
	for _, p := range all {
		if mine.FitsDaily(p) && !slices.Contains(dates, p.ID()) {
			candidates = append(candidates, p.ID())
		}
	}
	rand.New(rand.NewPCG(c.Seed, uint64(len(dates)))).Shuffle(len(candidates),
		func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
	f, err := os.OpenFile(c.Calendar, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, name := range candidates[:min(len(candidates), max(0, c.Days-len(dates)))] {
		if _, err := fmt.Fprintln(f, name); err != nil {
			return err
		}
	}
	return nil
}

func readPuzzles(name string) ([]puzzle.Puzzle, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	all, err := puzzle.ParseAll(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// confirmer is the other engine of --add. Without an engine it confirms every puzzle.
type confirmer struct {
	program arena.Program
}

func (c *puzzlesCmd) newConfirmer(ctx context.Context) (*confirmer, error) {
	if c.UCI == "" {
		return &confirmer{}, nil
	}
	p, err := startProgram(ctx, c.UCI)
	return &confirmer{p}, err
}

func (s *confirmer) close() {
	if s.program != nil {
		_ = s.program.Close()
	}
}

// Line implements [mine.Oracle].
func (s *confirmer) Line(ctx context.Context, g *game.Game, nodes uint64) (ai.Info, error) {
	return s.program.Line(ctx, g, nodes)
}

func (s *confirmer) confirm(ctx context.Context, m *mine.Miner, p puzzle.Puzzle) (bool, error) {
	if s.program == nil {
		return true, nil
	}
	if err := s.program.NewGame(ctx, 0); err != nil {
		return false, err
	}
	return m.Confirm(ctx, s, p)
}
