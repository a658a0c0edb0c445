package puzzles

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"yeye/ai/puzzle"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match/rating"
	"yeye/bot/store"
)

// lines is a collection of puzzles of three grades.
var lines = []string{
	"M\t2bk1a3/4a4/b8/9/9/6B2/9/3A2r2/2nK5/9 b\tg2g4 d1d0 g4g1\t800\t110",
	"M\t3R2b2/3ck4/4b4/9/p5pP1/9/9/5A3/2np2r2/3AK1BR1 b\td1e1 e0f0 g1f1\t1500\t110",
	"A\t2b1k1b2/3Ra4/n8/p1p1p1p1p/4r4/2P6/P6rP/5R3/3K5/2BA1A3 w\tf2f8 e5d5 d8d5\t2000\t110",
}

// nothing is reserved.
func nothing() map[string]bool { return nil }

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
	db, _ := testdb.Open(t, func() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) })
	s := New(db, all, nothing)
	s.random = func(int) int { return 0 }
	return s
}

const mei id.Player = "201"

func TestNext(t *testing.T) {
	s := open(t)
	if err := s.SetInitialRating(t.Context(), mei, 1500); err != nil {
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
	if _, err := s.First(t.Context(), mei, s.all[1], Try{Result: Solved}); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Next(t.Context(), mei, Wish{}); err != nil || p.ID() == s.all[1].ID() {
		t.Errorf("%v again (%v)", p, err)
	}
	if p, err := s.Next(t.Context(), mei, Wish{Theme: puzzle.Fork}); !errors.Is(err, ErrNone) {
		t.Errorf("a theme that no puzzle has: %v, %v", p, err)
	}
}

// TestFirstIsToBeWon gives somebody's first puzzle a win, where there is one; later ones, and what is wished for, may save the game.
func TestFirstIsToBeWon(t *testing.T) {
	s := open(t)
	save, err := puzzle.Parse("D\t3k5/9/8b/4R3c/9/9/8r/9/9/3AKAB2 b\ti3d3\t900\t110")
	if err != nil {
		t.Fatal(err)
	}
	s = New(s.db, append(s.all, save), nothing)
	s.random = func(int) int { return 0 }
	if err := s.SetInitialRating(t.Context(), mei, 900); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		wish Wish
		want int
	}{{Wish{}, 0}, {Wish{Theme: puzzle.HoldsDraw}, 3}} {
		if p, err := s.Next(t.Context(), mei, c.wish); err != nil || p.ID() != s.names().ids[c.want] {
			t.Errorf("%+v: %v (%v)", c.wish, p, err)
		}
	}
	if _, err := s.First(t.Context(), mei, s.all[0], Try{Result: Solved}); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Next(t.Context(), mei, Wish{}); err != nil || p.ID() != s.names().ids[3] {
		t.Errorf("the second: %v (%v)", p, err)
	}
	alone := New(s.db, []puzzle.Puzzle{save}, nothing)
	if p, err := alone.Next(t.Context(), "202", Wish{}); err != nil || p.ID() != save.ID() {
		t.Errorf("nothing to win: %v (%v)", p, err)
	}
}

