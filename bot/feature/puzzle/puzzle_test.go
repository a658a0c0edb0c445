package puzzle_test

import (
	"context"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/ai/puzzle"
	"yeye/bot/engine"
	"yeye/bot/internal/desk"
	"yeye/game"
)

// analyst says what a position is worth, and answers with its first legal move.
type analyst ai.Score

func (a analyst) Suggest(_ context.Context, g *game.Game) (explain.Hint, error) {
	return explain.Hint{Move: g.Position().LegalMoves(nil)[0], Reasons: []explain.Reason{{}}, Score: ai.Score(a)}, nil
}

const (
	mate2 = "M\t2bk1a3/4a4/b8/9/9/6B2/9/3A2r2/2nK5/9 b\tg2g4 d1d0 g4g1\t1100\t110"
	rook  = "A\t2b1k1b2/3Ra4/n8/p1p1p1p1p/4r4/2P6/P6rP/5R3/3K5/2BA1A3 w\tf2f8 e5d5 d8d5\t1300\t110"
)

func open(t *testing.T, worth ai.Score, lines ...string) *desk.Desk {
	t.Helper()
	o := desk.Options{Engine: engine.Options{Analyst: analyst(worth)}}
	for _, l := range lines {
		p, err := puzzle.Parse(l)
		if err != nil {
			t.Fatal(err)
		}
		o.Puzzles = append(o.Puzzles, p)
	}
	return desk.OpenWith(t, o, "puzzle")
}

// Somebody begins, solves a puzzle, gets the next one, and there are no more.
func TestSolve(t *testing.T) {
	d := open(t, 0, mate2)
	d.Play(`
		mei: /puzzle                    => private **Puzzles.** … [I play now and then]
		mei: [I play now and then]      => edit **Black to move. Find the best move.** … [Hint] [Solution] [Another one]
		mei: {Choose a piece} g2        => edit
		mei: {Where to?} g2g4              => edit ✅ … Right! … Red answers … And now?
		mei: {Choose a piece} g4        => edit
		mei: {Where to?} g4g1              => edit ✅ … **Solved.** … rated 1100 … mate in two · Stalemate … Your puzzle rating: 1100? → … [Next] [Report a mistake]
		mei: [Report a mistake]         => private Thank you
		mei: [Next]                     => private You've solved them all`)
}

// A wrong move shows the answer, counts once, and can be tried again.
func TestWrongMove(t *testing.T) {
	d := open(t, 900, rook)
	d.Play(`
		mei: /puzzle level=easier       => private **Puzzles.**
		mei: [I play seriously]         => edit **Red to move.
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8e8              => edit ❌ … isn't it: Black answers … Try again. … Your puzzle rating: 1500? →
		mei: {Choose a piece} f2        => edit
		mei: {Where to?} f2f8              => edit ✅
		mei: {Choose a piece} d8        => edit`)
	if said := d.Do("mei", "{Where to?} d8d5"); !strings.Contains(said, "**Solved.**") || strings.Contains(said, "Your puzzle rating") {
		t.Errorf("a second try: %s", said)
	}
}

// A move that wins as well is no fault.
func TestAlsoGood(t *testing.T) {
	open(t, -900, rook).Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play seriously]         => edit **Red to move.
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8e8              => edit … is good too, but there's something better
		mei: {Choose a piece} f2        => edit
		mei: {Where to?} f2f8              => edit ✅
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8d5              => edit … **Solved.** … Your puzzle rating: 1500?`)
}

// Hints come in steps, and the puzzle counts for nothing then.
func TestHints(t *testing.T) {
	d := open(t, 0, mate2)
	d.Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play now and then]      => edit **Black to move.
		mei: [Hint]                     => edit … 💡 The piece to move: … [Hint]
		mei: [Hint]                     => edit … 💡 The piece to move: … g2
		mei: [Hint]                     => edit … 💡
		mei: [Solution]                 => edit The solution: … [Next]`)
}

func TestThemeThatNoPuzzleHas(t *testing.T) {
	open(t, 0, mate2).Play(`
		mei: /puzzle theme=fork         => private **Puzzles.**
		mei: [I play now and then]      => private You've solved them all`)
}
