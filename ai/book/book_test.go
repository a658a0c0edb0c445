package book

import (
	"context"
	"errors"
	"strings"
	"testing"

	"yeye/game"
)

func position(t *testing.T, moves string) *game.Position {
	t.Helper()
	p := game.Start()
	for _, text := range strings.Fields(moves) {
		m, err := legal(&p, text)
		if err != nil {
			t.Fatal(err)
		}
		p.Do(m)
	}
	return &p
}

const little = `# a little book
| h2e2 30 c3c4 25 b0a2 -40
h2e2 | h9g7 -20 b7e7 -31
h2e2 h9g7 | h0g2 22
`

func TestReadAndFind(t *testing.T) {
	b, err := Read(strings.NewReader(little))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ moves, want string }{
		{"", "h2e2 c3c4 b0a2"},
		{"h2e2", "h9g7 b7e7"},
		{"b2e2", "b9c7 h7e7"}, // mirrored
		{"h2e2 h9g7", "h0g2"},
		{"b2e2 b9c7", "b0c2"},
		{"c3c4", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, l := range b.Moves(position(t, tt.moves)) {
			got = append(got, l.Move.String())
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("after %q: %v, want %q", tt.moves, got, tt.want)
		}
	}
}

func TestMoveIsVariedAndSound(t *testing.T) {
	b, err := Read(strings.NewReader(little))
	if err != nil {
		t.Fatal(err)
	}
	p := position(t, "")
	count := map[string]int{}
	for seed := range uint64(2000) {
		m, ok := b.Move(p, seed)
		if !ok || !p.IsLegal(m) {
			t.Fatalf("seed %d: %s, %v", seed, m, ok)
		}
		count[m.String()]++
	}
	for _, m := range []string{"h2e2", "b2e2", "c3c4", "g3g4"} {
		if count[m] < 200 {
			t.Errorf("%s was played %d times of 2000", m, count[m])
		}
	}
	if n := count["b0a2"] + count["h0i2"]; n > 0 {
		t.Errorf("a move 70 worse was played %d times", n)
	}
	again, _ := b.Move(p, 7)
	if once, _ := b.Move(p, 7); once != again {
		t.Error("the same seed gave another move")
	}
	if _, ok := b.Move(position(t, "a0a1"), 1); ok {
		t.Error("a move for an unknown position")
	}
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{"h2e2 h9g7\n", "h2e9 | h9g7 1\n", "| h2e2\n", "| h2e2 much\n", "| h9g7 3\n", "x | h2e2 1\n"} {
		if _, err := Read(strings.NewReader(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
	b, err := Read(strings.NewReader("| h2e2 5\nh2e2 | h9g"))
	if err != nil || b.Len() != 1 {
		t.Errorf("a torn line: %v, %d positions", err, b.Len())
	}
}

// byMobility is an analyst that counts moves: fast, and always the same.
func byMobility(_ context.Context, g *game.Game) ([]Line, error) {
	p := g.Position()
	var lines []Line
	for _, m := range p.LegalMoves(nil) {
		after := p.After(m)
		lines = append(lines, Line{m, 50 - len(after.LegalMoves(nil))})
	}
	return lines, nil
}

func TestGrowGoesOnFromItsFile(t *testing.T) {
	grow := func(from string, n int) (string, int) {
		b, err := Read(strings.NewReader(from))
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		g := Grower{Book: b, Ask: byMobility, MaxLoss: 3, Plies: 6, LossPerPly: 3}
		added, err := g.Grow(t.Context(), n, &out, nil)
		if err != nil {
			t.Fatal(err)
		}
		return from + out.String(), added
	}
	whole, n := grow("", 40)
	if n != 40 || strings.Count(whole, "\n") != 40 {
		t.Fatalf("grew by %d:\n%s", n, whole)
	}
	half, _ := grow("", 17)
	if rest, _ := grow(half, 23); rest != whole {
		t.Errorf("in two runs:\n%s\nin one:\n%s", rest, whole)
	}
	b, _ := Read(strings.NewReader(whole))
	if b.Len() != 40 {
		t.Errorf("%d positions of 40 lines: some are each other's image", b.Len())
	}
}

func TestGrowKeepsNothingHalfKnown(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var out strings.Builder
	g := Grower{Book: New(), Ask: func(ctx context.Context, at *game.Game) ([]Line, error) {
		cancel()
		return byMobility(ctx, at)
	}}
	if n, err := g.Grow(ctx, 5, &out, nil); n != 0 || !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("added %d, %v, wrote %q", n, err, out.String())
	}
}

// The embedded book is legal, and mirrored positions get mirrored moves.
func TestEmbedded(t *testing.T) {
	b, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	if b.Len() == 0 {
		t.Fatal("the embedded book is empty")
	}
	if m, ok := b.Move(position(t, ""), 1); !ok {
		t.Errorf("no first move: %s", m)
	}
	for _, pg := range b.pages {
		p := game.Start()
		mirrored := game.Start()
		for _, m := range pg.path {
			p.Do(m)
			mirrored.Do(m.Mirror())
		}
		for i, l := range b.Moves(&p) {
			if !p.IsLegal(l.Move) || b.Moves(&mirrored)[i].Move.Mirror() != l.Move && len(pg.path) > 0 {
				t.Fatalf("after %v: %s", pg.path, l.Move)
			}
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Open(); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(little)
	f.Add("| h2e2 1\n|\n")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		p := game.Start()
		if m, ok := b.Move(&p, 3); ok && !p.IsLegal(m) {
			t.Errorf("the book plays %s", m)
		}
	})
}