// TestFirst checks that only the first try counts, and what it changes.
func TestFirst(t *testing.T) {
	s := open(t)
	if err := s.SetInitialRating(t.Context(), mei, 1100); err != nil {
		t.Fatal(err)
	}
	if err := s.SetInitialRating(t.Context(), mei, 1500); err != nil {
		t.Fatal(err)
	}
	one, known, err := s.Solver(t.Context(), mei)
	if err != nil || !known || one.Rating.Value != 1100 {
		t.Fatalf("begun twice: %+v, %v, %v", one, known, err)
	}
	try := func(n int, r Result) Change {
		t.Helper()
		c, err := s.First(t.Context(), mei, s.all[n], Try{Result: r})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	up := try(1, Solved)
	if !up.Counted || up.After.Rating.Value <= 1100 || up.After.Streak != 1 || up.After.BestStreak != 1 {
		t.Errorf("solved: %+v", up)
	}
	if again := try(1, Failed); again.Counted || again.After != up.After {
		t.Errorf("a second try: %+v", again)
	}
	helped := try(2, Helped)
	if helped.Counted || helped.After.Rating != up.After.Rating || helped.After.Streak != 0 ||
		helped.After.BestStreak != 1 {
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
	if _, err := s.First(t.Context(), mei, s.all[1], Try{Result: Solved}); err != nil {
		t.Fatal(err)
	}
	if now := grade(); now != before {
		t.Errorf("a newcomer moves it from %v to %v", before, now)
	}
	for i := range 20 {
		p := id.Player(fmt.Sprint(300 + i))
		one := Solver{}
		one.Rating.Value, one.Rating.Deviation, one.Rating.Volatility = 1500, 80, 0.06
		if err := s.db.Tx(t.Context(), func(tx store.Tx) error { s.save(t.Context(), tx, p, one); return nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := s.First(t.Context(), p, s.all[1], Try{Result: Solved}); err != nil {
			t.Fatal(err)
		}
	}
	if now := grade(); now >= before-20 {
		t.Errorf("solved by twenty: %v, before %v", now, before)
	}
}

// The first failure costs who is new little, and the next one what it costs anybody who is hardly known; a first success counts in full.
func TestFirstFailureCostsLittle(t *testing.T) {
	s := open(t)
	for _, p := range []id.Player{"mei", "tom"} {
		if err := s.SetInitialRating(t.Context(), p, 1500); err != nil {
			t.Fatal(err)
		}
	}
	var lost []float64
	for n := range 2 {
		c, err := s.First(t.Context(), "mei", s.all[1-n], Try{Result: Failed})
		if err != nil || !c.Counted {
			t.Fatalf("%+v, %v", c, err)
		}
		lost = append(lost, c.Before.Rating.Value-c.After.Rating.Value)
	}
	if lost[0] > rating.ShortGain || lost[1] <= rating.ShortGain {
		t.Errorf("lost %.0f", lost)
	}
	c, err := s.First(t.Context(), "tom", s.all[1], Try{Result: Solved})
	if err != nil || c.After.Rating.Value-c.Before.Rating.Value < 50 {
		t.Errorf("won %.0f, %v", c.After.Rating.Value-c.Before.Rating.Value, err)
	}
}

// One slip at an easy puzzle does not throw back who is hardly known, and many still tell how weak somebody is.
func TestASlipCostsNotTooMuch(t *testing.T) {
	easy := rating.Rating{Value: 650, Deviation: 110, Volatility: 0.06}
	before := Solver{Rating: rating.Rating{Value: 1068, Deviation: 290, Volatility: 0.09}}
	one := updateSolver(before, easy, Failed)
	if lost := before.Rating.Value - one.Rating.Value; lost < 50 || lost > 100 {
		t.Errorf("a slip costs %.0f", lost)
	}
	for range 12 {
		one = updateSolver(one, easy, Failed)
	}
	if one.Rating.Value > 500 {
		t.Errorf("who fails at all easy ones is rated %.0f", one.Rating.Value)
	}
	if up := updateSolver(before, easy, Solved); up.Rating.Value <= before.Rating.Value {
		t.Errorf("solved: %.0f", up.Rating.Value)
	}
}

// Who asks for another level gets no kind twice in a row, where the collection has others of the level.
func TestOfALevelKindsVary(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db, _ := testdb.Open(t, func() time.Time { now = now.Add(time.Second); return now })
	s := New(db, puzzle.All(), nothing)
	s.random = func(int) int { return 0 }
	if err := s.SetInitialRating(t.Context(), mei, 1100); err != nil {
		t.Fatal(err)
	}
	var kinds []puzzle.Theme
	for range 8 {
		p, err := s.Next(t.Context(), mei, Wish{Harder: -600})
		if err != nil {
			t.Fatal(err)
		}
		k := s.kind(s.names().byID[p.ID()])
		if len(kinds) > 0 && k == kinds[len(kinds)-1] {
			t.Errorf("%s again after %s", k, kinds)
		}
		if p.Rating > 800 {
			t.Errorf("graded %d", p.Rating)
		}
		kinds = append(kinds, k)
		if _, err := s.First(t.Context(), mei, p, Try{Result: Helped}); err != nil { // which changes no rating
			t.Fatal(err)
		}
	}
}

// TestAtOnce has several people solve a puzzle at the same time, and one person all puzzles: each try counts.
func TestAtOnce(t *testing.T) {
	const people = 4
	known := Solver{Rating: rating.Rating{Value: 1500, Deviation: 80, Volatility: .06}}
	begun := func() *Service {
		s := open(t)
		if err := s.db.Tx(t.Context(), func(tx store.Tx) error {
			for i := range people {
				s.save(t.Context(), tx, id.Player(fmt.Sprint(300+i)), known)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return s
	}
	solve := func(s *Service, p id.Player, n int, alone bool) {
		if _, err := s.First(t.Context(), p, s.all[n], Try{Result: Solved, Alone: alone}); err != nil {
			t.Error(err)
		}
	}
	apart, together := begun(), begun()
	var all sync.WaitGroup
	for i := range people {
		p := id.Player(fmt.Sprint(300 + i))
		solve(apart, p, 1, false)
		all.Go(func() { solve(together, p, 1, false) })
	}
	for n := range lines {
		all.Go(func() { solve(together, mei, n, true) })
	}
	all.Wait()
	want, err := apart.grade(t.Context(), apart.db.Read(), apart.all[1])
	if err != nil {
		t.Fatal(err)
	}
	if got, err := together.grade(t.Context(), together.db.Read(), together.all[1]); err != nil || got != want {
		t.Errorf("the grade is %+v, and %+v if they come one after the other (%v)", got, want, err)
	}
	if one, _, err := together.Solver(t.Context(), mei); err != nil || one.Streak != len(lines) {
		t.Errorf("%d were solved: %+v (%v)", len(lines), one, err)
	}
}

// TestErase leaves nothing of a player.
func TestErase(t *testing.T) {
	s := open(t)
	if _, err := s.First(t.Context(), mei, s.all[0], Try{Result: Solved}); err != nil {
		t.Fatal(err)
	}
	if err := s.Report(t.Context(), mei, s.all[0].ID()); err != nil {
		t.Fatal(err)
	}
	own := s.Owner()
	sections, err := own.Export(t.Context(), s.db.Read(), mei)
	if err != nil || len(sections) != 1 {
		t.Fatalf("%v, %v", sections, err)
	}
	if e, ok := sections[0].Value.(exported); !ok || len(e.Tries) != 1 || len(e.Reports) != 1 ||
		e.Tries[0].Result != Solved {
		t.Errorf("exported %+v", sections[0].Value)
	}
	if err := s.db.Tx(t.Context(), func(tx store.Tx) error { return own.Erase(t.Context(), tx, mei) }); err != nil {
		t.Fatal(err)
	}
	if sections, err = own.Export(t.Context(), s.db.Read(), mei); err != nil || sections[0].Value != nil {
		t.Errorf("after it: %+v, %v", sections, err)
	}
}

// TestWithdrawn offers no withdrawn puzzle, and lets those who have begun it end it.
func TestWithdrawn(t *testing.T) {
	s := open(t)
	for i := range s.all[1:] {
		s.all[i+1].Withdrawn = true
	}
	if p, err := s.Next(t.Context(), mei, Wish{Harder: 600}); err != nil || p.ID() != s.all[0].ID() {
		t.Errorf("offered %v (%v)", p, err)
	}
	if r, err := s.Run(t.Context(), mei); err != nil || r.Puzzle != s.all[0].ID() {
		t.Errorf("in a run: %+v (%v)", r, err)
	}
	if _, err := s.Get(s.all[1].ID()); err != nil {
		t.Error(err)
	}
}

// TestMistakes fails a puzzle, and solves it again and again until it is forgotten.
func TestMistakes(t *testing.T) {
	now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	s := open(t)
	s.db, _ = testdb.Open(t, func() time.Time { return now })
	p := s.all[0]
	if _, err := s.First(t.Context(), mei, p, Try{Result: Failed}); err != nil {
		t.Fatal(err)
	}
	due := func() int {
		t.Helper()
		n, err := s.Due(t.Context(), mei)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if due() != 0 {
		t.Error("due at once")
	}
	repeat := func(solved bool) {
		t.Helper()
		if err := s.Repeat(t.Context(), mei, p.ID(), solved); err != nil {
			t.Fatal(err)
		}
	}
	for box, days := range []int{1, 3, 7, 16, 35} {
		now = now.AddDate(0, 0, days).Add(-time.Second)
		if due() != 0 {
			t.Errorf("box %d: due early", box)
		}
		now = now.Add(time.Second)
		all, err := s.Mistakes(t.Context(), mei)
		if err != nil || due() != 1 || len(all) != 1 || all[0].Box != box {
			t.Fatalf("box %d: %+v, %d due (%v)", box, all, due(), err)
		}
		shown, mirrored, err := s.Again(t.Context(), mei, all[0])
		switch {
		case err != nil:
			t.Fatal(err)
		case box < 2 && (shown.ID() != p.ID() || mirrored != (box == 1)):
			t.Errorf("box %d: %s, mirrored %v", box, shown.ID(), mirrored)
		}
		if box == 2 { // a fault puts it back to the beginning, from where it rises again
			repeat(false)
			now = now.AddDate(0, 0, 1)
			repeat(true)
			now = now.AddDate(0, 0, 3)
			repeat(true)
			now = now.AddDate(0, 0, 7)
		}
		repeat(true)
	}
	if all, err := s.Mistakes(t.Context(), mei); err != nil || len(all) != 0 {
		t.Errorf("after the last box: %+v (%v)", all, err)
	}
	repeat(true) // one that is no mistake
}

// TestMostMistakes keeps as many as may be: the one just made, and of the others those that are least known.
func TestMostMistakes(t *testing.T) {
	now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	s := open(t)
	s.db, _ = testdb.Open(t, func() time.Time { return now })
	put := func(name string, box int) {
		t.Helper()
		if err := s.db.Tx(t.Context(), func(tx store.Tx) error { remember(t.Context(), tx, mei, name, box); return nil }); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Second)
	}
	for i := range maxMistakes {
		put(fmt.Sprintf("p%03d", i), 1)
	}
	put("p001", 2)
	for i, lost := range []string{"p001", "p000", "p002"} {
		name := fmt.Sprintf("a%d", i)
		put(name, 0)
		all, err := s.Mistakes(t.Context(), mei)
		if err != nil || len(all) != maxMistakes {
			t.Fatalf("%d kept (%v)", len(all), err)
		}
		has := func(name string) bool {
			return slices.ContainsFunc(all, func(m Mistake) bool { return m.Puzzle == name })
		}
		if !has(name) || has(lost) {
			t.Errorf("%s is kept: %v; %s: %v", name, has(name), lost, has(lost))
		}
	}
}

// TestRun rises with each solved puzzle, ends with a mistake, and cannot be moved from an old message.
func TestRun(t *testing.T) {
	s := open(t)
	r, err := s.Run(t.Context(), mei)
	if err != nil || r.Puzzle != s.all[0].ID() || r.Solved != 0 {
		t.Fatalf("begins with %+v (%v)", r, err)
	}
	if again, err := s.Run(t.Context(), mei); err != nil || again != r {
		t.Errorf("asked again: %+v (%v)", again, err)
	}
	next, err := s.Pass(t.Context(), mei, r)
	if err != nil || next.Solved != 1 || next.Puzzle == r.Puzzle {
		t.Fatalf("goes on with %+v (%v)", next, err)
	}
	if _, err := s.Pass(t.Context(), mei, r); !errors.Is(err, ErrRunOver) {
		t.Errorf("the same click twice: %v", err)
	}
	skipped, err := s.Skip(t.Context(), mei, next)
	if err != nil || skipped.Solved != 1 || skipped.Puzzle == next.Puzzle || !skipped.Skipped {
		t.Fatalf("skipped: %+v (%v)", skipped, err)
	}
	if _, err := s.Skip(t.Context(), mei, skipped); !errors.Is(err, ErrRunOver) {
		t.Errorf("skipped twice: %v", err)
	}
	own, there, err := s.End(t.Context(), mei, "500", skipped)
	if err != nil || own.Solved != 1 || there != (Best{mei, 1}) {
		t.Errorf("ended: %+v, %+v (%v)", own, there, err)
	}
	other, err := s.Run(t.Context(), "202")
	if err != nil {
		t.Fatal(err)
	}
	if own, there, err := s.End(t.Context(), "202", "500", other); err != nil || own.Solved != 0 ||
		there != (Best{mei, 1}) {
		t.Errorf("another's: %+v, %+v (%v)", own, there, err)
	}
	if r, err := s.Run(t.Context(), mei); err != nil || r.Solved != 0 || r.Skipped {
		t.Errorf("a new run: %+v (%v)", r, err)
	}
}

// TestMostMoved keeps a puzzle's grade within bounds on one day.
func TestMostMoved(t *testing.T) {
	now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	s := open(t)
	s.db, _ = testdb.Open(t, func() time.Time { return now })
	p := s.all[1]
	grade := func() float64 {
		t.Helper()
		g, err := s.grade(t.Context(), s.db.Read(), p)
		if err != nil {
			t.Fatal(err)
		}
		return g.Value
	}
	n := 0
	fail := func(times int) {
		t.Helper()
		for range times {
			n++
			who := id.Player(fmt.Sprint(1000 + n))
			err := s.db.Tx(t.Context(), func(tx store.Tx) error {
				return s.regrade(
					t.Context(),
					tx,
					p,
					[]rating.Result{puzzleResult(rating.Rating{Value: 1500, Deviation: 80, Volatility: .06}, Failed)},
				)
			})
			if err != nil {
				t.Fatal(who, err)
			}
		}
	}
	fail(30)
	if g := grade(); g != float64(p.Rating)+maxDailyChange {
		t.Errorf("%.0f after one day", g)
	}
	now = now.AddDate(0, 0, 1)
	fail(30)
	if g := grade(); g <= float64(p.Rating)+maxDailyChange || g > float64(p.Rating)+2*maxDailyChange {
		t.Errorf("%.0f after two days", g)
	}
}

// TestLearn lets many tries count at once: for a known solver who had not tried it, in the right direction, and not too much in a day.
func TestLearn(t *testing.T) {
	s := open(t)
	p := s.all[1]
	var many []id.Player
	err := s.db.Tx(t.Context(), func(tx store.Tx) error {
		for i := range 200 {
			many = append(many, id.Player(fmt.Sprint(1000+i)))
			s.save(t.Context(), tx, many[i], Solver{Rating: rating.Rating{Value: 1500, Deviation: 80, Volatility: .06}})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	from := s.db.Now()
	learn := func(name string, who []id.Player, r Result) float64 {
		t.Helper()
		tries := map[id.Player]Result{}
		for _, w := range who {
			tries[w] = r
		}
		if err := s.db.Tx(t.Context(), func(tx store.Tx) error { return s.Learn(t.Context(), tx, name, from, tries) }); err != nil {
			t.Fatal(err)
		}
		g, err := s.grade(t.Context(), s.db.Read(), p)
		if err != nil {
			t.Fatal(err)
		}
		return g.Value - float64(p.Rating)
	}
	if by := learn(p.ID(), []id.Player{"1", "2"}, Failed); by != 0 {
		t.Errorf("by strangers: %.0f", by)
	}
	if by := learn("gone", many, Failed); by != 0 {
		t.Errorf("another puzzle: %.0f", by)
	}
	if err := s.MarkSeen(t.Context(), many[1], p.ID()); err != nil {
		t.Fatal(err)
	}
	from = from.Add(time.Hour)
	if by := learn(p.ID(), many[1:2], Failed); by != 0 {
		t.Errorf("by one who had tried it: %.0f", by)
	}
	from = from.Add(-time.Hour)
	if by := learn(p.ID(), many[:1], Failed); by <= 0 || by >= maxDailyChange {
		t.Errorf("by one who failed: %.0f", by)
	}
	if by := learn(p.ID(), many, Failed); by != maxDailyChange {
		t.Errorf("by many who failed: %.0f", by)
	}
}

// TestCourse begins with mates in one and free pieces for who knows little more than the moves, and goes on by theme as they are solved; a
// player of some strength, and who wishes for a theme, is spared the course.
func TestCourse(t *testing.T) {
	s := open(t)
	s = New(s.db, puzzle.All(), nothing)
	s.random = func(int) int { return 0 }
	if err := s.SetInitialRating(t.Context(), mei, 800); err != nil {
		t.Fatal(err)
	}
	kind := func(p puzzle.Puzzle) string {
		switch {
		case p.Kind == puzzle.Mate:
			return fmt.Sprintf("mate%d", p.Moves())
		case p.IsFreeCapture():
			return "free"
		}
		return string(p.Kind)
	}
	var kinds []string
	var grades []int
	for range 12 {
		p, err := s.Next(t.Context(), mei, Wish{})
		if err != nil {
			t.Fatal(err)
		}
		if k := kind(p); len(kinds) == 0 || kinds[len(kinds)-1] != k {
			kinds = append(kinds, k)
		}
		grades = append(grades, p.Rating)
		if _, err := s.First(t.Context(), mei, p, Try{Result: Helped}); err != nil { // which changes no rating
			t.Fatal(err)
		}
	}
	if !slices.Equal(kinds, []string{"mate1", "free", "mate2"}) || grades[11] <= grades[0] {
		t.Errorf("%q, graded %d", kinds, grades)
	}
	if err := s.SetInitialRating(t.Context(), "203", 800); err != nil {
		t.Fatal(err)
	}
	solved := map[string]int{}
	for range 13 {
		p, err := s.Next(t.Context(), "203", Wish{})
		if err != nil {
			t.Fatal(err)
		}
		solved[kind(p)]++
		if _, err := s.First(t.Context(), "203", p, Try{Result: Solved}); err != nil {
			t.Fatal(err)
		}
	}
	if solved["mate1"] != 4 || solved["free"] != 3 || solved["mate2"] != 3 || solved["A"] != 3 {
		t.Errorf("who solves all of them gets %v", solved)
	}
	if p, err := s.Next(t.Context(), mei, Wish{Theme: puzzle.HoldsDraw}); err != nil || p.Kind != puzzle.Save {
		t.Errorf("wished for: %v (%v)", p, err)
	}
	if err := s.SetInitialRating(t.Context(), "202", 1500); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Next(t.Context(), "202", Wish{}); err != nil || p.Rating < 1400 {
		t.Errorf("for a player of some strength: %v (%v)", p, err)
	}
}
