package record

import (
	_ "embed"
	"strings"
	"testing"
	"unicode"

	"yeye/game"
)

func played(t testing.TB, text string) (moves []game.Move) {
	t.Helper()
	p := game.Start()
	for _, one := range strings.Fields(text) {
		m, err := game.ParseMove(one)
		if err != nil || !p.IsLegal(m) {
			t.Fatalf("%s in %s: %v", one, text, err)
		}
		moves = append(moves, m)
		p.Do(m)
	}
	return moves
}

func mirrored(moves []game.Move) (all []game.Move) {
	for _, m := range moves {
		all = append(all, m.Mirror())
	}
	return all
}

// A game has the full name of the last position that has one, by whichever moves and on whichever wing, and none that another family's
// position has.
func TestFullName(t *testing.T) {
	for _, c := range []struct{ moves, want string }{
		{"h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4 h7i7", "中炮过河车互进七兵对屏风马平炮兑车"},
		{"h2e2 b9c7 h0g2 h9g7 i0h0 i9h9 h0h6 g6g5 c3c4 h7i7 h6g6 i7i8 b0a2", "中炮过河车互进七兵对屏风马平炮兑车"},
		{"h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4", "中炮过河车互进七兵对屏风马"},
		{"h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 b0c2 c6c5", "中炮过河车七路马对屏风马两头蛇"},
		{"h2e2 h7e7 h0g2 h9g7 i0h0 i9i8", "顺炮直车对横车"},
		{"h2e2 h7e7 i0i1 h9g7 h0g2 i9h9", "顺炮横车对直车"},
		{"g3g4 h7g7 b2e2", "仙人指路转左中炮对卒底炮"},
		{"g3g4 b7c7", ""},
		{"c3c4 b7c7 h2e2 c9e7", "仙人指路转左中炮对卒底炮飞左象"},
		{"c3c4 b7c7 h2e2 g9e7", "仙人指路转左中炮对卒底炮飞右象"},
		{"g0e2 h7d7 h0g2", "飞相进右马对左过宫炮"},
		{"h2e2 h9g7", ""},           // no more than the family
		{"h2e2", ""},                // nor here
		{"a3a4 a6a5", ""},           // nothing is known
		{"h2e2 h9g7 h0g2 b9c7", ""}, // the family says it
	} {
		for _, moves := range [][]game.Move{played(t, c.moves), mirrored(played(t, c.moves))} {
			name, ok := FullOpeningName(game.Start(), moves)
			if ok && name.Simplified != c.want || ok != (c.want != "") {
				t.Errorf("%s: %q %v, want %q", c.moves, name.Simplified, ok, c.want)
			}
		}
	}
	end, err := game.ParseFEN("3k5/9/9/9/9/9/9/9/4R4/5K3 w")
	if err != nil {
		t.Fatal(err)
	}
	if name, ok := FullOpeningName(end, end.LegalMoves(nil)[:1]); ok {
		t.Errorf("an endgame is called %v", name)
	}
}

// Every name can be said in four languages, and each line of the table is legal and belongs to a family.
func TestFullNames(t *testing.T) {
	all := FullNames()
	if len(all) < 80 {
		t.Errorf("only %d names", len(all))
	}
	han := func(text string) bool {
		return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	}
	for _, n := range all {
		if n.English == "" || n.Vietnamese == "" || han(n.English) || han(n.Vietnamese) || strings.ContainsAny(n.Traditional, "马车过进对飞顺") {
			t.Errorf("%+v", n)
		}
	}
	for line := range strings.Lines(fullNames) {
		name, way, _ := strings.Cut(strings.TrimSpace(line), "\t")
		moves := played(t, way)
		full, ok := FullOpeningName(game.Start(), moves)
		if o, _ := NameOpening(game.Start(), moves); full.Simplified != name && o.Name.Simplified != name || len(moves) > maxNameMoves {
			t.Errorf("%s is called %q (%v)", line, full.Simplified, ok)
		}
	}
}

//go:embed testdata/headers.tsv
var headers string

// Games whose files name their openings: our full names say the same.
func TestFullNamesOfFiles(t *testing.T) {
	files, named := 0, 0
	for line := range strings.Lines(headers) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		want, way, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files++
		if name, ok := FullOpeningName(game.Start(), played(t, way)); ok {
			named++
			if name.Simplified != want {
				t.Errorf("%s is called %s: %s", want, name.Simplified, way)
			}
		}
	}
	if t.Logf("%d of %d games have a full name, all as in their files", named, files); files != 20 || named < 12 {
		t.Errorf("%d of %d", named, files)
	}
}

func BenchmarkFullName(b *testing.B) {
	moves := played(b, "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4 h7i7 h6g6 i7i8 b0a2")
	FullOpeningName(game.Start(), moves)
	b.ReportAllocs()
	for b.Loop() {
		FullOpeningName(game.Start(), moves)
	}
}
