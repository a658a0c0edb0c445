package voice

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
)

func turn(t testing.TB, fen, moves string, side game.Color) *Turn {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(p, game.Asian)
	for _, f := range strings.Fields(moves) {
		m, err := game.ParseMove(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return &Turn{Game: g, Side: side, Outcome: g.Outcome()}
}

// The character is Black unless its color is said.
func TestMoments(t *testing.T) {
	for _, c := range []struct {
		name, fen, moves string
		side             game.Color
		valued           bool
		before, now      int
		want             []Moment
	}{
		{"the game begins", game.StartFEN, "", game.Black, false, 0, 0, []Moment{{Kind: Greeting}}},
		{"the character begins", game.StartFEN, "h2e2", game.Red, false, 0, 0, []Moment{{Kind: Greeting}}},
		{"the central cannon", game.StartFEN, "h2e2 h9g7", game.Black, false, 0, 0, []Moment{{Kind: Cannon}}},
		{"a quiet move", game.StartFEN, "h0g2 h9g7", game.Black, false, 0, 0, nil},
		{"a cannon is traded for a horse", game.StartFEN, "b2b9 a9b9", game.Black, false, 0, 0, []Moment{{Kind: Trade}}},
		{"the character takes a rook for nothing", "4k4/4a4/r8/9/9/9/9/1N7/R3A4/3AK4 w - - 0 20", "e1f2 a7a1", game.Black, false, 0, 0, []Moment{{Kind: Takes, Role: game.Rook}}},
		{"the character begins a trade of rooks", "4k4/4a4/r8/9/9/9/9/2N6/R3A4/3AK4 w - - 0 20", "e1f2 a7a1", game.Black, false, 0, 0, nil},
		{"the central cannon comes second", game.StartFEN, "g3g4 b9c7 h2e2 h9g7", game.Black, false, 0, 0, nil},
		{"a rook left in a dead draw is no sacrifice", "2bakab2/9/2n3n2/4p4/9/9/4P4/2N3N2/9/R1BAKAB2 w - - 0 20", "a0a6 c7a6", game.Black, true, 0, 0,
			[]Moment{{Kind: Takes, Role: game.Rook}}},
		{"the rook is left to the horse", "2bakab2/9/2n3n2/4p4/9/9/4P4/2N3N2/9/R1BAKAB2 w - - 0 20", "a0a6 c7a6", game.Black, true, 0, 700,
			[]Moment{{Kind: YourBlunder, Role: game.Rook}, {Kind: Winning}, {Kind: Takes, Role: game.Rook}}},
		{"what the search did not gain by is no blunder", "2bakab2/9/2n3n2/4p4/9/9/4P4/2N3N2/9/R1BAKAB2 w - - 0 20", "a0a6 c7a6", game.Black, true, 0, 20,
			[]Moment{{Kind: Sacrifice, Role: game.Rook}, {Kind: Takes, Role: game.Rook}}},
		{"the character left a rook", "2bak4/4a4/4b4/r8/9/1N7/9/9/9/3AKAB2 w - - 0 20", "b4a6 e9f9", game.Black, true, 0, -800,
			[]Moment{{Kind: MyBlunder, Role: game.Rook}, {Kind: Losing}, {Kind: Loses, Role: game.Rook}}},
		{"a piece that was attacked anyway is not offered", "2bakab2/9/2n3n2/4p4/9/9/R3P4/2N3N2/9/2BAKAB2 b - - 0 20", "c7b5 a3a7 b5a7", game.Black, true, 0, 20,
			[]Moment{{Kind: Takes, Role: game.Rook}}},
		{"no small talk when all is decided", game.StartFEN, "b2b9 a9b9", game.Black, true, 2500, 2600, nil},
		{"both check", "3k5/9/9/9/9/9/9/7R1/8r/5K3 w - - 0 20", "h2d2 d9e9", game.Black, false, 0, 0, []Moment{{Kind: Checked}}},
		{"the character checks", "3ak4/9/9/9/9/9/9/r8/9/5K1R1 w - - 0 20", "h0h1 a2a0", game.Black, false, 0, 0, []Moment{{Kind: Checks}}},
		{"a mate in one was missed", "3k5/R8/9/9/9/9/9/9/1R7/5K3 w - - 0 20", "b1b2 d9e9", game.Black, false, 0, 0, []Moment{{Kind: Missed}}},
		{"a pawn crosses", "4k4/9/9/9/2p6/9/9/9/9/3K4R w - - 0 40", "i0i1 c5c4", game.Black, false, 0, 0, []Moment{{Kind: Crosses}}},
		{"won", "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 20", "b1b9", game.Red, false, 0, 0, []Moment{{Kind: Won}}},
		{"lost", "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 20", "b1b9", game.Black, false, 0, 0, []Moment{{Kind: Lost}}},
	} {
		x := turn(t, c.fen, c.moves, c.side)
		x.Valued, x.Before, x.Now = c.valued, c.before, c.now
		if got := Moments(x); !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	x := turn(t, game.StartFEN, "h2e2 h9g7", game.Black)
	x.Outcome = game.Outcome{Result: game.Draw, Method: game.Agreement}
	if got := Moments(x); !slices.Equal(got, []Moment{{Kind: Drawn}}) {
		t.Errorf("agreed: %+v", got)
	}
	x = turn(t, game.StartFEN, "h2e2 h9g7 h0g2 i9h9", game.Black)
	x.Also = []Moment{{Kind: Hint}}
	if got := Moments(x); !slices.Equal(got, x.Also) {
		t.Errorf("a hint: %+v", got)
	}
}

// Whatever is played, what is said of it is true of the board. The game is not
// changed.
func TestMomentsAreTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := game.NewGame(game.Start(), game.Asian)
		boards := []game.Position{*g.Position()}
		for range rapid.IntRange(0, 120).Draw(t, "plies") {
			moves := g.Position().LegalMoves(nil)
			if hits := g.Position().LegalCaptures(nil); len(hits) > 0 && rapid.Bool().Draw(t, "take") {
				moves = hits
			}
			if g.Outcome().Over() || len(moves) == 0 {
				break
			}
			if g.Play(rapid.SampledFrom(moves).Draw(t, "move")) != nil {
				break
			}
			boards = append(boards, *g.Position())
		}
		x := &Turn{Game: g, Side: g.Position().Turn().Other(), Outcome: g.Outcome(), Valued: true,
			Before: rapid.IntRange(-1000, 1000).Draw(t, "before"), Now: rapid.IntRange(-1000, 1000).Draw(t, "now")}
		moments := Moments(x)
		if last := boards[len(boards)-1]; *g.Position() != last {
			t.Fatal("the game was changed")
		}
		n := len(boards) - 1
		count := func(i int, c game.Color, r game.Role) int { return boards[i].Pieces(c, r).Count() }
		for _, m := range moments {
			ok := true
			switch you := x.Side.Other(); m.Kind {
			case Greeting:
				ok = n <= 1
			case Takes: // of no role where pieces were traded
				ok = n >= 1 && boards[n].All(you).Count() == boards[n-1].All(you).Count()-1 && (m.Role != game.NoRole || boards[n-2].All(x.Side).Count() == boards[n-1].All(x.Side).Count()+1)
				ok = ok && (m.Role == game.NoRole || count(n, you, m.Role) == count(n-1, you, m.Role)-1)
			case Trade:
				ok = n >= 2 && boards[n].All(you).Count() == boards[n-1].All(you).Count()-1 && boards[n-1].All(x.Side).Count() == boards[n-2].All(x.Side).Count()-1
			case Fine:
				ok = x.Now <= x.Before-150 && boards[n].All(you).Count() == boards[n-2].All(you).Count() && boards[n].All(x.Side).Count() == boards[n-2].All(x.Side).Count()
			case Mating:
				ok = x.Now >= 30000
			case Level:
				ok = max(x.Now, -x.Now) <= 60
			case LongGame:
				ok = n == 200 || n == 201
			case Loses:
				ok = n >= 2 && count(n-1, x.Side, m.Role) == count(n-2, x.Side, m.Role)-1
			case YourBlunder:
				ok = n >= 2 && count(n, you, m.Role) == count(n-1, you, m.Role)-1 && x.Now > x.Before && boards[n-1].All(x.Side).Count() == boards[n-2].All(x.Side).Count()
			case MyBlunder:
				ok = n >= 2 && count(n-1, x.Side, m.Role) == count(n-2, x.Side, m.Role)-1 && x.Now < x.Before && boards[n].All(you).Count() == boards[n-1].All(you).Count()
			case Sacrifice:
				to := g.Moves()[n-2].To()
				ok = boards[n-1].At(to).Role() == m.Role && boards[n-1].At(to).Color() == you && boards[n-1].Attackers(to, x.Side, boards[n-1].Occupied()).Any()
			case Checks:
				ok = boards[n].InCheck()
			case Checked:
				ok = boards[n-1].InCheck()
			case Missed:
				ok = slices.ContainsFunc(boards[n-2].LegalMoves(nil), func(m game.Move) bool { p := boards[n-2].After(m); return p.InCheck() && !p.HasLegal() })
			case Crosses:
				m := g.Moves()[n-1]
				ok = boards[n].At(m.To()) == game.NewPiece(x.Side, game.Pawn) && m.To().Crossed(x.Side) && !m.From().Crossed(x.Side)
			case Cannon:
				ok = n <= 3 && boards[n-1].At(g.Moves()[n-2].To()).Role() == game.Cannon && g.Moves()[n-2].To().File() == 4
			case Winning:
				ok = x.Now >= 500
			case Losing:
				ok = x.Now <= -500
			case Won:
				w, won := g.Outcome().Result.Winner()
				ok = won && w == x.Side
			case Lost:
				w, won := g.Outcome().Result.Winner()
				ok = won && w != x.Side
			case Drawn:
				ok = g.Outcome().Result == game.Draw
			default:
				ok = false
			}
			if !ok {
				t.Fatalf("%v of %v after %v", m, moments, g.Moves())
			}
		}
	})
}

func TestEveryKindHasAName(t *testing.T) {
	seen := map[string]bool{}
	for k := range Kind(Kinds) {
		if n := k.String(); n == "unknown" || seen[n] {
			t.Errorf("kind %d is called %q", k, n)
		} else {
			seen[n] = true
		}
	}
	if Kind(Kinds).String() != "unknown" {
		t.Error("a kind beyond the last has a name")
	}
}
