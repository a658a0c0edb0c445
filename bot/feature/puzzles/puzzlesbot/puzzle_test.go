package puzzlesbot_test

import (
	"context"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/ai/puzzle"
	"yeye/bot/feature/daily"
	"yeye/bot/feature/puzzles"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
	"yeye/bot/match/engine"
	"yeye/game"
)

// analyst says what a position is worth, and answers with a capture, else with its first legal move.
type analyst ai.Score

func (a analyst) Suggest(_ context.Context, g *game.Game) (explain.Hint, error) {
	moves := append(g.Position().LegalCaptures(nil), g.Position().LegalMoves(nil)...)
	return explain.Hint{Move: moves[0], Reasons: []explain.Reason{{}}, Score: ai.Score(a)}, nil
}

const (
	mate2   = "M\t2bk1a3/4a4/b8/9/9/6B2/9/3A2r2/2nK5/9 b\tg2g4 d1d0 g4g1\t1100\t110"
	mate1   = "M\t4k4/8R/9/9/9/7p1/9/9/R5r2/5K3 w\ta1a9\t700\t110"
	twoWays = "M\t3k5/9/9/9/9/9/9/4R4/9/4K4 w\te2d2\t900\t110"
	guarded = "A\t4k4/9/9/9/R6r1/9/9/9/2R6/5K3 w\ta5h5\t900\t110"
	rook    = "A\t2b1k1b2/3Ra4/n8/p1p1p1p1p/4r4/2P6/P6rP/5R3/3K5/2BA1A3 w\tf2f8 e5d5 d8d5\t1300\t110"
)

func open(t *testing.T, worth ai.Score, lines ...string) *desk.Desk {
	t.Helper()
	return openWith(t, worth, []string{"puzzle"}, lines...)
}

func openWith(t *testing.T, worth ai.Score, features []string, lines ...string) *desk.Desk {
	t.Helper()
	o := desk.Options{Engine: engine.Options{Analyst: analyst(worth)}}
	for _, l := range lines {
		p, err := puzzle.Parse(l)
		if err != nil {
			t.Fatal(err)
		}
		o.Puzzles = append(o.Puzzles, p)
	}
	return desk.OpenWith(t, o, features...)
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
		mei: {Where to?} g4g1              => edit ✅ … **Solved.** … rated 1100 … -# stalemate · ending … Your puzzle rating: 1100 → … [Next] [Report a mistake]
		mei: [Report a mistake]         => private Thank you
		mei: [Next]                     => private You've tried all of these`)
}

// Another mate solves the puzzle too, and it is the same puzzle: it counts, can be reported, and does not come again.
func TestAnotherMate(t *testing.T) {
	open(t, 0, twoWays, rook).Play(`
		mei: /puzzle mode=run           => private **Puzzle 1 of your run** … Red to move
		mei: {Choose a piece} e2        => edit
		mei: {Where to?} e2e8           => edit ✅ … **Solved.** … stalemate … [Next] [Report a mistake]
		mei: [Next]                     => edit **Puzzle 2 of your run**`)
	open(t, 0, twoWays).Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play now and then]      => edit **Red to move.
		mei: {Choose a piece} e2        => edit
		mei: {Where to?} e2e8           => edit ✅ … **Solved.** … Your puzzle rating: 1100 → … [Next] [Report a mistake]
		mei: [Report a mistake]         => private Thank you
		mei: [Next]                     => private You've tried all of these`)
}

// A wrong move shows the answer, counts once, and can be tried again.
func TestWrongMove(t *testing.T) {
	d := open(t, 900, rook)
	d.Play(`
		mei: /puzzle level=easier       => private **Puzzles.**
		mei: [I play seriously]         => edit **Red to move.
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8e8              => edit ❌ … isn't it: Black answers … That takes the rook. … Try again. … Your puzzle rating: 1500 →
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8e8              => edit ❌
		mei: {Choose a piece} f2        => edit
		mei: {Where to?} f2f8              => edit ✅
		mei: {Choose a piece} d8        => edit`)
	if text := d.Do("mei", "{Where to?} d8d5"); !strings.Contains(text, "**Solved.**") || strings.Contains(text, "Your puzzle rating") ||
		!strings.Contains(text, "Only the first try counts") {
		t.Errorf("a second try: %s", text)
	}
}

