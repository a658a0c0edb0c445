package main

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// maxWidth is the greatest width of a line of code, in columns, with tabs of 4.
const maxWidth = 120

// TestWidth looks at all files that are no tests. What cannot be broken may be wider: raw strings, struct tags, and tables in comments.
func TestWidth(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := root.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		raw, lines := false, bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for n := 1; lines.Scan(); n++ {
			line, was := lines.Text(), raw
			raw = raw != (strings.Count(line, "`")%2 == 1)
			text := strings.TrimLeft(line, "\t")
			table := strings.HasPrefix(text, "//\t") || strings.HasPrefix(text, "//  ")
			if w := width(line); w > maxWidth && !was && !table && !strings.Contains(line, "`") {
				t.Errorf("%s:%d has %d columns, more than %d", path, n, w, maxWidth)
			}
		}
		return lines.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
}

func width(line string) (w int) {
	for _, r := range line {
		if w++; r == '\t' {
			w = (w + 3) / 4 * 4
		}
	}
	return w
}
