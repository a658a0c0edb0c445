package analysis

import (
	"strings"
	"testing"

	"yeye/ai"
	"yeye/ai/report"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// What did not happen is not counted.
func TestFaults(t *testing.T) {
	texts, err := locale.New(words.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	w := words.In(texts.For("en"))
	for want, side := range map[string]report.Side{
		"no mistakes found":                    {},
		"1 mistake":                            {Mistakes: 1},
		"2 inaccuracies, 1 blunder":            {Inaccuracies: 2, Blunders: 1},
		"1 inaccuracy, 2 mistakes, 3 blunders": {Inaccuracies: 1, Mistakes: 2, Blunders: 3},
	} {
		if got := faults(w, &side); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The graph's description tells moves on which a game turned from those that only cost the loser most, as the pages do.
func TestGraphNamesCostlyMoves(t *testing.T) {
	texts, err := locale.New(words.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	played := game.NewGame(game.Start(), game.NoRepetition)
	for _, text := range []string{"h2e2", "h9g7"} {
		m, err := game.ParseMove(text)
		if err == nil {
			err = played.PlayOn(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	g := &archive.Game{Game: played}
	for dearest, want := range map[bool]string{
		false: "Turning point 1: at move 1, Black's move takes it from 40 to 70%.",
		true:  "Costly move 1: at move 1, Black's move takes it from 40 to 70%.",
	} {
		found := &report.Report{Positions: []report.Position{{Chance: 50}, {Chance: 40}, {Chance: 70}},
			TurningPoints: []report.TurningPoint{{Ply: 1, By: game.Black, Before: 60, After: 30, Costliest: dearest}}}
		got := graphText(words.In(texts.For("en")), g, found)
		if !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
		if ends := "At the start: 50%, Move 1: 70%."; !strings.Contains(got, ends) { // a position bears the number of the move that led to it
			t.Errorf("%s, want %s", got, ends)
		}
	}
}

// While a game goes on, a score that the rules on repetition decide only says what is forced: nobody has broken them yet. A move
// before the end there is nothing left that puts it off.
func TestStepNamesNoRulingBeforeIt(t *testing.T) {
	texts, err := locale.New(words.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	p, err := game.ParseFEN("3k5/9/9/9/9/9/9/5A3/4R4/5K3 w - - 0 1") // the rook will check forever
	if err != nil {
		t.Fatal(err)
	}
	played := game.NewGame(p, game.Asian)
	for _, m := range lineOf(t, "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9") {
		if err := played.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if o := played.Outcome(); o.Method != game.PerpetualCheck {
		t.Fatalf("it ended with %v", o)
	}
	g := &archive.Game{Game: played, Outcome: played.Outcome()}
	found := &report.Report{Moves: make([]report.Move, played.Ply())}
	for i, m := range played.Moves() {
		found.Moves[i].Played = m
	}
	for range played.Ply() + 1 {
		found.Positions = append(found.Positions, report.Position{Score: -ai.RuleBound})
	}
	found.Positions[played.Ply()-1].Line = lineOf(t, "e9d9")
	for tag, want := range map[string][3]string{
		"en": {"(Black wins by force: only repetition that the rules forbid can put it off)", "(Black wins with the next move: the opponent's repetition breaks the rules)",
			"(Black wins: the opponent broke the repetition rules)"},
		"zh-CN": {"（黑方必胜，对方只能靠犯规的长将、长捉拖延）", "（黑方下一着即胜：对方长打犯规）", "（黑方因对方长打犯规而胜）"},
		"zh-TW": {"（黑方必勝，對方只能靠犯規的長將、長捉拖延）", "（黑方下一著即勝：對方長打犯規）", "（黑方因對方長打犯規而勝）"},
		"vi":    {"(Đen tất thắng: đối phương chỉ kéo dài được bằng cách lặp nước bị cấm)", "(Đen thắng ngay ở nước sau: đối phương lặp nước bị cấm)", "(Đen thắng theo luật lặp nước)"},
	} {
		for i, ply := range []int{played.Ply() - 2, played.Ply() - 1, played.Ply()} {
			at := step{reader: &view.Reader{Words: words.In(texts.For(tag))}, game: g, report: found, ply: ply}
			if got := at.text(); !strings.Contains(got, want[i]) {
				t.Errorf("%s, ply %d: %s, want %s", tag, ply, got, want[i])
			}
		}
	}
}