// Who solves a puzzle with a hint reads again that it does not count, and who solves it at once reads nothing of the kind.
func TestSolvedWithHelp(t *testing.T) {
	for first, want := range map[string]string{
		"":                          "Your puzzle rating",
		"mei: [Hint] => edit **Red": "You've had a hint, so this one doesn't count.",
	} {
		d := open(t, 0, twoWays)
		d.Play(`
			mei: /puzzle                => private **Puzzles.**
			mei: [I play now and then]  => edit **Red to move.
			` + first + `
			mei: {Choose a piece} e2    => edit`)
		text := d.Do("mei", "{Where to?} e2d2")
		hinted := strings.Contains(text, "had a hint")
		if !strings.Contains(text, want) || strings.Contains(text, "Only the first try") || hinted != (first != "") {
			t.Errorf("after %q: %s", first, text)
		}
	}
}

// An answer that takes the moved piece is named so, also where the piece is guarded or worth little.
func TestWrongMoveThatIsTaken(t *testing.T) {
	open(t, 900, guarded).Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play seriously]         => edit **Red to move.
		mei: {Choose a piece} a5        => edit
		mei: {Where to?} a5c5           => edit ❌ … isn't it: Black answers … That takes the rook.`)
}

// A win that the engine counts may be one by stalemate: it is not called mate.
func TestWrongMoveThatLoses(t *testing.T) {
	open(t, ai.MateIn(3), rook).Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play seriously]         => edit **Red to move.
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8e8           => edit ❌ … isn't it: Black answers … That takes the rook and wins in 3 moves.`)
}

// In Chinese no space stands between sentences.
func TestWrongMoveInChinese(t *testing.T) {
	d := open(t, 900, rook)
	d.Locale = "zh-CN"
	d.Play(`
		mei: /puzzle                    => private **做题。**
		mei: [认真下的]                 => edit **红方先走
		mei: {选择要走的棋子} d8        => edit
		mei: {走到哪} d8e8              => edit ❌ … 不对，黑方可应 … 。吃掉车。`)
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
		mei: {Where to?} d8d5              => edit … **Solved.** … Your puzzle rating: 1500 →`)
}

// In a puzzle of mate a slower win is told so and is no fault; a mere advantage is one.
func TestSlowerWin(t *testing.T) {
	for _, c := range []struct {
		worth ai.Score // for the opponent
		said  string
	}{{-ai.MateIn(4), "wins too, but there's a faster way. Nothing is lost"}, {-1500, "wins too, but there's a faster way"}, {-400, "❌ … isn't it"}} {
		open(t, c.worth, mate2).Play(`
			mei: /puzzle                    => private **Puzzles.**
			mei: [I play seriously]         => edit **Black to move.
			mei: {Choose a piece} g2        => edit
			mei: {Where to?} g2g3           => edit … ` + c.said)
	}
}

// Another mate that takes no longer than the solution's solves the puzzle.
func TestMateAsFast(t *testing.T) {
	open(t, -ai.MateIn(1), mate2).Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play now and then]      => edit **Black to move.
		mei: {Choose a piece} g2        => edit
		mei: {Where to?} g2g3           => edit ✅ … Right! … **Solved.** … Your puzzle rating: 1100 → … [Next]`)
}

// Hints come in steps, and the puzzle counts for nothing then.
func TestHints(t *testing.T) {
	d := open(t, 0, mate2)
	d.Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play now and then]      => edit **Black to move.
		mei: [Hint]                     => edit … 💡 The piece to move: rook, g2 … [Hint]
		mei: [Hint]                     => edit … 💡 The piece to move: rook, g2 … 💡 Look for: **stalemate**. In the end Red has no legal move left … [Hint]
		mei: [Hint]                     => edit … 💡 … g2g4 … [No more hints]
		mei: [Solution]                 => edit The solution: … stalemate · … [Next]`)
	if text := d.Said.Content; strings.Contains(text, "mate in") {
		t.Errorf("a stalemate is called a mate too: %s", text)
	}
}

// Of several pieces of a kind the first hint names the kind; the name of a mate comes with what it is.
func TestHintsOfAMate(t *testing.T) {
	d := open(t, 0, mate1)
	d.Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play now and then]      => edit **Red to move. Find the best move.**
		mei: [Hint]                     => edit … 💡 The piece to move: rook … [Hint]`)
	if text := d.Said.Content; strings.Contains(text, "a1") {
		t.Errorf("the first hint says it all: %s", text)
	}
	d.Play(`
		mei: [Hint]                     => edit … 💡 The piece to move: rook, a1 … [Hint]
		mei: [Hint]                     => edit … 💡 In the end the rook gives checkmate. Such a mate is called: alternating rooks. … [Hint]
		mei: [Hint]                     => edit … 💡 … a1a9 … [No more hints] [Solution]`)
}

