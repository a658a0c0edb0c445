package lessons

import (
	"fmt"
	"strconv"
	"strings"

	"yeye/game"
)

// row is a task in the table.
type row struct {
	name  string
	fen   string
	shown string // moves
	steps []step
	// answers and answer are as in Task.
	answers, answer int
}

// step is a step in the table. Moves are in ICCS, separated by blanks. Without a rule exactly the moves in right are
// right.
type step struct {
	rule  func(*game.Position, game.Move) bool
	right string
	wrong map[string]string // moves by the name of their answer
	reply string
	usual bool
}

// table has all tasks. Each position was checked with the rules and with an engine; the tests check that right lists
// exactly the moves that the step's rule accepts.
var table = []row{
	{name: "1.1", fen: "4k4/9/9/n3c4/2p6/9/2P6/9/R8/3K5 w", steps: []step{{rule: takes(game.Rook), right: "a1a6"}}},
	{name: "1.2", fen: "4k4/9/4b4/9/2n6/9/2R4c1/9/4A4/5K3 w",
		steps: []step{{rule: takesFree, right: "c3h3", wrong: map[string]string{"guarded": "c3c5"}}}},
	{name: "2.1", fen: "4k4/2n6/9/9/9/2P6/9/2C6/9/3K5 w", steps: []step{{rule: takes(game.Cannon), right: "c2c8"}}},
	{name: "2.2", fen: "3k5/4c4/9/1n2P4/9/9/9/1C2C4/9/5K3 w",
		steps: []step{{rule: takes(game.Cannon), right: "e2e8", wrong: map[string]string{"between": "b2b6"}}}},
	{name: "3.1", fen: "4k4/9/9/3c5/2c1p4/4N4/9/9/9/5K3 w",
		steps: []step{{rule: takes(game.Horse), right: "e4c5", wrong: map[string]string{"leg": "e4d6"}}}},
	{name: "3.2", fen: "3k5/5r3/3Nb4/6N2/9/9/9/9/9/4K4 w",
		steps: []step{{rule: takesRook, right: "g6f8", wrong: map[string]string{"leg": "d7f8"}}}},
	{name: "4.1", fen: "4k4/9/9/9/2Pn5/6Pc1/9/9/9/3K5 w",
		steps: []step{{rule: takes(game.Pawn), right: "c5d5", wrong: map[string]string{"river": "g4h4"}}}},
	{name: "4.2", fen: "2b1k1b2/3P1P3/9/9/9/9/9/9/1r7/5K3 w", steps: []step{{rule: mates, right: "f8e8 f8f9"}}},
	{name: "5.1", fen: "4k4/9/9/9/9/2p3p2/5N3/4B4/9/3K5 w",
		steps: []step{{rule: takes(game.Elephant), right: "e2c4", wrong: map[string]string{"eye": "e2g4"}}}},
	{name: "5.2", fen: "3k5/9/9/9/4r4/9/9/9/9/R2AKA3 w",
		steps: []step{{rule: interposes, right: "d0e1 f0e1", wrong: map[string]string{"stays": "e0e1"}}}},
	{name: "6.1", fen: "4k4/9/9/R2r5/9/4N4/9/9/9/4K4 w",
		steps: []step{{rule: takesRook, right: "a6d6", wrong: map[string]string{"face": "e4d6"}}}},
	{name: "6.2", fen: "3k1ab2/9/9/9/9/9/9/1R7/8r/4K4 w", steps: []step{{rule: mates, right: "b2d2"}}},
	{name: "7.1", fen: "3k5/9/9/9/9/9/R3r4/9/9/4K4 w", steps: []step{{rule: takes(game.Rook), right: "a3e3"}}},
	{name: "7.2", fen: "4k4/9/9/9/9/9/9/9/4r4/3AK4 w",
		steps: []step{{rule: takes(game.Advisor), right: "d0e1", wrong: map[string]string{"face": "e0e1"}}}},
	{name: "7.3", fen: "3k5/9/9/9/9/9/4r4/9/R8/4K4 w", steps: []step{{rule: interposes, right: "a1e1"}}},
	{name: "8.1", fen: "3k5/9/4c4/9/9/9/9/4N4/9/4KA3 w",
		steps: []step{{rule: legal, right: "f0e1 e2c1 e2c3 e2d0 e2d4 e2f4 e2g1 e2g3",
			wrong: map[string]string{"face": "e0d0", "stays": "e0e1"}}}},
	{name: "8.2", fen: "4k4/4a4/9/9/9/9/2C6/9/9/3K5 w", steps: []step{{rule: checks, right: "c3e3"}}},
	{name: "9.1", fen: "4k4/8R/9/9/9/7p1/9/9/R5r2/5K3 w", steps: []step{{rule: mates, right: "a1a9"}}},
	{name: "9.2", fen: "3k5/9/9/9/9/9/9/4R4/9/4K4 w", steps: []step{{rule: ends, right: "e2d2 e2e8"}}},
	{name: "10.1", fen: "r1bakab2/9/9/4C4/9/9/9/7C1/9/4K4 w", steps: []step{{rule: mates, right: "h2e2"}}},
	{name: "10.2", fen: "1n2k4/9/4N4/9/9/2p6/9/1C7/r8/4K4 w", steps: []step{{rule: mates, right: "b2e2"}}},
	{name: "11.1", fen: "3k5/9/3P5/9/9/9/9/9/9/5K3 w", steps: []step{{rule: ends, right: "f0e0"}}},
	{name: "12.1", fen: "2bk1a3/4a4/4N3b/4p4/p1P6/2B6/5n3/4B4/5K3/4r4 b",
		steps: []step{{rule: endsNext, right: "f3h2", reply: "f1f2"}, {rule: mates, right: "e0f0"}}},
	{name: "13.1", fen: start,
		steps: []step{{right: "h2e2 b2e2 h0g2 b0c2 h0i2 b0a2 c3c4 g3g4 h2f2 b2d2 h2d2 b2f2 c0e2 g0e2",
			wrong: map[string]string{"trade": "h2h9 b2b9"}, usual: true}}},
	{name: "13.2", fen: start, shown: "h2e2", steps: []step{{right: "b9c7 h9g7 g9e7 c9e7 h7e7 b7e7 f9e8 d9e8"}}},
	{name: "14.1", fen: "4k4/R8/9/9/9/9/9/9/9/3K5 w", shown: "a8a9 e9e8 a9a8 e8e9 a8a9 e9e8",
		steps: []step{{right: "a9f9", wrong: map[string]string{"perpetual": "a9a8"}, reply: "e8e7"},
			{rule: ends, right: "f9f8"}}},
	{name: "15.1", fen: start, answers: 2}, // a side that cannot move: it has lost, or has a draw
	{name: "15.2", fen: start, answers: 2}, // a side that checks forever: it loses, or has a draw
	{name: "15.3", fen: start, answers: 2, answer: 1},
	{name: "15.4", fen: start, answers: 2, answer: 1},
}

