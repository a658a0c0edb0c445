package game

import (
	"strings"
	"testing"
)

func TestParseSquare(t *testing.T) {
	for _, text := range []string{"", "a", "a00", "h2e2", "`0", "j0", "a/", "a:", "A0", "e-", "中"} {
		if s, err := ParseSquare(text); err == nil {
			t.Errorf("%q is read as %s", text, s)
		}
	}
	for s := Square(0); s < Squares; s++ {
		if got, err := ParseSquare(s.String()); err != nil || got != s {
			t.Errorf("%s is read as %s, %v", s, got, err)
		}
		if m := s.Mirror(); m.Rank() != s.Rank() || m.File()+s.File() != Files-1 || m.Mirror() != s {
			t.Errorf("%s is mirrored to %s", s, m)
		}
		if r := s.Turned(); r.Rank()+s.Rank() != Ranks-1 || r.File()+s.File() != Files-1 || r.Turned() != s {
			t.Errorf("%s is turned to %s", s, r)
		}
	}
}

func TestParseMove(t *testing.T) {
	for _, text := range []string{"", "h2", "h2e", "h2ee", "2hh2", "j0e2", "h2j0", "h2h2", "h2e22"} {
		if m, err := ParseMove(text); err == nil {
			t.Errorf("%q is read as %s", text, m)
		}
	}
}

func TestScore(t *testing.T) {
	for _, c := range []struct {
		r          Result
		red, black string
		points     float64 // Red's
	}{
		{Ongoing, "no result", "no result", 0}, {Draw, "drawn", "drawn", 0.5},
		{RedWins, "won", "lost", 1}, {BlackWins, "lost", "won", 0},
	} {
		red, black := c.r.For(Red), c.r.For(Black)
		if red.String() != c.red || black.String() != c.black || red.Points() != c.points {
			t.Errorf("%v: %s, %s, %v points", c.r, red, black, red.Points())
		}
	}
}

// Names are stored: they are read as what they were written from, and nothing else is.
func TestMethodNames(t *testing.T) {
	seen := map[string]bool{}
	for i, m := range Methods() {
		if got, ok := ParseMethod(m.String()); !ok || got != m || int(m) != i+1 || seen[m.String()] {
			t.Errorf("method %d, %s, is read as %v, %v", m, m, got, ok)
		}
		seen[m.String()] = true
	}
	past := Methods()[len(Methods())-1] + 1
	if m, ok := ParseMethod("none"); ok || past.String() != "unknown" || NoMethod.String() != "" {
		t.Errorf("none is read as %v; the one past the last is %s", m, past)
	}
	if past := Chinese + 1; past.String() != "unknown" {
		t.Errorf("the rules past the last are %s", past)
	}
}

func TestPieceNames(t *testing.T) {
	if got := NoPiece.String(); got != "none" {
		t.Errorf("no piece is %q", got)
	}
	if got := NewPiece(Black, Horse).String(); got != "black horse" {
		t.Errorf("a black horse is %q", got)
	}
}

// Positions are the same if the pieces stand alike and the same side is to move, whatever the counters say.
func TestSame(t *testing.T) {
	p := position(t, StartFEN)
	for fen, want := range map[string]bool{
		StartFEN: true,
		strings.Replace(StartFEN, "0 1", "7 9", 1):             true,
		strings.Replace(StartFEN, " w ", " b ", 1):             false,
		strings.Replace(StartFEN, "1C5C1", "1C3C3", 1):         false,
		strings.Replace(StartFEN, "RNBAKABNR", "NRBAKABNR", 1): false,
	} {
		if q := position(t, fen); p.Same(&q) != want {
			t.Errorf("%s: want %v", fen, want)
		}
	}
}

// What a move would bring is asked of legal moves in a game that goes on; anything else brings nothing.
func TestWouldOfNoMove(t *testing.T) {
	g := NewGame(position(t, "4k4/9/9/9/9/9/9/9/3R5/R4K3 w - - 0 1"), Asian)
	for _, text := range []string{"a0b1", "e9e8", "f0g0"} {
		m, err := ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if o := g.Would(m); o.Over() {
			t.Errorf("%s would bring %v", text, o)
		}
		if o := g.Risk(m); o.Over() {
			t.Errorf("%s risks %v", text, o)
		}
	}
}

// Between a piece and its target the nearest of several that stand in the way is named.
func TestExplainNamesTheNearest(t *testing.T) {
	p := position(t, "4k4/9/9/9/9/9/9/9/9/R1B1NK3 w - - 0 1")
	for _, c := range []struct{ move, at string }{{"a0f0", "c0"}, {"f0a0", "e0"}} {
		m, err := ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if why, at := WhyUnreachable(NewPiece(Red, Rook), m, p.Occupied()); why != Blocked || at.String() != c.at {
			t.Errorf("%s: %v at %s, want blocked at %s", c.move, why, at, c.at)
		}
	}
	for _, c := range []struct {
		role Role
		move string
	}{{Advisor, "e1e2"}, {Advisor, "e1g3"}, {Rook, "a0b1"}, {Cannon, "a0c1"}} {
		m, _ := ParseMove(c.move)
		if why, _ := WhyUnreachable(NewPiece(Red, c.role), m, p.Occupied()); why != NotItsMove {
			t.Errorf("%v %s: %v", c.role, c.move, why)
		}
	}
}
