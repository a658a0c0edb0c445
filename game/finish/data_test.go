package finish

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every row of the collection gets its name by the order. Two rows say more
// than their position shows: 大胆穿心 is the same shape as 大刀剜心, and the quiet move
// of 车马冷着 comes before the row's position.
func TestCollectionOfNamedMates(t *testing.T) {
	dir := os.Getenv("YEYE_DATA")
	if dir == "" {
		t.Skip("left out: named_mates.tsv, because YEYE_DATA names no directory of sample data")
	}
	file, err := os.Open(filepath.Join(dir, "named_mates.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Scan()
	rows := 0
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		if len(f) < 7 {
			t.Fatalf("a row of %d fields", len(f))
		}
		rows++
		want := Pattern(f[0])
		switch want {
		case "da_dan_chuan_xin":
			want = Broadsword
		case QuietRookAndHorse:
			want = ""
		}
		p, moves := parse(t, f[5], f[6])
		if got := Of(p, moves); got != want {
			t.Errorf("%s %s: %q, want %q", f[5], f[6], got, want)
		}
	}
	if rows != 27 {
		t.Errorf("%d rows, not 27", rows)
	}
}
