package game

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// dataFile opens one of the shared sample files, which are outside the
// repository, or skips the test.
func dataFile(t testing.TB, name string) *os.File {
	t.Helper()
	dir := os.Getenv("YEYE_DATA")
	if dir == "" {
		t.Skipf("left out: %s, because YEYE_DATA names no directory of sample data", name)
	}
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestPerftStart(t *testing.T) {
	p := Start()
	for depth, want := range []uint64{1, 44, 1920, 79666, 3290240} {
		if got := p.Perft(depth); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
}

func TestPerftData(t *testing.T) {
	lines := bufio.NewScanner(dataFile(t, "perft.tsv"))
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		if f[0] == "id" {
			continue
		}
		p, err := ParseFEN(f[2])
		if err != nil {
			t.Errorf("%s: %v", f[2], err)
			continue
		}
		for depth := 1; depth <= 5 && f[2+depth] != "-"; depth++ {
			want, _ := strconv.ParseUint(f[2+depth], 10, 64)
			if want > 5_000_000 && testing.Short() {
				continue
			}
			if got := p.Perft(depth); got != want {
				t.Errorf("%s (%s): perft(%d) = %d, want %d", f[1], f[2], depth, got, want)
				break
			}
		}
	}
}

func BenchmarkPerft5(b *testing.B) {
	p := Start()
	b.ReportAllocs()
	var leaves uint64
	for b.Loop() {
		leaves += p.Perft(4)
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}
