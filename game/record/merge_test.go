package record

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"yeye/game"
)

// Lines that begin with the same move become one, in the order of the file.
func TestMerged(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"nothing":       {"{all} 1. h2e2 {a} (1. b2e2 b9c7) h9g7", "{all} 1. H2-E2 {a} (1. B2-E2 B9-C7) 1... H9-G7 *"},
		"two ways on":   {"1. h2e2 (1. b2e2 h9g7 2. b0c2) (1. c3c4) (1. b2e2 b9c7 2. h0g2) h9g7", "1. H2-E2 (1. B2-E2 H9-G7 (1... B9-C7 2. H0-G2) 2. B0-C2) (1. C3-C4) 1... H9-G7 *"},
		"the same way":  {"1. h2e2 (1. b2e2 b9c7 2. b0c2) (1. b2e2 b9c7 2. h0g2) h9g7", "1. H2-E2 (1. B2-E2 B9-C7 2. B0-C2 (2. H0-G2)) 1... H9-G7 *"},
		"a longer one":  {"1. h2e2 (1. b2e2) (1. b2e2 b9c7 2. h0g2) h9g7", "1. H2-E2 (1. B2-E2 B9-C7 2. H0-G2) 1... H9-G7 *"},
		"three":         {"1. h2e2 (1. b2e2 b9c7) (1. b2e2 h9g7) (1. b2e2 h7e7)", "1. H2-E2 (1. B2-E2 B9-C7 (1... H9-G7) (1... H7-E7)) *"},
		"the game":      {"1. h2e2 (1. h2e2 b9c7 2. h0g2) h9g7 2. b0c2", "1. H2-E2 H9-G7 (1... B9-C7 2. H0-G2) 2. B0-C2 *"},
		"further moves": {"1. h2e2 h9g7 (1... h9g7 2. h0g2 i9h9)", "1. H2-E2 H9-G7 2. H0-G2 I9-H9 *"},
		"beside":        {"1. h2e2 (1. b2e2 (1. h2e2 b9c7) (1. c3c4)) (1. c3c4 h9g7) h9g7", "1. H2-E2 (1. B2-E2) (1. C3-C4 H9-G7) 1... H9-G7 (1... B9-C7) *"},
		"its own first": {"1. h2e2 (1. b2e2 b9c7 (1... i9i8) 2. b0c2) (1. b2e2 i9i8 2. h0g2 (2. b0c2))", "1. H2-E2 (1. B2-E2 B9-C7 (1... I9-I8 2. H0-G2 (2. B0-C2)) 2. B0-C2) *"},
		"comments":      {"1. h2e2 (1. b2e2 {x} b9c7) (1. b2e2 {y} b9c7 {z}) (1. b2e2 {x} h9g7)", "1. H2-E2 (1. B2-E2 {x y} 1... B9-C7 {z} (1... H9-G7)) *"},
		"marks":         {"1. h2e2 (1. b2e2 b9c7!) (1. b2e2? b9c7?)", "1. H2-E2 (1. B2-E2 {?} 1... B9-C7 {!}) *"},
	} {
		r, err := Read([]byte(c.file))
		if err != nil {
			t.Fatal(name, err)
		}
		before := movetext(r)
		got := r.Merged()
		if text := movetext(got); text != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, text, c.want)
		}
		if movetext(r) != before {
			t.Errorf("%s: the file's own record is now %s", name, movetext(r))
		}
		mergedWell(t, r, got)
	}
}

// The mark and the value are those of the first line that has one.
func TestMergedKeepsMarks(t *testing.T) {
	line := func(p Ply) []Ply { return []Ply{p} }
	m := game.NewMove(25, 22)
	r := New(game.Start())
	r.Line = line(Ply{Move: m, Variations: [][]Ply{line(Ply{Move: m, Mark: Brilliant}),
		line(Ply{Move: m, Mark: GoodMove, Eval: Eval{Points, 30}}), line(Ply{Move: m, Eval: Eval{MateIn, 3}})}})
	if d := cmp.Diff([]Ply{{Move: m, Mark: Brilliant, Eval: Eval{Points, 30}}}, r.Merged().Line); d != "" {
		t.Error(d)
	}
}