// No hint of the collection says the same as the one before.
func TestEveryHintSaysMore(t *testing.T) {
	for i, p := range puzzle.All() {
		if i%197 != 0 {
			continue
		}
		d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Analyst: analyst(0)}, Puzzles: []puzzle.Puzzle{p}}, "puzzle")
		d.Play(`
			mei: /puzzle                    => private
			mei: [I play now and then]      => edit`)
		for before, more := d.Said.Content, true; more; before = d.Said.Content {
			more = strings.Contains(d.Do("mei", "[Hint]"), "[Hint]")
			if d.Said.Content == before {
				t.Errorf("%s: twice %s", p.ID(), before)
			}
		}
	}
}

// The task names a theme to who has chosen it: of a mate the moves that are left. A stalemate is not called a mate.
func TestTheTaskNamesTheTheme(t *testing.T) {
	for _, c := range []struct{ line, theme, said string }{
		{mate1, "mate1", "**Red to move. Mate in one: find the move.**"},
		{mate1, "ending", "**Red to move. Ending: find the move.**"},
		{mate2, "mate2", "**Black to move. Find the best move.**"},
		{rook, "mating-threat", "**Red to move. Mating threat: find the move.**"},
	} {
		open(t, 0, c.line).Play(`
			mei: /puzzle theme=` + c.theme + ` => private **Puzzles.**
			mei: [I play now and then]         => edit ` + c.said)
	}
	open(t, 0, rook).Play(`
		mei: /puzzle theme=mating-threat => private **Puzzles.**
		mei: [I play now and then]       => edit
		mei: {Choose a piece} f2         => edit
		mei: {Where to?} f2f8            => edit ✅ … **Red to move. Find the best move.**`)
}

func TestThemeThatNoPuzzleHas(t *testing.T) {
	open(t, 0, mate2).Play(`
		mei: /puzzle theme=fork         => private **Puzzles.**
		mei: [I play now and then]      => private You've tried all of these`)
}

// A run goes on with each solved puzzle and ends with a mistake; nobody gets another puzzle by asking again.
func TestRun(t *testing.T) {
	d := open(t, 900, mate2, rook)
	d.Play(`
		mei: /puzzle mode=run           => private **Puzzle 1 of your run** … Black to move … [Skip (once)]
		mei: /puzzle mode=run           => private **Puzzle 1 of your run** … Black to move
		mei: {Choose a piece} g2        => edit
		mei: {Where to?} g2g4           => edit ✅
		mei: {Choose a piece} g4        => edit
		mei: {Where to?} g4g1           => edit ✅ … **Solved.** … [Next]
		mei: [Next]                     => edit **Puzzle 2 of your run** … Red to move
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8e8           => edit ❌ … isn't it: Black answers … The solution: … The run is over: 1 solved. Your best: 1. … The best here: 1, by <@201>
		tom: /puzzle mode=run           => private **Puzzle 1 of your run**
		tom: [Skip (once)]              => edit **Puzzle 1 of your run** … Red to move
		tom: /puzzle mode=run           => private … Red to move`)
	if text := d.Do("tom", "/puzzle mode=run"); strings.Contains(text, "Skip") || strings.Contains(text, "Hint") {
		t.Errorf("after a skip: %s", text)
	}
	if now, err := d.Puzzles.Run(t.Context(), "202"); err != nil {
		t.Fatal(err)
	} else if _, _, err := d.Puzzles.End(t.Context(), "202", "", now); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		tom: {Choose a piece} d8        => edit
		tom: {Where to?} d8e8           => private Your run has moved on … ` + "`/puzzle`" + ` and **mode**: run`)
}

// A puzzle is said to be as hard as it has proved: what its solver's change was computed against.
func TestProved(t *testing.T) {
	d := open(t, 0, twoWays)
	p, err := puzzle.Parse(twoWays)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.DB.Write().Exec(t.Context(), `INSERT INTO puzzle_grades (puzzle, rating, deviation, volatility, tries)
		VALUES (?, 1333, 80, 0.06, 30)`, p.ID()); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play now and then]      => edit **Red to move.
		mei: [Solution]                 => edit The solution: … rated 1333
		tom: /puzzle                    => private **Puzzles.**
		tom: [I play now and then]      => edit **Red to move.
		tom: {Choose a piece} e2        => edit
		tom: {Where to?} e2d2           => edit … **Solved.** This puzzle is rated 1333.`)
}

// A puzzle whose solution was shown at the end of a run does not come again as one that counts.
func TestRunIsSeen(t *testing.T) {
	open(t, 900, rook).Play(`
		mei: /puzzle mode=run           => private **Puzzle 1 of your run**
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8e8           => edit ❌ … The solution: …
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play seriously]         => private You've tried all of these`)
}

