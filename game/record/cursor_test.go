package record

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"yeye/game"
	"yeye/game/notation"
)

func TestCursor(t *testing.T) {
	r, err := Read([]byte("{all} 1. h2e2 {a} h9g7 (1... b9c7 {b} 2. h0g2 (2. b0c2 {c} i9i8)) 2. h0g2 {d}"))
	if err != nil {
		t.Fatal(err)
	}
	c := r.NewCursor()
	if c.Comment() != "all" || c.Last() != nil || c.Back() || c.Path() != "0" {
		t.Errorf("the beginning: %q, %s", c.Comment(), c.Path())
	}
	c.Next()
	var choices []string
	for _, m := range c.Choices() {
		choices = append(choices, m.String())
	}
	if d := cmp.Diff([]string{"h9g7", "b9c7"}, choices); d != "" {
		t.Error(d)
	}
	if c.Enter(1) || !c.Enter(0) || c.Comment() != "b" || !c.Enter(0) || c.Comment() != "c" || c.Depth() != 2 ||
		!c.Next() || c.Next() {
		t.Errorf("in the variations: %q", c.Comment())
	}
	if c.Path() != "1.0-1.0-2" {
		t.Error(c.Path())
	}
	for range 4 {
		if !c.Back() {
			t.Fatal("not as far back as forward")
		}
	}
	if p := c.Position(); c.Back() || c.Path() != "0" || !p.Same(&r.Start) {
		t.Errorf("back at %s", c.Path())
	}
	for _, path := range []string{"", "x", "4", "-1", "1.1-1", "1.0", "1.0-0", "1.0-9", "1.0-1.0-3", "1.0-1.0-2-1",
		"99999999999999999999"} {
		if _, err := r.At(path); !errors.Is(err, ErrNoPlace) {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// Every place of every tree is reached by its path and by playing its moves, and going
// back from it leads to the start.
func TestCursorPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		c := r.NewCursor()
		var moves []game.Move
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			n := len(c.Choices())
			if n == 0 {
				break
			}
			i := rapid.IntRange(0, n-1).Draw(t, "way")
			moves = append(moves, c.Choices()[i])
			if i == 0 {
				c.Next()
			} else {
				c.Enter(i - 1)
			}
		}
		again, err := r.At(c.Path())
		if err != nil {
			t.Fatal(err)
		}
		p, q := c.Position(), again.Position()
		if !p.Same(&q) || again.Path() != c.Path() {
			t.Fatalf("%s is %s", c.Path(), again.Path())
		}
		played := r.NewCursor()
		for _, m := range moves {
			if err := played.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if q := played.Position(); !p.Same(&q) {
			t.Fatalf("%s, played, is %s", c.Path(), q.FEN())
		}
		for c.Back() {
		}
		if p := c.Position(); p.FEN() != r.Start.FEN() || c.Path() != "0" {
			t.Fatalf("back at %s", c.Path())
		}
	})
}

// Moves played off the lines are added, and the tree is the same when read again.
func TestCursorAdds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := New(game.Start())
		for range rapid.IntRange(1, 6).Draw(t, "lines") {
			c := r.NewCursor()
			for range rapid.IntRange(1, 6).Draw(t, "moves") {
				p := c.Position()
				if err := c.Play(rapid.SampledFrom(p.LegalMoves(nil)[:3]).Draw(t, "move")); err != nil {
					t.Fatal(err)
				}
			}
			c.Last().Comment = "end"
		}
		got, err := Read([]byte(WritePGN(r, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if d := same(r, got); d != "" {
			t.Fatal(d)
		}
	})
	c := New(game.Start()).NewCursor()
	var illegal *game.IllegalMove
	if err := c.Play(game.NewMove(0, 80)); !errors.As(err, &illegal) || len(c.Choices()) != 0 {
		t.Errorf("%v", err)
	}
}

