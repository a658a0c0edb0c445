package puzzles

import (
	"fmt"
	"strings"
	"testing"

	"yeye/ai/puzzle"
	"yeye/game"
)

// alike returns puzzles of one grade that differ by the place of a pawn, not more than 18.
func alike(t *testing.T, n, grade int) (all []puzzle.Puzzle) {
	t.Helper()
	for i := range n {
		ranks := strings.Split("3k5/9/9/9/9/9/9/4R4/9/4K4", "/")
		ranks[3+i/9] = strings.ReplaceAll(fmt.Sprintf("%dP%d", i%9, 8-i%9), "0", "")
		start, err := game.ParseFEN(strings.Join(ranks, "/") + " w")
		if err != nil {
			t.Fatal(err)
		}
		m, err := game.ParseMove("e2d2")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, puzzle.Puzzle{Kind: puzzle.Mate, Start: start, Line: []game.Move{m}, Rating: grade, Deviation: 110})
	}
	return all
}

// drawn returns how many puzzles a draw can come to.
func drawn(t *testing.T, s *Service, draw func() (string, error)) int {
	t.Helper()
	found := map[string]bool{}
	for i := range 100 {
		s.random = func(n int) int { return i % n }
		name, err := draw()
		if err != nil {
			t.Fatal(err)
		}
		found[name] = true
	}
	return len(found)
}

// TestSeen lets no try count at a puzzle whose solution may be known, and does not draw it.
func TestSeen(t *testing.T) {
	s := open(t)
	if err := s.SetInitialRating(t.Context(), mei, 1500); err != nil {
		t.Fatal(err)
	}
	one, _, err := s.Solver(t.Context(), mei)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.MarkSeen(t.Context(), mei, s.all[1].ID()); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := s.Next(t.Context(), mei, Wish{}); err != nil || p.ID() == s.all[1].ID() {
		t.Errorf("drawn: %v (%v)", p, err)
	}
	if c, err := s.First(t.Context(), mei, s.all[1], Try{Result: Solved}); err != nil || c.Counted || c.After != one {
		t.Errorf("solved: %+v (%v)", c, err)
	}
	if err := s.MarkSeen(t.Context(), "202", s.all[1].ID()); err != nil {
		t.Fatal(err)
	}
	sections, err := s.Owner().Export(t.Context(), s.db.Read(), "202")
	if err != nil || len(sections) != 1 {
		t.Fatalf("%v, %v", sections, err)
	}
	if e, ok := sections[0].Value.(exported); !ok || len(e.Tries) != 1 || e.Tries[0].Result != Shown {
		t.Errorf("exported %+v", sections[0].Value)
	}
}

// TestRunIsSeen counts what was in a run as tried, whether it was solved, skipped or failed: the next run and other draws have new ones.
func TestRunIsSeen(t *testing.T) {
	s := open(t)
	s = New(s.db, append(alike(t, 4, 800), s.all...), nothing)
	s.random = func(int) int { return 0 }
	r, err := s.Run(t.Context(), mei)
	if err != nil {
		t.Fatal(err)
	}
	var had []string
	for _, on := range []func(){
		func() { r, err = s.Pass(t.Context(), mei, r) },
		func() { r, err = s.Skip(t.Context(), mei, r) },
		func() { _, _, err = s.End(t.Context(), mei, "", r) },
	} {
		had = append(had, r.Puzzle)
		if on(); err != nil {
			t.Fatal(err)
		}
	}
	tried, err := s.tried(t.Context(), mei)
	if err != nil || len(tried) != 3 {
		t.Fatalf("%d are tried (%v)", len(tried), err)
	}
	for _, name := range had {
		if !tried[name] {
			t.Errorf("%s of %q is not tried", name, had)
		}
	}
	if r, err = s.Run(t.Context(), mei); err != nil || tried[r.Puzzle] {
		t.Errorf("the next run begins with %s of %q (%v)", r.Puzzle, had, err)
	}
}