// said lists what a record says of the place after every path of moves, wherever it
// says it.
func said(r *Record) map[string][]string {
	all := map[string][]string{}
	var lines func(line []Ply, path string)
	lines = func(line []Ply, path string) {
		for _, p := range line {
			after := path + p.Move.String()
			all[after] = append(all[after], p.Comment)
			for _, v := range p.Variations {
				lines(v, path)
			}
			path = after
		}
	}
	lines(r.Line, "")
	return all
}

// mergedWell checks what Merged promises of any record.
func mergedWell(t rapid.TB, r, merged *Record) {
	t.Helper()
	before, after := said(r), said(merged)
	if len(before) != len(after) {
		t.Fatalf("%d places were %d", len(after), len(before))
	}
	for path, old := range before {
		now := after[path]
		if len(now) != 1 {
			t.Fatalf("%d ways to %s", len(now), path)
		}
		var want []string
		for _, text := range old {
			if text != "" && !slices.Contains(want, text) {
				want = append(want, text)
			}
		}
		have := now[0]
		for _, text := range want { // in any order
			if !strings.Contains("\n"+have+"\n", "\n"+text+"\n") {
				t.Fatalf("%q is not said of %s: %q", text, path, have)
			}
		}
		if n := len(strings.Join(want, "\n")); len(have) != n {
			t.Fatalf("%q is said of %s, of %q", have, path, want)
		}
		c := merged.NewCursor()
		for p := path; p != ""; p = p[4:] {
			if m, err := game.ParseMove(p[:4]); err != nil || !c.Follow(m) {
				t.Fatalf("%s cannot be followed: %v", path, err)
			}
		}
		if c.Comment() != have {
			t.Fatalf("%s leads to %s", path, c.Path())
		}
	}
	if len(r.Line) > 0 && !slices.Equal(merged.Moves()[:len(r.Line)], r.Moves()) {
		t.Fatalf("the game is %v, was %v", merged.Moves(), r.Moves())
	}
	if d := same(merged, merged.Merged()); d != "" {
		t.Fatalf("merged again: %s", d)
	}
}

// drawTangle plays few different moves in many lines, so that many are equal.
func drawTangle(t *rapid.T) *Record {
	notes := rapid.SampledFrom([]string{"", "", "", "a", "b", "c"})
	left := 40
	var line func(p game.Position, depth int) []Ply
	line = func(p game.Position, depth int) (plies []Ply) {
		for range rapid.IntRange(0, 6).Draw(t, "plies") {
			if left--; left < 0 {
				break
			}
			ply := Ply{Move: rapid.SampledFrom(p.LegalMoves(nil)[:2]).Draw(t, "move"), Comment: notes.Draw(t, "note")}
			ply.Mark = Mark(rapid.IntRange(0, int(marks)-1).Draw(t, "mark"))
			for range rapid.IntRange(0, 3-depth).Draw(t, "branches") {
				ply.Variations = append(ply.Variations, line(p, depth+1))
			}
			p.Do(ply.Move)
			plies = append(plies, ply)
		}
		return plies
	}
	r := New(game.Start())
	r.Comment = notes.Draw(t, "comment")
	r.Line = line(r.Start, 0)
	return r
}

func TestMergedKeepsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawTangle(t)
		merged := r.Merged()
		mergedWell(t, r, merged)
		data, err := Pack(merged)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Unpack(data)
		if err != nil {
			t.Fatal(err)
		}
		if d := same(merged, again); d != "" {
			t.Fatalf("packed: %s", d)
		}
	})
}

