package notation_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/game"
	"yeye/game/notation"
)

// TestData reads and writes the shared sample of moves, which is outside the
// repository.
func TestData(t *testing.T) {
	dir := os.Getenv("YEYE_DATA")
	if dir == "" {
		t.Skip("left out: notation.tsv, because YEYE_DATA names no directory of sample data")
	}
	f, err := os.Open(filepath.Join(dir, "notation.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Scan() // header
	n := 0
	for lines.Scan() {
		n++
		c := strings.Split(lines.Text(), "\t")
		p, err := game.ParseFEN(c[0])
		if err != nil {
			t.Fatal(err)
		}
		m, _ := game.ParseMove(c[1])
		for i, family := range []notation.Family{notation.WXF, notation.Chinese, notation.Traditional} {
			if got := notation.Write(&p, m, family); got != c[2+i] {
				t.Errorf("%s %s in %s: %q, want %q", c[0], c[1], family, got, c[2+i])
			}
		}
		texts := []string{c[1], c[2], c[3], c[4], label(&p, m, notation.Auto), label(&p, m, notation.Vietnamese)}
		if c[5] != "-" {
			texts = append(texts, c[5])
		}
		if oracle, ok := strings.CutPrefix(c[7], "oracle:"); ok {
			texts = append(texts, oracle)
		}
		for _, text := range texts {
			for _, prefer := range []notation.Family{notation.Auto, notation.WXF, notation.Chinese} {
				if got, err := notation.Read(&p, text, prefer); err != nil || got != m {
					t.Errorf("%s %q (%s, %s): %s, %v, want %s", c[0], text, c[6], prefer, got, err, m)
				}
			}
		}
		vi := notation.Write(&p, m, notation.Vietnamese)
		if got, err := notation.Read(&p, vi, notation.Vietnamese); err != nil || got != m {
			t.Errorf("%s %q: %s, %v, want %s", c[0], vi, got, err, m)
		}
	}
	if n < 50 {
		t.Fatalf("only %d rows", n)
	}
}
