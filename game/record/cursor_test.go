package record

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"yeye/game"
)

func TestCursor(t *testing.T) {
	r, err := Read([]byte("{all} 1. h2e2 {a} h9g7 (1... b9c7 {b} 2. h0g2 (2. b0c2 {c} i9i8)) 2. h0g2 {d}"))
	if err != nil {
		t.Fatal(err)
	}
	c := r.Begin()
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
	if c.Enter(1) || !c.Enter(0) || c.Comment() != "b" || !c.Enter(0) || c.Comment() != "c" || c.Depth() != 2 || !c.Next() || c.Next() {
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
	for _, path := range []string{"", "x", "4", "-1", "1.1-1", "1.0", "1.0-0", "1.0-9", "1.0-1.0-3", "1.0-1.0-2-1", "99999999999999999999"} {
		if _, err := r.At(path); !errors.Is(err, ErrNoPlace) {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// Every place of every tree is reached by its path and by playing its moves, and going
// back leads to the start.
func TestCursorPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		c := r.Begin()
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
		played := r.Begin()
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

// What is played off the lines is added, and is the same tree when read again.
func TestCursorAdds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := New(game.Start())
		for range rapid.IntRange(1, 6).Draw(t, "lines") {
			c := r.Begin()
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
	c := New(game.Start()).Begin()
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