func FuzzMerged(f *testing.F) {
	f.Add([]byte("1. h2e2 {a} (1. b2e2 {x} b9c7 (1... h9g7)) (1. b2e2 {y} b9c7 2. h0g2) (1. h2e2 {b} b9c7) h9g7"))
	f.Add([]byte("1. h2e2 (1. b2e2 (1. c3c4 (1. b2e2 h9g7))) (1. c3c4)"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Read(data)
		if err != nil {
			return
		}
		if merged := r.Merged(); merged != r {
			if moves, _ := r.Size(); moves < 500 { // each place is looked up from the beginning
				mergedWell(t, r, merged)
			}
			writable(t, merged)
		}
	})
}

// there are the moves of a game that goes on forever.
func there(n int) []game.Move {
	var moves []game.Move
	for i := range n {
		moves = append(moves, game.NewMove(game.Square(i%4), game.Square(80+i%4)))
	}
	return moves
}

func lineOf(moves []game.Move, comment string) (line []Ply) {
	for _, m := range moves {
		line = append(line, Ply{Move: m, Comment: comment})
	}
	return line
}

// The largest records of any shape are merged quickly.
func TestMergedIsQuick(t *testing.T) {
	const n = MaxPlies / 5
	moves := there(n)
	for name, c := range map[string]struct {
		make  func(r *Record)
		moves int
	}{
		"one line": {func(r *Record) { r.Line = lineOf(moves, "") }, n},
		"the game twice": {func(r *Record) {
			r.Line = lineOf(moves[:n/2], "a")
			r.Line[0].Variations = [][]Ply{lineOf(moves[:n/2], "b")}
		}, n / 2},
		"the same move": {func(r *Record) {
			r.Line = lineOf(moves[:1], "")
			for range n - 1 {
				r.Line[0].Variations = append(r.Line[0].Variations, lineOf(moves[:1], "x"))
			}
		}, 1},
		"a move twice at every place": {func(r *Record) {
			r.Line = lineOf(moves[:n/2], "a")
			for i := range r.Line {
				r.Line[i].Variations = [][]Ply{lineOf(moves[i:i+1], "b")}
			}
		}, n / 2},
		"one within the other": {func(r *Record) {
			for range MaxDepth {
				inner := r.Line
				r.Line = lineOf(moves[:n/MaxDepth], "")
				if inner != nil {
					r.Line[0].Variations = [][]Ply{inner}
				}
			}
		}, n / MaxDepth},
	} {
		r := New(game.Start())
		c.make(r)
		began := time.Now()
		merged := r.Merged()
		if took := time.Since(began); took > 10*time.Second { // a quadratic one would take minutes
			t.Errorf("%s: %s", name, took)
		}
		if got, _ := merged.Size(); got != c.moves {
			t.Errorf("%s: %d moves", name, got)
		}
	}
}

// What could not be read again is not merged: nothing is lost then.
func TestMergedWithinLimits(t *testing.T) {
	moves, other := there(MaxDepth+1), game.NewMove(4, 84)
	for lines, fits := range map[int]bool{MaxDepth: true, MaxDepth + 1: false} {
		deep := New(game.Start())
		deep.Line = []Ply{{Move: other}}
		for i := range lines { // each leaves the one before it a move later
			deep.Line[0].Variations = append(deep.Line[0].Variations, append(lineOf(moves[:i+1], ""), Ply{Move: other}))
		}
		if got := deep.Merged(); (got != deep) != fits {
			t.Errorf("%d lines are merged: %v", lines, !fits)
		}
	}
	talk := New(game.Start())
	talk.Line = lineOf(moves[:1], "")
	for i := range maxNote / 4 {
		talk.Line[0].Variations = append(talk.Line[0].Variations, lineOf(moves[:1], strconv.Itoa(i)))
	}
	if got := talk.Merged(); got != talk {
		t.Errorf("a comment has %d letters", len(got.Line[0].Comment))
	}
}
