package puzzle

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed puzzles.tsv
var text string

//go:embed daily.txt
var days string

// All returns the collection in the order of its file, which is read once. Callers share the puzzles and must not
// change them.
var All = sync.OnceValue(func() []Puzzle {
	all, err := ParseAll(text)
	if err != nil {
		panic(err) // a test reads the file
	}
	return all
})

// ParseAll reads one puzzle per line. Lines that start with # are comments. Two puzzles with the
// same ID are an error.
func ParseAll(text string) ([]Puzzle, error) {
	var all []Puzzle
	seen := make(map[string]bool)
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := Parse(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if seen[p.ID()] {
			return nil, fmt.Errorf("line %d: puzzle %s again", n, p.ID())
		}
		seen[p.ID()] = true
		all = append(all, p)
	}
	return all, nil
}

// Days returns the IDs of the daily puzzles in order. Their file is append-only, so a day's number has the same puzzle
// in every version.
func Days() []string { return strings.Fields(days) }