// Another puzzle in the place of a mistake comes once.
func TestAnotherMistake(t *testing.T) {
	d := desk.Open(t, "puzzle")
	again := func(who id.Player, failed puzzle.Puzzle) string {
		t.Helper()
		p, _, err := d.Puzzles.Again(t.Context(), who, puzzles.Mistake{Puzzle: failed.ID(), Box: 2})
		if err != nil {
			t.Fatal(err)
		}
		return p.ID()
	}
	var failed puzzle.Puzzle
	for _, failed = range puzzle.All() {
		if err := d.Puzzles.MarkSeen(t.Context(), "202", failed.ID()); err != nil {
			t.Fatal(err)
		}
		if again("202", failed) != failed.ID() {
			break // there is one like it
		}
	}
	if _, err := d.Puzzles.First(t.Context(), "201", failed, puzzles.Try{Result: puzzles.Failed}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := d.Puzzles.Repeat(t.Context(), "201", failed.ID(), true); err != nil {
			t.Fatal(err)
		}
	}
	d.Play("clock 168h")
	other := again("201", failed)
	d.Play(`
		mei: /puzzle mode=mistakes      => private **One of your mistakes comes back**
		mei: [Solution]                 => edit The solution`)
	if again("201", failed) == other {
		t.Error("it comes once more")
	}
}

// What was failed comes back after a day if asked for, then as its mirror image.
func TestMistakes(t *testing.T) {
	open(t, 900, rook).Play(`
		mei: /puzzle mode=mistakes      => private You have no mistakes
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play seriously]         => edit **Red to move.
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8e8           => edit ❌ … Try again.
		mei: /puzzle mode=mistakes      => private 1 mistake is waiting
		clock 24h
		mei: /puzzle mode=mistakes      => private **One of your mistakes comes back** … Red to move
		mei: {Choose a piece} f2        => edit
		mei: {Where to?} f2f8           => edit ✅
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8d5           => edit … **Solved.**
		mei: /puzzle mode=mistakes      => private 1 mistake is waiting
		clock 72h
		mei: /puzzle mode=mistakes      => private **One of your mistakes comes back**
		mei: {Choose a piece} d2        => edit
		mei: {Where to?} d2d8           => edit ✅
		mei: {Choose a piece} f8        => edit
		mei: {Where to?} f8f5           => edit … **Solved.**`)
}

// The puzzle of the day is the same for everybody; hints and mistakes stay in its result however often it is opened.
func TestDay(t *testing.T) {
	d := open(t, 900, rook)
	d.Play(`
		mei: /puzzle mode=daily         => private **Puzzle of the day #20** … Red to move … [Hint] [Solution]
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8e8           => edit ❌ … Try again. … Your puzzle rating
		mei: [Hint]                     => edit … 💡
		mei: /puzzle mode=daily         => private **Puzzle of the day #20**
		mei: {Choose a piece} f2        => edit
		mei: {Where to?} f2f8           => edit ✅
		mei: {Choose a piece} d8        => edit
		mei: {Where to?} d8d5           => edit … **Solved.** … [Share]
		mei: /puzzle mode=daily         => private … You've finished this one
		tom: /puzzle mode=daily         => private **Puzzle of the day #20**
		tom: [Solution]                 => edit The solution`)
	r, known, err := d.Daily.Result(t.Context(), "201", 20)
	if err != nil || !known || string(marks(r.Marks)) != "rhgg" || !r.Solved || r.AtOnce() {
		t.Errorf("%+v, %v, %v", r, known, err)
	}
	if world, err := d.Daily.TotalIn(t.Context(), desk.Guild, 20); err != nil || world.Tried != 1 || world.Solved != 1 ||
		world.AtOnce != 0 {
		t.Errorf("here: %+v, %v", world, err)
	}
}

func marks(all []daily.Mark) (text []byte) {
	for _, m := range all {
		text = append(text, byte(m))
	}
	return text
}

// A move typed in a direct conversation, or given to /move, is for the puzzle that its author is solving.
func TestTyped(t *testing.T) {
	d := openWith(t, 900, []string{"play", "puzzle"}, mate2, rook)
	d.Play(`
		in dm
		mei: g2g4                       => not ✅
		mei: /puzzle                    => private **Puzzles.**
		mei: [I know the moves]         => edit … to move.`)
	first, second := "g2g4", "g4g1"
	if o, _, err := d.Puzzles.Current(t.Context(), "201"); err != nil {
		t.Fatal(err)
	} else if p, err := d.Puzzles.Get(o.Puzzle); err != nil {
		t.Fatal(err)
	} else {
		first, second = p.Line[0].String(), p.Line[2].String()
	}
	d.Play(`
		mei: a0a5                       => private
		mei: ` + first + `              => public ✅ … And now?
		in channel
		mei: ` + second + `             => not ✅
		mei: /move text=` + second + `  => private ✅ … **Solved.**
		mei: /move text=` + second + `  => not ✅`)
}

