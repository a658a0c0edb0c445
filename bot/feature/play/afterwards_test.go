package play

import (
	"testing"

	"yeye/bot/discord"
)

// A last card has one row of buttons while they fit in one, never more of them in a row than Discord takes.
func TestAfterwards(t *testing.T) {
	buttons := func(n int) (row discord.Row) {
		for range n {
			row = append(row, discord.Button{})
		}
		return row
	}
	for _, c := range []struct{ onward, back, rows int }{{1, 0, 1}, {1, 2, 1}, {1, 4, 1}, {2, 4, 2}} {
		got, n := endRows(buttons(c.onward), buttons(c.back)), 0
		for _, row := range got {
			if n += len(row); len(row) > discord.MaxButtons || len(row) == 0 {
				t.Errorf("%+v: a row of %d", c, len(row))
			}
		}
		if len(got) != c.rows || n != c.onward+c.back {
			t.Errorf("%+v: %d buttons in %d rows", c, n, len(got))
		}
	}
}