const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"

// parseTable converts the rows of the table to tasks. It panics on a mistake, since the table is part of the program.
func parseTable(rows []row) (all []Task) {
	for _, r := range rows {
		t := Task{Name: r.name, Answers: r.answers, Answer: r.answer}
		lesson, _, _ := strings.Cut(r.name, ".")
		t.Lesson = must(strconv.Atoi(lesson))(r.name)
		t.Start = must(game.ParseFEN(r.fen))(r.name)
		moves := func(text string) []game.Move { return must(game.ParseMoves(text))(r.name) }
		t.Shown = moves(r.shown)
		for _, s := range r.steps {
			one := Step{right: s.rule, Right: moves(s.right), Wrong: map[game.Move]string{}, Reply: game.NoMove,
				Usual: s.usual}
			if one.right == nil {
				one.right = oneOf(one.Right)
			}
			for key, wrong := range s.wrong {
				for _, m := range moves(wrong) {
					one.Wrong[m] = key
				}
			}
			if s.reply != "" {
				one.Reply = moves(s.reply)[0]
			}
			t.Steps = append(t.Steps, one)
		}
		all = append(all, t)
	}
	return all
}

func must[T any](v T, err error) func(name string) T {
	return func(name string) T {
		if err != nil {
			panic(fmt.Sprintf("lesson %s: %v", name, err))
		}
		return v
	}
}