// A solved puzzle says why it works and names what it is, a mate or a stalemate, and its line can be stepped through afterward.
func TestWhy(t *testing.T) {
	const (
		free  = "A\t9/9/3k1a3/9/9/8r/9/3A4R/3K5/5A3 b\ti4i2\t650\t150"
		holds = "D\t3k5/9/8b/4R3c/9/9/8r/9/9/3AKAB2 b\ti3d3\t1100\t110"
	)
	for line, c := range map[string]struct{ piece, move, said string }{
		mate1:   {"a1", "a1a9", "✅ … **Solved.** … **Checkmate** (alternating rooks): the king is attacked, and no move helps. The points it could go to are guarded: rook i8, rook a9. … [Next]"},
		twoWays: {"e2", "e2e8", "✅ … **Solved.** … **Stalemate:** Black has no legal move left, and that wins in xiangqi."},
		free:    {"i4", "i4i2", "✅ … **Solved.** … Nobody guards the rook: it's yours for nothing."},
		holds:   {"i3", "i3d3", "✅ … **Solved.** … Any other move loses; this one holds. It stops the mate that was threatened."},
	} {
		open(t, 0, line).Play(`
			mei: /puzzle                          => private **Puzzles.**
			mei: [I play now and then]            => edit
			mei: {Choose a piece} ` + c.piece + ` => edit
			mei: {Where to?} ` + c.move + `       => edit ` + c.said)
	}
	d := open(t, 0, rook)
	d.Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play now and then]      => edit
		mei: [Solution]                 => edit The solution: … It wins the rook. Without a check, it threatens mate on the next move. … [◀] [4/4] [▶]
		mei: [◀]                        => edit The solution: f2f8 **e5d5** d8d5 … [Next] [Report a mistake] … [3/4]
		mei: [◀]                        => edit … [2/4]
		mei: [▶]                        => edit … [3/4]`)
}

// What help costs, and where moves are typed, is said before the first move; what it has cost is said after it.
func TestCost(t *testing.T) {
	d := open(t, 0, mate2)
	d.Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play now and then]      => edit **Black to move. … or use ` + "`/move`" + ` … With a hint this one doesn't count; the solution counts as a mistake.
		mei: [Hint]                     => edit … You've had a hint, so this one doesn't count.
		tom: /puzzle                    => private **Puzzles.**
		tom: [I play now and then]      => edit **Black to move.
		tom: [Solution]                 => edit The solution: … Your puzzle rating: 1100 →
		in dm
		linh: /puzzle                   => private **Puzzles.**
		linh: [I play now and then]     => edit … or just type the move.`)
	d = open(t, 0, mate2, rook)
	d.Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play now and then]      => edit … doesn't reach it`)
	if text := d.Do("mei", "[Another one]"); strings.Contains(text, "doesn't reach it") || !strings.Contains(text, "With a hint") {
		t.Errorf("the next one says again how to move, or not what help costs: %s", text)
	}
}

// A puzzle of the day that its solver knows says so.
func TestDayThatWasMet(t *testing.T) {
	d := open(t, 900, rook)
	d.Play(`
		mei: /puzzle                    => private **Puzzles.**
		mei: [I play now and then]      => edit
		mei: [Solution]                 => edit
		mei: /puzzle mode=daily         => private **Puzzle of the day #20** … You've met this one before`)
	if text := d.Do("tom", "/puzzle mode=daily"); strings.Contains(text, "met this") {
		t.Errorf("to who has not: %s", text)
	}
}

// Every theme that names an idea has a sentence in every language.
func TestEveryIdeaIsSaid(t *testing.T) {
	d := open(t, 0, rook)
	ideas := map[puzzle.Theme]bool{}
	for _, p := range puzzle.All() {
		for _, theme := range p.Themes() {
			if puzzle.IsTactical(theme) && !strings.HasPrefix(string(theme), "finish.") && theme != puzzle.FreePiece {
				ideas[theme] = true
			}
		}
	}
	if len(ideas) < 15 {
		t.Fatalf("only %d ideas", len(ideas))
	}
	for _, language := range []string{"en-US", "zh-CN", "zh-TW", "vi"} {
		for theme := range ideas {
			if key := "puzzle.why." + string(theme); d.Readers.InLocale(language).Text(key) == key {
				t.Errorf("%s: nothing is said of %s", language, theme)
			}
		}
	}
}
