package tactics

import (
	"strings"
	"testing"

	"yeye/game"
)

func TestInDanger(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		// Both cannons could take a horse that a rook takes back.
		{"the start", game.StartFEN, ""},
		{"a horse that nothing protects", "4k4/9/4r4/9/9/4N4/9/9/9/3K5 w - - 0 1", "e4"},
		{"the same horse, protected", "4k4/9/4r4/9/9/4N4/4P4/9/4R4/3K5 w - - 0 1", ""},
		{"a rook attacked by a pawn, protected", "4k4/9/9/9/9/4p4/4R4/9/4R4/3K5 w - - 0 1", "e3"},
		{"the other side's pieces are not meant", "4k4/9/4r4/9/9/4N4/9/9/9/3K5 b - - 0 1", ""},
		{"in check only the check counts", "3rk4/9/9/r8/9/N8/9/9/9/3K5 w - - 0 1", ""},
		{"two pieces", "4k4/9/4r4/8C/9/4N4/8r/9/9/3K5 w - - 0 1", "e4 i6"},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for b := InDanger(&p); b.Any(); {
			got = append(got, b.PopFirst().String())
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}
