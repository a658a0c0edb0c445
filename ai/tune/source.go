package tune

import (
	"fmt"
	"go/format"
	"math"
	"strings"

	"yeye/ai"
)

// Source returns the Go file of package ai that holds the weights, with a
// heading that says how they were made.
func Source(w [][2]int, heading string) ([]byte, error) {
	var b strings.Builder
	b.WriteString("package ai\n\n")
	for line := range strings.Lines(strings.TrimSpace(heading)) {
		b.WriteString("// " + strings.TrimRight(line, "\n") + "\n")
	}
	b.WriteString("var weights = []weight{\n")
	names, starts := ai.Groups()
	for g, name := range names {
		end := len(w)
		if g+1 < len(starts) {
			end = starts[g+1]
		}
		fmt.Fprintf(&b, "// %s\n", name)
		for i := starts[g]; i < end; i++ {
			fmt.Fprintf(&b, "{%d, %d},", w[i][0], w[i][1])
			if n := i - starts[g] + 1; n%5 == 0 || i == end-1 {
				b.WriteByte('\n')
			}
		}
	}
	b.WriteString("}\n")
	return format.Source([]byte(b.String()))
}

// Rounded returns fitted weights in the form that the engine uses.
func Rounded(w [][2]float64) [][2]int {
	list := make([][2]int, len(w))
	for i, v := range w {
		list[i] = [2]int{bounded(v[0]), bounded(v[1])}
	}
	return list
}

// bounded limits a weight so that the sum over a side's sixteen pieces cannot
// overflow half a pair, which has sixteen bits.
func bounded(v float64) int { return int(math.Round(max(-2000, min(2000, v)))) }