func TestCursorCuts(t *testing.T) {
	r, err := Read([]byte("1. h2e2 h9g7 (1... b9c7 2. h0g2 b7b6) 2. h0g2"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.At("1.0-1")
	if err != nil {
		t.Fatal(err)
	}
	c.Cut()
	if len(r.Line) != 3 || len(r.Line[1].Variations[0]) != 1 {
		t.Errorf("%+v", r.Line)
	}
}

// movetext returns a record's moves and comments as text.
func movetext(r *Record) string {
	text := WritePGN(r, notation.Coordinates)
	_, moves, _ := strings.Cut(text, "\n\n")
	return strings.Join(strings.Fields(moves), " ")
}

// A variation exchanges places with its line; the variations of either stay with it.
func TestCursorPromotes(t *testing.T) {
	const book = "1. h2e2 h9g7 {m} (1... b9c7 {b} 2. h0g2 (2. b0c2 {c} i9i8)) (1... h7e7) 2. h0g2"
	for path, want := range map[string]string{
		"2":         "",
		"1.0-2":     "1. H2-E2 B9-C7 {b} (1... H9-G7 {m} 2. H0-G2) (1... H7-E7) 2. H0-G2 (2. B0-C2 {c} 2... I9-I8) *",
		"1.0-1.0-2": "1. H2-E2 H9-G7 {m} (1... B9-C7 {b} 2. B0-C2 {c} (2. H0-G2) 2... I9-I8) (1... H7-E7) 2. H0-G2 *",
		"1.1-1":     "1. H2-E2 H7-E7 (1... H9-G7 {m} 2. H0-G2) (1... B9-C7 {b} 2. H0-G2 (2. B0-C2 {c} 2... I9-I8)) *",
	} {
		r, err := Read([]byte(book))
		if err != nil {
			t.Fatal(err)
		}
		c, err := r.At(path)
		if err != nil {
			t.Fatal(err)
		}
		before, depth := c.Position(), c.Depth()
		if ok := c.Promote(); ok != (want != "") {
			t.Errorf("%s: %t", path, ok)
		}
		if want == "" {
			continue
		}
		if got := movetext(r); got != want {
			t.Errorf("%s:\n%s, want\n%s", path, got, want)
		}
		if after := c.Position(); !before.Same(&after) || c.Depth() != depth-1 {
			t.Errorf("%s: the place is now %s", path, c.Path())
		}
		for c.Next() { // it continues from there
		}
		for c.Back() {
		}
	}
}

// A variation is deleted with all of its own variations.
func TestCursorDrops(t *testing.T) {
	const book = "1. h2e2 h9g7 (1... b9c7 2. h0g2 (2. b0c2 i9i8)) (1... h7e7) 2. h0g2"
	for path, c := range map[string]struct {
		moves int
		want  string
		at    string
	}{
		"2":         {0, "", "2"},
		"1.0-2":     {4, "1. H2-E2 H9-G7 (1... H7-E7) 2. H0-G2 *", "1"},
		"1.0-1.0-2": {2, "1. H2-E2 H9-G7 (1... B9-C7 2. H0-G2) (1... H7-E7) 2. H0-G2 *", "1.0-1"},
		"1.1-1":     {1, "1. H2-E2 H9-G7 (1... B9-C7 2. H0-G2 (2. B0-C2 I9-I8)) 2. H0-G2 *", "1"},
	} {
		r, err := Read([]byte(book))
		if err != nil {
			t.Fatal(err)
		}
		at, err := r.At(path)
		if err != nil {
			t.Fatal(path, err)
		}
		if n := at.Variation(); n != c.moves {
			t.Errorf("%s: %d moves", path, n)
		}
		if ok := at.Drop(); ok != (c.want != "") || at.Path() != c.at {
			t.Errorf("%s: %t, at %s", path, ok, at.Path())
		}
		if got := movetext(r); c.want != "" && got != c.want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// The moves to a place and everything after it form a record of their own.
func TestCursorOnward(t *testing.T) {
	r, err := Read([]byte("{all} 1. h2e2 {a} (1. b2e2) h9g7 (1... b9c7 {b} 2. h0g2 {g} (2. b0c2 {c} i9i8)) 2. h0g2"))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"0":         movetext(r),
		"1":         "{all} 1. H2-E2 {a} 1... H9-G7 (1... B9-C7 {b} 2. H0-G2 {g} (2. B0-C2 {c} 2... I9-I8)) 2. H0-G2 *",
		"1.0-1":     "{all} 1. H2-E2 {a} 1... B9-C7 {b} 2. H0-G2 {g} (2. B0-C2 {c} 2... I9-I8) *",
		"1.0-1.0-2": "{all} 1. H2-E2 {a} 1... B9-C7 {b} 2. B0-C2 {c} 2... I9-I8 *",
	} {
		c, err := r.At(path)
		if err != nil {
			t.Fatal(path, err)
		}
		onward := c.Subtree()
		if got := movetext(onward); got != want {
			t.Errorf("%s: %s", path, got)
		}
		if n := len(c.Moves()) + c.FollowingPlies(); path != "0" {
			if moves, _ := onward.Size(); moves != n {
				t.Errorf("%s: %d moves, %d counted", path, moves, n)
			}
		}
	}
	if moves, text := r.Size(); moves != 8 || text != len("allabgc") {
		t.Errorf("%d moves, %d letters", moves, text)
	}
	c := r.NewCursor()
	if c.Follow(game.NewMove(0, 9)) || !c.Follow(r.Line[0].Variations[0][0].Move) || c.Depth() != 1 {
		t.Errorf("followed to %s", c.Path())
	}
}