// TestRunDraws draws among all puzzles of a grade, however many; and among those that were tried rather than far away from the grade.
func TestRunDraws(t *testing.T) {
	s := open(t)
	many := alike(t, 18, 800)
	s = New(s.db, append(many, s.all[1:]...), nothing)
	first := func() (string, error) {
		if _, err := s.db.Write().Exec(t.Context(), `DELETE FROM puzzle_runs`); err != nil {
			return "", err
		}
		r, err := s.Run(t.Context(), mei)
		return r.Puzzle, err
	}
	if n := drawn(t, s, first); n != len(many) {
		t.Errorf("one of %d is drawn, want %d", n, len(many))
	}
	for _, p := range many {
		if err := s.MarkSeen(t.Context(), mei, p.ID()); err != nil {
			t.Fatal(err)
		}
	}
	if n := drawn(t, s, first); n != len(many) {
		t.Errorf("one of %d is drawn when all were tried, want %d", n, len(many))
	}
}

// TestReserved draws what is reserved only where nothing else is left.
func TestReserved(t *testing.T) {
	s := open(t)
	many := alike(t, 4, 800)
	s = New(s.db, many, func() map[string]bool { return map[string]bool{many[0].ID(): true} })
	if err := s.SetInitialRating(t.Context(), mei, 1100); err != nil { // beyond the course, which leaves out what ends without check
		t.Fatal(err)
	}
	next := func() (string, error) {
		p, err := s.Next(t.Context(), mei, Wish{})
		return p.ID(), err
	}
	run := func() (string, error) {
		if _, err := s.db.Write().Exec(t.Context(), `DELETE FROM puzzle_runs`); err != nil {
			return "", err
		}
		r, err := s.Run(t.Context(), mei)
		return r.Puzzle, err
	}
	for what, draw := range map[string]func() (string, error){"next": next, "run": run} {
		if n := drawn(t, s, draw); n != 3 {
			t.Errorf("%s: one of %d is drawn, want 3", what, n)
		}
	}
	for _, p := range many[1:] {
		if err := s.MarkSeen(t.Context(), mei, p.ID()); err != nil {
			t.Fatal(err)
		}
	}
	if name, err := next(); err != nil || name != many[0].ID() {
		t.Errorf("the last is %s (%v)", name, err)
	}
	if n := drawn(t, s, run); n != 3 {
		t.Errorf("the others were tried: one of %d is in a run, want 3", n)
	}
}

// TestReservedAgain puts nothing that is reserved in the place of a mistake.
func TestReservedAgain(t *testing.T) {
	s := open(t)
	other, err := puzzle.Parse("M\t2bk1a3/4a4/9/9/9/6B2/9/3A2r2/2nK5/9 b\tg2g4 d1d0 g4g1\t810\t110")
	if err != nil {
		t.Fatal(err)
	}
	failed := s.all[0]
	if err := s.MarkSeen(t.Context(), mei, failed.ID()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		reserved map[string]bool
		want     puzzle.Puzzle
	}{{nil, other}, {map[string]bool{other.ID(): true}, failed}} {
		s = New(s.db, []puzzle.Puzzle{failed, other}, func() map[string]bool { return c.reserved })
		if p, _, err := s.Again(t.Context(), mei, Mistake{Puzzle: failed.ID(), Box: 2}); err != nil || p.ID() != c.want.ID() {
			t.Errorf("reserved %v: %v, want %v (%v)", c.reserved, p, c.want, err)
		}
	}
}

// TestProved draws puzzles by how hard they have proved, whatever the collection says.
func TestProved(t *testing.T) {
	s := open(t)
	if err := s.SetInitialRating(t.Context(), mei, 1500); err != nil {
		t.Fatal(err)
	}
	for i, value := range []float64{1500, 800} {
		if _, err := s.db.Write().Exec(t.Context(), `INSERT INTO puzzle_grades (puzzle, rating, deviation, volatility, tries)
			VALUES (?, ?, 80, 0.06, 30)`, s.all[i].ID(), value); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := s.Next(t.Context(), mei, Wish{}); err != nil || p.ID() != s.all[0].ID() {
		t.Errorf("next: %v (%v)", p, err)
	}
	if r, err := s.Run(t.Context(), mei); err != nil || r.Puzzle != s.all[1].ID() {
		t.Errorf("a run begins with %+v (%v)", r, err)
	}
	for i, want := range []int{1500, 800, 2000} {
		if got, err := s.RatingOf(t.Context(), s.all[i]); err != nil || got != want {
			t.Errorf("%d is rated %d, want %d (%v)", i, got, want, err)
		}
	}
}
