package masters

import (
	"bufio"
	"bytes"
	_ "embed"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"yeye/game"
)

func position(t testing.TB, text string) game.Position {
	t.Helper()
	p, err := game.ParseFEN(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// reached returns the positions that known moves lead to from the start, in the order in which they are found.
func reached() (all []game.Position) {
	all = []game.Position{game.Start()}
	seen := map[uint64]bool{}
	for n := 0; n < len(all); n++ {
		for _, m := range At(&all[n]) {
			after := all[n].After(m.Move)
			if key := canonicalKeyOf(&after).key; !seen[key] && len(At(&after)) > 0 {
				seen[key] = true
				all = append(all, after)
			}
		}
	}
	return all
}

// Positions and their mirror images have the same moves, which are legal, the most frequent first.
func TestMirror(t *testing.T) {
	all := reached()
	if len(all) < 20000 {
		t.Fatalf("%d positions follow from the start", len(all))
	}
	for n := 1; n < len(all); n += len(all) / 200 {
		p := &all[n]
		other := p.Mirror()
		moves, images := At(p), At(&other)
		for i := range images {
			images[i].Move = images[i].Mirror()
		}
		if !slices.Equal(moves, images) {
			t.Errorf("%s: %v, its mirror image %v", p.FEN(), moves, images)
		}
		for i, m := range moves {
			if !p.IsLegal(m.Move) || m.Games < MinGames || i > 0 && m.Games > moves[i-1].Games ||
				m.Red+m.Draws+m.Black > m.Games ||
				m.First > m.Last {
				t.Errorf("%s: %+v", p.FEN(), m)
			}
		}
	}
}

// At the start a move and its mirror image are one, given on Red's right-hand side.
func TestStart(t *testing.T) {
	p := game.Start()
	var all []string
	for _, m := range At(&p)[:6] {
		all = append(all, m.String())
	}
	if got := strings.Join(all, " "); got != "h2e2 g3g4 g0e2 h0g2 h2d2 h2f2" {
		t.Errorf("the start: %s", got)
	}
	first := At(&p)[0]
	first.Move = game.NoMove
	if want := (Move{game.NoMove, 17093, 6498, 5607, 4976, 1905, 2013}); first != want {
		t.Errorf("the central cannon: %+v, want %+v", first, want)
	}
}

// Positions are found that no known move leads to, and by whichever way they are reached.
func TestFound(t *testing.T) {
	for text, want := range map[string]string{
		"1C1ak1br1/4a4/4b1n2/p3p1p1p/9/4P1P2/P1p5P/1cN1B1N1C/7c1/2BAKA1R1 b":      "e7c9",
		"1C1akab2/1r5r1/2n1b2c1/p1p1p3p/6pn1/2PN5/P3P1P1P/3CB1N2/R7R/3AKAB2 b":    "b8b9",
		"1C2kabn1/4a4/4b4/p3p3p/2r3c1c/4P4/P3N3P/4C4/3R5/2BAKAB2 w":               "c0a2",
		"1Rbakabn1/9/2n1c4/p1p1p1C1p/6p2/2P6/P1c1P1P1P/2N1C1N2/9/2BAKAB2 b":       "c7b9",
		"1n2kabn1/4a4/b3c4/p1C1C1p1p/2p6/6P2/P1P1P1c1P/2N3N2/9/2BAKAB2 w - - 4 9": "e6e4",
	} {
		p := position(t, text)
		moves := At(&p)
		if !slices.ContainsFunc(moves, func(m Move) bool { return m.String() == want }) {
			t.Errorf("%s: %v", text, moves)
		}
	}
	after := func(text string) *game.Position {
		p := game.Start()
		moves, err := game.ParseMoves(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			p.Do(m)
		}
		return &p
	}
	one, other := At(after("h2e2 h9g7 h0g2 i9h9")), At(after("h0g2 h9g7 h2e2 i9h9"))
	if len(one) < 3 || !slices.Equal(one, other) {
		t.Errorf("by two ways: %v and %v", one, other)
	}
	if moves := At(after("h2e2 h9g7 a0a2")); moves != nil {
		t.Errorf("a move of nobody's: %v", moves)
	}
	turned := position(t, strings.Replace(game.StartFEN, " w ", " b ", 1))
	if moves := At(&turned); moves != nil {
		t.Errorf("Black to move at the start: %v", moves)
	}
}

// A game is followed until it leaves masters' practice for good, or that ends by itself.
func TestFollow(t *testing.T) {
	for _, c := range []struct {
		moves string
		plies int
		first string // what masters play most after them
	}{
		{"", 0, "h2e2"},
		{"a0a1 h9g7", 0, "h2e2"},
		{"h2e2 h9g7 h0g2", 3, "i9h9"},
		{"b2e2 b9c7 b0c2", 3, "a9b9"}, // at the start the other cannon is the same move
		{"h2e2 h9g7 a0a1 a9a8", 2, "h0g2"},
		{"h0g2 h9g7 h2e2 i9h9", 4, "i0h0"}, // by another order
		{"1C2ka1r1/4a1c2/4b1n2/p3pR2p/1nR6/9/P1c1P1p1P/2N1C4/4N4/2BAKAB2 b|e7c5", 1, ""},
		{"1C1ak1br1/4a4/4b1n2/p3p1p1p/9/4P1P2/P1p5P/1cN1B1N1C/7c1/2BAKA1R1 b|e9d9", 0, "e7c9"},
	} {
		at, text, given := strings.Cut(c.moves, "|")
		if !given {
			at, text = game.StartFEN, c.moves
		}
		moves, err := game.ParseMoves(text)
		if err != nil {
			t.Fatal(err)
		}
		first := ""
		way, ok := Follow(position(t, at), moves)
		if len(way.Moves) > 0 {
			first = way.Moves[0].String()
		}
		if way.Plies != c.plies || first != c.first || !ok {
			t.Errorf("%s: %d plies, then %q, %v; want %d, %q", c.moves, way.Plies, first, ok, c.plies, c.first)
		}
	}
	if _, ok := Follow(position(t, "3k5/9/9/9/9/9/9/9/4R4/5K3 w"), nil); ok {
		t.Error("masters are known to have been in an ending")
	}
}

// On the left of Red are the files a to d, on the left of Black f to i.
func TestOnLeft(t *testing.T) {
	for text, want := range map[string]game.Color{"b2e2": game.Red, "e0d1": game.Red, "h9g7": game.Black,
		"e9f8": game.Black} {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if !onLeft(want, m) || onLeft(want.Other(), m) {
			t.Errorf("%s: on the left of Red %v, of Black %v", text, onLeft(game.Red, m), onLeft(game.Black, m))
		}
	}
}

const few = `# position	move	games
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w	b2e2	9	4	2	2	1905	2020
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w	c3c4	12	4	4	4	1990	1990
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b	b9c7	3	1	1	1		
`

// What is packed can be read again, all of it.
func TestPack(t *testing.T) {
	data, err := Pack(strings.NewReader(few))
	if err != nil {
		t.Fatal(err)
	}
	got, err := unpack(data)
	if err != nil || len(got.keys) != 2 || len(got.moves) != 3 {
		t.Fatalf("%+v, %v", got, err)
	}
	start := game.Start()
	n, _ := slices.BinarySearch(got.keys, canonicalKeyOf(&start).key)
	var moves []Move
	for _, at := range got.moves[got.first[n]:got.first[n+1]] {
		moves = append(moves, at.move())
	}
	want := []Move{{Games: 12, Red: 4, Draws: 4, Black: 4, First: 1990, Last: 1990},
		{Games: 9, Red: 4, Draws: 2, Black: 2, First: 1905, Last: 2020}}
	for i, text := range []string{"c3c4", "b2e2"} {
		if want[i].Move, err = game.ParseMove(text); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(moves, want) {
		t.Errorf("%+v, want %+v", moves, want)
	}
	raw, err := got.pack()
	if err != nil || !bytes.Equal(raw, data) {
		t.Errorf("packed again: %d bytes, %v; once: %d", len(raw), err, len(data))
	}
	for cut := range len(data) {
		if _, err := unpack(data[:cut]); err == nil {
			t.Errorf("%d of %d bytes are read as a table", cut, len(data))
		}
	}
}

// Every line that cannot be right is refused, with its number.
func TestPackRefuses(t *testing.T) {
	const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
	for _, line := range []string{
		"what",
		start + "\tb2e2\t9\t4\t2\t2\t1905",
		"rnbakabnr w\tb2e2\t9\t4\t2\t2\t1905\t1906",
		start + "\tb2e9\t9\t4\t2\t2\t1905\t1906",
		start + "\tb2\t9\t4\t2\t2\t1905\t1906",
		start + "\tb2e2\t7\t4\t2\t2\t1905\t1906",
		start + "\tb2e2\t\t4\t2\t2\t1905\t1906",
		start + "\tb2e2\t70000\t4\t2\t2\t1905\t1906",
		start + "\tb2e2\t9\t4\t-2\t2\t1905\t1906",
		start + "\tb2e2\t9\t4\t2\t2\t1906\t1905",
		start + "\tb2e2\t9\t4\t2\t2\t\t1905",
		start + "\tb2e2\t9\t4\t2\t2\t1805\t1905",
		start + "\tb2d2\t9\t4\t2\t2\t1905\t1906\n" + start + "\th2f2\t9\t4\t2\t2\t1905\t1906",
	} {
		if _, err := Pack(strings.NewReader(line + "\n")); err == nil || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// The built-in table is the text it was packed from: every position, each move, all counts and years.
func TestWholeTable(t *testing.T) {
	dir := os.Getenv("YEYE_DATA")
	if dir == "" {
		t.Skip("left out: master_moves.tsv, because YEYE_DATA names no directory of sample data")
	}
	text, err := os.ReadFile(filepath.Join(dir, "master_moves.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := Pack(bytes.NewReader(text))
	if err != nil || !bytes.Equal(data, packed) {
		t.Errorf("packed anew: %d bytes, %v; the table has %d", len(data), err, len(packed))
	}
	want := map[string][]Move{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		if line := lines.Text(); line[0] != '#' {
			p, m, err := parse(line)
			if err != nil {
				t.Fatal(err)
			}
			if p == game.Start() {
				m.Move = m.Mirror() // they are given on the right
			}
			want[placementAndSide(&p)] = append(want[placementAndSide(&p)], m)
		}
	}
	if len(want) != 24553 || len(want) != len(builtIn().keys) {
		t.Errorf("%d positions in the text, %d in the table", len(want), len(builtIn().keys))
	}
	for text, moves := range want {
		p := position(t, text)
		got := At(&p)
		byMove := func(a, b Move) int { return int(a.Move) - int(b.Move) }
		slices.SortFunc(got, byMove)
		slices.SortFunc(moves, byMove)
		if !slices.Equal(got, moves) {
			t.Errorf("%s: %+v, want %+v", text, got, moves)
		}
	}
}

func BenchmarkUnpack(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := unpack(packed); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAt(b *testing.B) {
	all := reached()
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		At(&all[n%len(all)])
	}
}

func FuzzPack(f *testing.F) {
	f.Add(few)
	f.Fuzz(func(t *testing.T, text string) {
		data, err := Pack(strings.NewReader(text))
		if err != nil {
			return
		}
		if _, err := unpack(data); err != nil {
			t.Errorf("%q is packed and cannot be read: %v", text, err)
		}
	})
}

//go:embed testdata/games.txt
var walked string

// Twenty masters' games, walked through: each leaves practice where another program found that it does.
func TestGamesLeavePractice(t *testing.T) {
	games := 0
	for line := range strings.Lines(walked) {
		if line[0] == '#' {
			continue
		}
		games++
		left, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		moves, err := game.ParseMoves(text)
		if err != nil {
			t.Fatal(err)
		}
		way, ok := Follow(game.Start(), moves)
		if want, _ := strconv.Atoi(left); !ok || way.Plies != want {
			t.Errorf("game %d leaves practice after %d half-moves, want %d", games, way.Plies, want)
		}
		var images []game.Move
		for _, m := range moves {
			images = append(images, m.Mirror())
		}
		if other, _ := Follow(game.Start(), images); other.Plies != way.Plies {
			t.Errorf("game %d: its mirror image after %d", games, other.Plies)
		}
	}
	if games != 20 {
		t.Errorf("%d games", games)
	}
}
