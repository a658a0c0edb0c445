package record

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"yeye/game"
)

// Moves, marks, values, comments and names survive packing.
func TestPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		for i := range r.Line {
			r.Line[i].Mark = Mark(rapid.IntRange(0, int(marks)-1).Draw(t, "mark"))
			if n := rapid.IntRange(-maxEval, maxEval).Draw(t, "value"); n%3 != 0 {
				r.Line[i].Eval = Eval{Points, n}
			}
		}
		data, err := Pack(r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Unpack(data)
		if err != nil {
			t.Fatal(err)
		}
		want := *r
		want.Line = flat(r.Line)
		if len(want.Line) == 0 {
			want.Line = nil
		}
		if d := same(&want, got); d != "" {
			t.Fatal(d)
		}
	})
}

// The first move of a variation may have alternatives of its own, and there may be more
// variations behind it: none is lost.
func TestPackSiblings(t *testing.T) {
	r, err := Read(
		[]byte(
			"1. h2e2 (1. b2e2 {b} (1. c3c4 {c} (1. e3e4) (1. a3a4)) (1. g3g4 h9g7)) (1. i3i4) h9g7 (1... b9c7 (1... h7e7) 2. h0g2) (1... i9i8) 2. h0g2"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := Pack(r)
	if err != nil {
		t.Fatal(err)
	}
	want := *r
	want.Line = flat(r.Line)
	unpacked, err := Unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	xqf, err := ReadXQF(WriteXQF(r))
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]*Record{"packed": unpacked, "XQF": xqf} {
		if d := same(&want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestUnpackRefuses(t *testing.T) {
	r := New(game.Start())
	r.Line = []Ply{{Move: game.NewMove(25, 22), Comment: "中炮"}}
	data, err := Pack(r)
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{"nothing": nil, "another version": {9}, "cut": data[:len(data)-4],
		"no stream": {1, 2, 3}} {
		if got, err := Unpack(bad); err == nil {
			t.Errorf("%s was read: %+v", name, got)
		}
	}
}

// A point has one encoding: a move with another is invalid, or it would not be equal
// to itself read elsewhere.
func TestUnpackOddPoints(t *testing.T) {
	r := New(game.Start())
	r.Line = []Ply{{Move: game.NewMove(25, 22)}}
	data, err := Pack(r)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(data[1:])))
	if err != nil {
		t.Fatal(err)
	}
	for _, point := range []byte{25 + 128, 90, 255} {
		odd := bytes.Clone(plain)
		odd[len(odd)-2] = point
		var buf bytes.Buffer
		buf.WriteByte(packVersion)
		z, _ := flate.NewWriter(&buf, flate.BestSpeed)
		z.Write(odd)
		z.Close()
		if r, err := Unpack(buf.Bytes()); !errors.Is(err, errPacked) {
			t.Errorf("point %d: %+v, %v", point, r, err)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	r := New(game.Start())
	r.Line = []Ply{{Move: game.NewMove(25, 22), Mark: Brilliant, Eval: Eval{MateIn, 3}, Comment: "x",
		Variations: [][]Ply{{{Move: game.NewMove(19, 22)}}}}}
	data, err := Pack(r)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := Unpack(data); err == nil {
			writable(t, r)
		}
	})
}

// Every place has one number, the game's places are numbered by ply, and the cursor of
// a number is at the place that has it.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data, err := Pack(drawRecord(t))
		if err != nil {
			t.Fatal(err)
		}
		r, err := Unpack(data)
		if err != nil {
			t.Fatal(err)
		}
		places := r.Places()
		seen := map[string]bool{}
		for n := range places.Len() {
			c, err := places.At(n)
			if err != nil {
				t.Fatal(err)
			}
			if got := places.Number(c); got != n {
				t.Fatalf("place %d says %d", n, got)
			}
			if n <= len(r.Line) && (c.Depth() != 0 || len(c.path) != n) {
				t.Fatalf("place %d is %s", n, c.Path())
			}
			seen[c.Path()] = true
			again, err := r.At(c.Path())
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.Comment(), again.Comment()); d != "" {
				t.Fatal(d)
			}
		}
		if len(seen) != places.Len() {
			t.Fatalf("%d places of %d", len(seen), places.Len())
		}
		for _, n := range []int{-1, places.Len()} {
			if _, err := places.At(n); err == nil {
				t.Fatalf("there is a place %d", n)
			}
		}
	})
}
