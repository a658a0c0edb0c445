package puzzles

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"yeye/ai/puzzle"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/store"
)

// lines is a collection of puzzles of three grades.
var lines = []string{
	"M\t2bk1a3/4a4/b8/9/9/6B2/9/3A2r2/2nK5/9 b\tg2g4 d1d0 g4g1\t800\t110",
	"M\t3R2b2/3ck4/4b4/9/p5pP1/9/9/5A3/2np2r2/3AK1BR1 b\td1e1 e0f0 g1f1\t1500\t110",
	"A\t2b1k1b2/3Ra4/n8/p1p1p1p1p/4r4/2P6/P6rP/5R3/3K5/2BA1A3 w\tf2f8 e5d5 d8d5\t2000\t110",
}

func open(t *testing.T) *Service {
	t.Helper()
	var all []puzzle.Puzzle
	for _, l := range lines {
		p, err := puzzle.Parse(l)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	db, _ := testdb.Open(t, time.Now)
	s := New(db, all)
	s.random = func(int) int { return 0 }
	return s
}

const mei id.Player = "201"

func TestNext(t *testing.T) {
	s := open(t)
	if err := s.Begin(t.Context(), mei, 1500); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		wish Wish
		want int
	}{{Wish{}, 1}, {Wish{Harder: -600}, 0}, {Wish{Harder: 600}, 2}, {Wish{Theme: "mate2"}, 1}, {Wish{Theme: puzzle.WinsRook}, 2}, {Wish{Theme: "finish.kun_bi"}, 0}} {
		p, err := s.Next(t.Context(), mei, c.wish)
		if err != nil || p.ID() != s.all[c.want].ID() {
			t.Errorf("%+v: %v, want %v (%v)", c.wish, p, s.all[c.want], err)
		}
	}
	if _, err := s.First(t.Context(), mei, s.all[1], Solved); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Next(t.Context(), mei, Wish{}); err != nil || p.ID() == s.all[1].ID() {
		t.Errorf("%v again (%v)", p, err)
	}
	if p, err := s.Next(t.Context(), mei, Wish{Theme: puzzle.Fork}); !errors.Is(err, ErrNone) {
		t.Errorf("a theme that no puzzle has: %v, %v", p, err)
	}
}

// TestFirst checks that only the first try counts, and what it changes.
func TestFirst(t *testing.T) {
	s := open(t)
	if err := s.Begin(t.Context(), mei, 1100); err != nil {
		t.Fatal(err)
	}
	if err := s.Begin(t.Context(), mei, 1500); err != nil {
		t.Fatal(err)
	}
	one, known, err := s.Solver(t.Context(), mei)
	if err != nil || !known || one.Rating.Value != 1100 {
		t.Fatalf("begun twice: %+v, %v, %v", one, known, err)
	}
	try := func(n int, r Result) Change {
		t.Helper()
		c, err := s.First(t.Context(), mei, s.all[n], r)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	up := try(1, Solved)
	if !up.Counted || up.After.Rating.Value <= 1100 || up.After.Running != 1 || up.After.Best != 1 {
		t.Errorf("solved: %+v", up)
	}
	if again := try(1, Failed); again.Counted || again.After != up.After {
		t.Errorf("a second try: %+v", again)
	}
	helped := try(2, Helped)
	if helped.Counted || helped.After.Rating != up.After.Rating || helped.After.Running != 0 || helped.After.Best != 1 {
		t.Errorf("helped: %+v", helped)
	}
	if down := try(0, Failed); !down.Counted || down.After.Rating.Value >= helped.After.Rating.Value {
		t.Errorf("failed: %+v", down)
	}
}

// TestPuzzlesLearn checks that solvers who are well known move a puzzle's grade, and others do not.
func TestPuzzlesLearn(t *testing.T) {
	s := open(t)
	grade := func() float64 {
		g, err := s.grade(t.Context(), s.db.Read(), s.all[1])
		if err != nil {
			t.Fatal(err)
		}
		return g.Value
	}
	before := grade()
	if _, err := s.First(t.Context(), mei, s.all[1], Solved); err != nil {
		t.Fatal(err)
	}
	if now := grade(); now != before {
		t.Errorf("a newcomer moves it from %v to %v", before, now)
	}
	for i := range 20 {
		p := id.Player(fmt.Sprint(300 + i))
		one := Solver{}
		one.Rating.Value, one.Rating.Deviation, one.Rating.Volatility = 1500, 80, 0.06
		if err := s.db.Tx(t.Context(), func(tx store.Tx) error { return s.save(t.Context(), tx, p, one) }); err != nil {
			t.Fatal(err)
		}
		if _, err := s.First(t.Context(), p, s.all[1], Solved); err != nil {
			t.Fatal(err)
		}
	}
	if now := grade(); now >= before-20 {
		t.Errorf("solved by twenty: %v, before %v", now, before)
	}
}

// TestErase leaves nothing of a player.
func TestErase(t *testing.T) {
	s := open(t)
	if _, err := s.First(t.Context(), mei, s.all[0], Solved); err != nil {
		t.Fatal(err)
	}
	if err := s.Report(t.Context(), mei, s.all[0].ID()); err != nil {
		t.Fatal(err)
	}
	own := s.Personal()
	sections, err := own.Export(t.Context(), mei)
	if err != nil || len(sections) != 1 {
		t.Fatalf("%v, %v", sections, err)
	}
	if e, ok := sections[0].Value.(exported); !ok || len(e.Tries) != 1 || len(e.Reports) != 1 || e.Tries[0].Result != Solved {
		t.Errorf("exported %+v", sections[0].Value)
	}
	if err := s.db.Tx(t.Context(), func(tx store.Tx) error { return own.Erase(t.Context(), tx, mei) }); err != nil {
		t.Fatal(err)
	}
	if sections, err = own.Export(t.Context(), mei); err != nil || sections[0].Value != nil {
		t.Errorf("after it: %+v, %v", sections, err)
	}
}
