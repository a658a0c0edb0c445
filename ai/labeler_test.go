package ai

import (
	"testing"

	"yeye/game"
)

// A label does not depend on the moves tried off the game, and the labeler returns
// to the position of the game.
func TestLabelerComesBack(t *testing.T) {
	l := NewLabeler(Options{HashMB: 1})
	l.NewGame(game.Start())
	g := game.NewGame(game.Start(), game.Asian)
	for range 12 {
		here := *l.Position()
		label := l.Search(3)
		if !here.IsLegal(label.Move) || label.Depth != 3 {
			t.Fatalf("%s: %+v", here.FEN(), label)
		}
		for _, m := range here.LegalMoves(nil)[:5] {
			l.Do(m)
			after := here.After(m)
			if !l.Position().Same(&after) || l.InCheck() != after.InCheck() {
				t.Fatalf("after %v it is at %s", m, l.Position().FEN())
			}
			l.Search(1)
			l.Undo()
		}
		if *l.Position() != here {
			t.Fatalf("it did not come back to %s", here.FEN())
		}
		if err := g.Play(label.Move); err != nil {
			t.Fatal(err)
		}
		l.Play(label.Move)
		if l.Position().FEN() != g.Position().FEN() {
			t.Fatalf("%s, the game is at %s", l.Position().FEN(), g.Position().FEN())
		}
	}
}

// After moves of the game, the sum that the evaluation updates still equals the one
// from scratch, and a mate in one is found.
func TestLabelerAfterMoves(t *testing.T) {
	p, err := game.ParseFEN("3k5/R8/8R/9/9/9/9/9/1r7/5K3 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	l := NewLabeler(Options{HashMB: 1, Evaluation: Classic})
	l.NewGame(p)
	m, err := game.ParseMove("b1b2")
	if err != nil {
		t.Fatal(err)
	}
	l.Play(m)
	if got, want := l.w.frame().classic, classicSum(&l.w.pos); got != want {
		t.Errorf("the sum is %d, from scratch %d", got, want)
	}
	label := l.Search(2)
	if n, ok := label.Score.Mate(); !ok || n != 1 {
		t.Errorf("mate in one seen as %v by %v", label.Score, label.Move)
	}
}

// Labels repeat: the first game has no influence on the second.
func TestLabelerForgets(t *testing.T) {
	l := NewLabeler(Options{HashMB: 1})
	var first []Label
	for round := range 2 {
		l.NewGame(game.Start())
		for i := range 8 {
			label := l.Search(4)
			if round == 0 {
				first = append(first, label)
			} else if label != first[i] {
				t.Fatalf("move %d: %+v, the first time %+v", i, label, first[i])
			}
			l.Play(label.Move)
		}
	}
}

// A label of captures alone without a move is the static value, whatever deeper
// searches have left in the table.
func TestLabelOfNoMoveIsTheStaticValue(t *testing.T) {
	l := NewLabeler(Options{HashMB: 1})
	l.NewGame(game.Start())
	quiet := 0
	for range 40 {
		label := l.Search(2)
		for _, m := range l.Position().LegalMoves(nil) {
			l.Do(m)
			aside := l.Search(0)
			if aside.Move == game.NoMove && !l.InCheck() {
				quiet++
				if want := l.w.evaluate(l.w.frame()); aside.Score != want {
					t.Errorf("%s: label %v, static value %v", l.Position().FEN(), aside.Score, want)
				}
			}
			l.Undo()
		}
		l.Play(label.Move)
	}
	if quiet < 500 {
		t.Errorf("only %d quiet positions met", quiet)
	}
}
