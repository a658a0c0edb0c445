package flipped

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
	"yeye/game/jieqi"
)

// Whatever lies face down, or was captured face down by somebody else, a viewer is told the same while the match is running: the board
// cannot tell what it does not look at.
func TestNothingHiddenIsTold(t *testing.T) {
	roles := []game.Role{game.Rook, game.Horse, game.Elephant, game.Advisor, game.Cannon, game.Pawn, game.Pawn, game.Pawn, game.Pawn, game.Pawn,
		game.Rook, game.Horse, game.Elephant, game.Advisor, game.Cannon}
	rapid.Check(t, func(t *rapid.T) {
		var deal jieqi.Deal
		for c := range deal {
			copy(deal[c][:], rapid.Permutation(roles).Draw(t, "deal"))
		}
		g := jieqi.NewGame(deal)
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			moves := g.Position().LegalMoves(nil)
			if len(moves) == 0 || g.Outcome().Over() {
				break
			}
			if err := g.Play(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
				t.Fatal(err)
			}
		}
		viewer := jieqi.Viewer(rapid.IntRange(0, 3).Draw(t, "viewer"))
		other := jieqi.NewGame(otherDeal(t, g, deal, viewer))
		for _, p := range g.Plies() {
			if err := other.Play(p.Move); err != nil {
				t.Fatalf("the other deal does not lead here: %v", err)
			}
		}
		one, two := &Board{game: g}, &Board{game: other}
		if a, b := one.View(viewer, false), two.View(viewer, false); !reflect.DeepEqual(a, b) {
			t.Fatalf("viewer %d is told the deal:\n%+v\n%+v", viewer, a, b)
		}
		if !reflect.DeepEqual(one.Moves(), two.Moves()) || one.Warning() != two.Warning() || one.Ply() != two.Ply() {
			t.Fatal("the board tells the deal")
		}
	})
}

// A player is asked before perpetual check also where the third occurrence comes with the opponent's move.
func TestRiskOfTheNextMove(t *testing.T) {
	s, err := jieqi.ParseFEN("R8/4k4/9/9/9/9/9/9/9/3K1p3 w")
	if err != nil {
		t.Fatal(err)
	}
	b := &Board{game: jieqi.NewGameFrom(s.Position, jieqi.Identity())}
	for i, text := range []string{"a9a8", "e8e9", "a8a9", "e9e8", "a9a8", "e8e9", "a8a9"} {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if o := b.Risk(m); (o.Method == game.PerpetualCheck && o.Result == game.BlackWins) != (i == 6) {
			t.Errorf("move %d, %s: %v", i+1, text, o)
		}
		if err := b.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

// otherDeal shuffles what a viewer of a running match may not know: what lies face down, and what others captured face down.
func otherDeal(t *rapid.T, g *jieqi.Game, d jieqi.Deal, viewer jieqi.Viewer) jieqi.Deal {
	var known [game.Squares]bool
	by := game.Red
	for _, p := range g.Plies() {
		if p.Turned != game.NoRole {
			known[p.Move.From()] = true
		}
		if p.Dark && (viewer == jieqi.PlayerOf(by)) {
			known[p.Move.To()] = true
		}
		by = by.Other()
	}
	for c := range d {
		var hidden []int
		for i, s := range jieqi.Points(game.Color(c)) {
			if !known[s] {
				hidden = append(hidden, i)
			}
		}
		was := d
		for i, j := range rapid.Permutation(hidden).Draw(t, "hidden") {
			d[c][hidden[i]] = was[c][j]
		}
	}
	return d
}
