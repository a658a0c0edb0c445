package puzzle_test

import (
	"slices"
	"strings"
	"testing"

	"yeye/ai/puzzle"
	"yeye/game"
)

// TestCollection reads the collection and checks what is promised of every puzzle.
func TestCollection(t *testing.T) {
	for _, p := range puzzle.All() {
		start := p.Start
		for i, m := range p.Line {
			if i%2 == 0 && start.CountLegal() == 1 && i == 0 {
				t.Errorf("%s: only one move is legal", p.ID())
			}
			start = start.After(m)
		}
		if mated := !start.HasLegal(); mated != (p.Kind == puzzle.Mate) {
			t.Errorf("%s: kind %s, mated %v", p.ID(), p.Kind, mated)
		}
		if p.Rating < 400 || p.Rating > 2800 || p.Deviation < 110 {
			t.Errorf("%s: rating %d, deviation %d", p.ID(), p.Rating, p.Deviation)
		}
	}
}

const sample = "A\t2b1k1b2/3Ra4/n8/p1p1p1p1p/4r4/2P6/P6rP/5R3/3K5/2BA1A3 w\tf2f8 e5d5 d8d5\t1300\t110"

func TestParse(t *testing.T) {
	p, err := puzzle.Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	if p.String() != sample || p.Moves() != 2 || p.Kind != puzzle.Win {
		t.Errorf("%q, %d moves", p, p.Moves())
	}
	if p, err := puzzle.Parse("-" + sample); err != nil || !p.Withdrawn || p.Kind != puzzle.Win ||
		p.String() != "-"+sample {
		t.Errorf("withdrawn: %v (%v)", p, err)
	}
	for name, line := range map[string]string{
		"nothing":          "",
		"a field less":     "A\t4k4/9/9/9/9/9/9/9/9/3K5 w\td0d1\t1",
		"another kind":     strings.Replace(sample, "A", "X", 1),
		"no position":      strings.Replace(sample, "2b1k1b2", "2b1k1b3", 1),
		"no move":          strings.Replace(sample, "f2f8", "f2", 1),
		"an illegal move":  strings.Replace(sample, "f2f8", "f2g8", 1),
		"an answer at end": strings.Replace(sample, " d8d5", "", 1),
		"no rating":        strings.Replace(sample, "1300", "", 1),
		"no deviation":     strings.Replace(sample, "110", "x", 1),
	} {
		if p, err := puzzle.Parse(line); err == nil {
			t.Errorf("%s: %v", name, p)
		}
	}
	if _, err := puzzle.ParseAll(sample + "\n# a comment\n\n" + sample); err == nil {
		t.Error("a puzzle twice")
	}
}

// TestID keeps ids, which are stored, and gives mirror images the same.
func TestID(t *testing.T) {
	p, err := puzzle.Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.ID(); got != "jjd2h2tn" {
		t.Errorf("the id has become %s", got)
	}
	mirror := puzzle.Puzzle{Kind: p.Kind, Start: p.Start.Mirror()}
	for _, m := range p.Line {
		mirror.Line = append(mirror.Line, m.Mirror())
	}
	if mirror.ID() != p.ID() {
		t.Errorf("%s, its mirror image %s", p.ID(), mirror.ID())
	}
	again := mirror.Start.Mirror()
	if !again.Same(&p.Start) {
		t.Errorf("mirrored twice: %s", again.FEN())
	}
	p.Line = []game.Move{game.NewMove(game.SquareAt(5, 2), game.SquareAt(5, 9))}
	if p.ID() == mirror.ID() {
		t.Error("another first move has the same id")
	}
}

// TestDays checks that each number has a puzzle of the collection of its own.
func TestDays(t *testing.T) {
	all := map[string]puzzle.Puzzle{}
	for _, p := range puzzle.All() {
		all[p.ID()] = p
	}
	seen := map[string]bool{}
	for i, name := range puzzle.Days() {
		p, ok := all[name]
		switch {
		case !ok:
			t.Errorf("number %d: no puzzle %s", i+1, name)
		case p.Withdrawn:
			t.Errorf("number %d: %s is withdrawn", i+1, name)
		case seen[name]:
			t.Errorf("number %d: %s again", i+1, name)
		case p.Moves() < 2 || p.Moves() > 4 || p.Rating < 900 || p.Rating > 2000:
			t.Errorf("number %d: %s is not for everybody", i+1, name)
		}
		seen[name] = true
	}
}

// TestMirrored solves the mirror image of each puzzle.
func TestMirrored(t *testing.T) {
	for _, p := range puzzle.All() {
		m := p.Mirrored()
		again, err := puzzle.Parse(m.String())
		if err != nil || m.ID() != p.ID() || !slices.Equal(again.Themes(), p.Themes()) {
			t.Errorf("%s: %v, %v and mirrored %v (%v)", p.ID(), m, p.Themes(), m.Themes(), err)
		}
	}
}

// TestOrder finds the kinds in the order in which they are hard for people, in either half of the collection; the
// grades of neither were fitted to its puzzles. Nearly all mates in one come before nearly all quiet moves.
func TestOrder(t *testing.T) {
	kinds := []struct {
		name string
		is   func(p puzzle.Puzzle, themes []puzzle.Theme) bool
	}{
		{"free pieces", func(_ puzzle.Puzzle, themes []puzzle.Theme) bool { return slices.Contains(themes, puzzle.FreePiece) }},
		{"mates in one", func(_ puzzle.Puzzle, themes []puzzle.Theme) bool { return slices.Contains(themes, "mate1") }},
		{"wins in one or two moves", func(p puzzle.Puzzle, themes []puzzle.Theme) bool {
			return p.Kind == puzzle.Win && p.Moves() <= 2 && !slices.Contains(themes, puzzle.FreePiece) &&
				!slices.Contains(themes, puzzle.QuietMove)
		}},
		{"mates in two", func(_ puzzle.Puzzle, themes []puzzle.Theme) bool { return slices.Contains(themes, "mate2") }},
		{"saves", func(p puzzle.Puzzle, themes []puzzle.Theme) bool {
			return p.Kind == puzzle.Save && !slices.Contains(themes, puzzle.QuietMove)
		}},
		{"quiet moves", func(_ puzzle.Puzzle, themes []puzzle.Theme) bool { return slices.Contains(themes, puzzle.QuietMove) }},
	}
	grades := [2][][]int{make([][]int, len(kinds)), make([][]int, len(kinds))}
	for _, p := range puzzle.All() {
		half, themes := int(p.ID()[0])%2, p.Themes()
		for i, k := range kinds {
			if !p.Withdrawn && k.is(p, themes) {
				grades[half][i] = append(grades[half][i], p.Rating)
			}
		}
	}
	at := func(of []int, percent int) int { return of[len(of)*percent/100] }
	for half := range grades {
		for i, of := range grades[half] {
			slices.Sort(of)
			if len(of) < 20 {
				t.Fatalf("only %d %s", len(of), kinds[i].name)
			}
			if i > 0 && at(grades[half][i-1], 50) >= at(of, 50) {
				t.Errorf("half %d: %s have %d, %s %d", half, kinds[i-1].name, at(grades[half][i-1], 50), kinds[i].name,
					at(of, 50))
			}
		}
		if mates, quiet := grades[half][1], grades[half][len(kinds)-1]; at(mates, 90) >= at(quiet, 10) {
			t.Errorf("half %d: a tenth of the mates in one have %d and more, a tenth of the quiet moves %d and less",
				half, at(mates, 90), at(quiet, 10))
		}
	}
}
