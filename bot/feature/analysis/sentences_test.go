package analysis

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/ai/accuracy"
	"yeye/ai/explain"
	"yeye/ai/masters"
	"yeye/ai/report"
	"yeye/bot/discord"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/replaypage"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// Every fault has a sentence in every language, and no placeholder stays empty.
func TestFaultsInEveryLanguage(t *testing.T) {
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	english, start := words.In(b.For("en-US")), game.Start()
	horse, rook := game.NewPiece(game.Red, game.Horse), game.NewPiece(game.Black, game.Rook)
	piece := map[report.FaultKind]bool{report.Hangs: true, report.Unguards: true, report.LeavesHanging: true, report.Exposes: true,
		report.LosesLater: true,
		report.AllowsFork: true, report.MissesWin: true, report.Overpays: true, report.EvenTrade: true, report.LosesInTrade: true,
		report.MissesFork:      true,
		report.MissesRecapture: true}
	for _, l := range b.All() {
		w := words.In(l)
		for k := range report.FaultKind(report.Faults) {
			faults := []report.Fault{{Kind: k, N: 1}, {Kind: k, N: 3}}
			if k == report.AllowsReply {
				does := explain.Reason{Kind: explain.Develops, Piece: rook, At: 81}
				faults = append(faults, report.Fault{Kind: k, Reply: lineOf(t, "h9g7")[0]},
					report.Fault{Kind: k, Reply: lineOf(t, "h9g7")[0], Achieves: does})
			}
			if piece[k] {
				for i := range faults {
					faults[i].Piece, faults[i].At = horse, 20
				}
			}
			switch k {
			case report.AllowsFork, report.MissesFork:
				faults = append(faults, report.Fault{Kind: k, Piece: horse, At: 20, Other: rook, OtherAt: 31})
			case report.SameReply:
				faults = []report.Fault{{Kind: k, Reply: lineOf(t, "h9g7")[0]}}
			case report.MissesIdea:
				does := explain.Reason{Kind: explain.Develops, Piece: horse, At: 1}
				faults = []report.Fault{{Kind: k, Reply: lineOf(t, "b0c2")[0], Achieves: does}}
			case report.LosesInTrade:
				faults = []report.Fault{{Kind: k, Piece: horse, At: 20, Other: rook, OtherAt: 31}}
			case report.Overpays, report.EvenTrade:
				faults = []report.Fault{{Kind: k, Piece: horse, At: 20, Other: rook}}
			}
			for _, f := range faults {
				turn := report.TurningPoint{Played: lineOf(t, "h2e2")[0], Fault: f}
				text := faultText(w, &start, &turn)
				if text == "" || strings.Contains(text, "analysis.fault") || strings.Contains(text, "hint.reason") || strings.Contains(text, "no value") {
					t.Errorf("%s, %v: %q", w.Tag(), f, text)
				}
				if piece[k] && !strings.Contains(text, w.PieceWritten(horse)) {
					t.Errorf("%s, %v does not name the piece: %q", w.Tag(), f, text)
				}
				if w.Tag() != "en-US" && text == faultText(english, &start, &turn) {
					t.Errorf("%s, %v is in English: %q", w.Tag(), f, text)
				}
			}
		}
	}
}

func lineOf(t *testing.T, text string) (l report.Line) {
	t.Helper()
	if err := l.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return l
}

// An analysis survives being stored unchanged, and is small.
func TestPack(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	a := report.NewAnalysis(g)
	line := report.Line{}
	p := g.Start()
	var buf [game.MaxMoves]game.Move
	for range 10 {
		m := p.LegalMoves(buf[:0])[0]
		line = append(line, m)
		p.Do(m)
	}
	a.Entries = nil
	for range 100 {
		a.Entries = append(a.Entries, report.Entry{Pass: report.Deep, Score: -137, Line: line})
	}
	data, err := pack(&a)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 4000 {
		t.Errorf("%d bytes for 100 positions", len(data))
	}
	back, err := unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(a, back); d != "" {
		t.Error(d)
	}
	if _, err := unpack(data[:len(data)/2]); err == nil {
		t.Error("half of it was read")
	}
}

// A piece that is lost because the move played is now the screen of a cannon was not protected by it before.
func TestExposedBehindAScreen(t *testing.T) {
	texts, err := locale.New(words.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	before, err := game.ParseFEN("3k5/9/9/9/c3N4/9/2R6/9/9/5K3 w - - 0 20")
	if err != nil {
		t.Fatal(err)
	}
	at := lineOf(t, "a5e5")[0].To()
	turn := report.TurningPoint{Played: lineOf(t, "c3c5")[0], Fault: report.Fault{Kind: report.Exposes, N: 1, Piece: before.At(at), At: at}}
	for tag, want := range map[string]string{
		"en":    "it exposes the horse on e5, which can be taken",
		"zh-CN": "五路马暴露，要丢",
		"zh-TW": "五路馬暴露，要丟",
		"vi":    "mã ở lộ 5 bị hở, có thể bị ăn",
	} {
		if got := faultText(words.In(texts.For(tag)), &before, &turn); got != want {
			t.Errorf("%s: %s, want %s", tag, got, want)
		}
	}
}

// Of a move that loses nothing it is said what the better one does.
func TestNeglectsInEveryLanguage(t *testing.T) {
	texts, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	horse, rook := game.NewPiece(game.Black, game.Horse), game.NewPiece(game.Red, game.Rook)
	for _, c := range []struct {
		fen, played, better string
		does                explain.Reason
		want                map[string]string
	}{
		{"2bakabr1/9/2n3n2/p5pCp/2p1p4/6P2/P1P1N3P/4B4/4A4/3AK1BR1 w - - 1 14", "e3g2", "e3f5",
			explain.Reason{Kind: explain.Threatens, Piece: horse, At: lineOf(t, "h9g7")[0].To()}, map[string]string{
				"en": "it misses `e3f5`, which attacks the horse on g7", "zh-CN": "不如走 `马五进四`，捉7路马",
				"zh-TW": "不如走 `馬五進四`，捉7路馬", "vi": "bỏ lỡ nước `M5.4`: bắt mã ở lộ 7"}},
		{"1r2kab2/4a4/nc2b2c1/p1p1p3p/3r2pn1/2P4CP/P3P1P2/R1N1B3N/4A3R/2CAK1B2 w - - 24 13", "a3a4", "a2b2",
			explain.Reason{Kind: explain.OpensFile, Piece: rook, At: lineOf(t, "a2b2")[0].From()}, map[string]string{
				"en": "it misses `a2b2`, which puts the rook on an open file", "zh-CN": "不如走 `车九平八`，车占通路",
				"zh-TW": "不如走 `車九平八`，車佔通路", "vi": "bỏ lỡ nước `X9-8`: đưa xe ra lộ trống"}},
	} {
		before, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		fault := report.Fault{Kind: report.MissesIdea, Reply: lineOf(t, c.better)[0], Achieves: c.does}
		turn := report.TurningPoint{Played: lineOf(t, c.played)[0], Fault: fault}
		for tag, want := range c.want {
			if got := faultText(words.In(texts.For(tag)), &before, &turn); got != want {
				t.Errorf("%s: %s, want %s", tag, got, want)
			}
		}
	}
}

// Files and menus tell moves on which a game turned from those that only cost the loser most, as the pages do.
func TestCostlyMovesAreNoTurningPoints(t *testing.T) {
	texts, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	played := game.NewGame(game.Start(), game.NoRepetition)
	for _, m := range lineOf(t, "h2e2 h9g7 h0g2") {
		if err := played.PlayOn(m); err != nil {
			t.Fatal(err)
		}
	}
	g := &archive.Game{Game: played}
	turn := func(ply int, dearest bool) report.TurningPoint {
		return report.TurningPoint{Ply: ply, By: game.Color(ply % 2), Played: played.Moves()[ply], Line: lineOf(t, "b2e2"),
			Fault: report.Fault{Kind: report.LosesMaterial},
			Why:   []explain.Reason{{Kind: explain.OnlyMove}}, Costliest: dearest}
	}
	for tag, want := range map[string][4]string{
		"en":    {"Turning point: ", "Costly move: ", "See a turning point", "See a costly move"},
		"zh-CN": {"转折点：", "值得复盘：", "看转折点", "看值得复盘的着法"},
		"zh-TW": {"轉捩點：", "值得覆盤：", "看轉捩點", "看值得覆盤的著法"},
		"vi":    {"Bước ngoặt: ", "Nước đáng xem lại: ", "Xem một bước ngoặt", "Nước đáng xem lại"},
	} {
		w := words.In(texts.For(tag))
		for i, dearest := range []bool{false, true} {
			one := turn(2, dearest)
			if got := turnNote(w, g, &one); !strings.HasPrefix(got, want[i]) {
				t.Errorf("%s, %v: %s, want %s", tag, dearest, got, want[i])
			}
			found := &report.Report{TurningPoints: []report.TurningPoint{turn(0, dearest), turn(2, true)}}
			if got := turnChoice(w, g, found, 0)[0][0].(discord.Select).Placeholder; got != want[2+i] {
				t.Errorf("%s, %v: %s, want %s", tag, dearest, got, want[2+i])
			}
		}
	}
}

// A win by force may be one by stalemate, which is no mate.
func TestForcedWinsAreNotCalledMate(t *testing.T) {
	texts, err := locale.New(words.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	start := game.Start()
	mate := map[string]string{"en": "mate", "zh-CN": "杀", "zh-TW": "殺", "vi": "chiếu"}
	for tag, mate := range mate {
		for _, k := range []report.FaultKind{report.AllowsForced, report.MissesForced} {
			turn := report.TurningPoint{Played: lineOf(t, "h2e2")[0], Fault: report.Fault{Kind: k, N: 12}}
			if got := faultText(words.In(texts.For(tag)), &start, &turn); strings.Contains(got, mate) {
				t.Errorf("%s, %v: %s", tag, k, got)
			}
		}
	}
}

// A game whose file does not name both players says nothing like Red (Red), on a report and where it is shared.
func TestUnnamedPlayersAreNotNamedTwice(t *testing.T) {
	texts, err := locale.New(words.Catalog(), replaypage.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	w := words.In(texts.For("en"))
	for _, c := range []struct {
		names       [2]string
		title, want string
	}{
		{[2]string{"Red", "Black"}, "", "Red – Black"},
		{[2]string{"Red", "Black"}, "Cup", "Cup"},
		{[2]string{"Mei", "Black"}, "Cup", "Mei – Black"},
		{[2]string{"Mei", "Tom"}, "Cup", "Mei (Red) – Tom (Black)"},
	} {
		g := &archive.Game{Game: game.NewGame(game.Start(), game.Asian), Names: c.names, Title: c.title}
		for by, got := range map[string]string{"report": summary(w, g, &report.Report{}), "caption": caption(w, g), "description": describe(w, g)} {
			if first, _, _ := strings.Cut(got, "\n"); first != c.want {
				t.Errorf("%s of %v: %q, want %q", by, c.names, first, c.want)
			}
		}
	}
}

// What is said beside the costly moves stands without them: no heading is left without its list.
func TestBesidesStandsAlone(t *testing.T) {
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	found := &report.Report{TurningPoints: []report.TurningPoint{{Costliest: true}}, Ending: report.Ending{Decisive: true}}
	for _, l := range b.All() {
		w := words.In(l)
		lines := new(Reports).Besides(w, &archive.Game{}, found)
		if len(lines) != 1 || lines[0] != w.Text("analysis.noturns") || strings.ContainsAny(lines[0], ":：") {
			t.Errorf("%s: %q", l.Tag(), lines)
		}
	}
}

// The overview says who left masters' practice and what they play there, or where it ends, in every language.
func TestPracticeText(t *testing.T) {
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	moves := lineOf(t, "h2e2 h9g7 a0a1 a9a8")
	g, err := game.Replay(game.Start(), game.Asian, moves)
	if err != nil {
		t.Fatal(err)
	}
	found := &report.Report{}
	for _, m := range moves {
		found.Moves = append(found.Moves, report.Move{Played: m})
	}
	left := &report.Practice{Plies: 2, LeftPractice: true,
		MasterMoves: []masters.Move{{Move: lineOf(t, "h0g2")[0], Games: 9000}, {Move: lineOf(t, "g3g4")[0], Games: 1}}}
	for tag, want := range map[string][4]string{
		"en-US": {"", "Red left masters' practice with move 2, `a0a1`. Masters play `h0g2` (9000 games), `g3g4` (1 game).",
			"Masters' practice goes as far as move 1, Black `h9g7`.", "All of it is masters' practice."},
		"zh-CN": {"", "第 2 回合红方 `车九进一` 脱谱。大师在这里走 `马二进三`（9000 局）、`兵三进一`（1 局）。",
			"大师实战走到第 1 回合黑方 `马8进7` 为止。", "全局都有大师实战可循。"},
		"zh-TW": {"", "第 2 回合紅方 `車九進一` 脫譜。大師在這裡走 `馬二進三`（9000 局）、`兵三進一`（1 局）。",
			"大師實戰走到第 1 回合黑方 `馬8進7` 為止。", "全局都有大師實戰可循。"},
		"vi": {"", "Đỏ rời lối đi của cao thủ ở nước 2, `X9.1`. Cao thủ đi `M2.3` (9000 ván), `B3.1` (1 ván).",
			"Các ván của cao thủ đi đến nước 1, Đen `M8.7`.", "Cả ván đều theo lối đi của cao thủ."},
	} {
		for i, p := range []*report.Practice{nil, left, {Plies: 2}, {Plies: 4}} {
			found.Practice = p
			if got := practiceText(words.In(b.For(tag)), &archive.Game{Game: g}, found); got != want[i] {
				t.Errorf("%s: %q, want %q", tag, got, want[i])
			}
		}
	}
}

// Beside the turning points the overview tells the dearest mistakes whose fault is proved, and what let a mate in, in the order of the game.
func TestOtherLines(t *testing.T) {
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	moves := lineOf(t, "b2b6 b9c7 a0a1 b7b0 a1d1 a9b9")
	g, err := game.Replay(game.Start(), game.Asian, moves)
	if err != nil {
		t.Fatal(err)
	}
	found := &report.Report{TurningPoints: []report.TurningPoint{{Ply: 2, By: game.Red, Costliest: true}}}
	for i, m := range moves {
		better := lineOf(t, "e0e1")
		if i%2 == 1 {
			better = lineOf(t, "e9e8")
		}
		found.Positions = append(found.Positions, report.Position{Turn: game.Color(i % 2), Line: better})
		found.Moves = append(found.Moves, report.Move{Played: m})
	}
	mated := &report.Fault{Kind: report.AllowsMate, N: 2}
	found.Moves[0] = report.Move{Played: moves[0], Verdict: accuracy.Mistake, Loss: 11} // nothing is proved
	found.Moves[2] = report.Move{Played: moves[2], Verdict: accuracy.Blunder, Loss: 30, Fault: mated}
	found.Moves[3] = report.Move{Played: moves[3], Verdict: accuracy.Inaccuracy, Loss: 6, Fault: &report.Fault{Kind: report.LosesMaterial}}
	found.Moves[4] = report.Move{Played: moves[4], Verdict: accuracy.Mistake, Loss: 12, Fault: &report.Fault{Kind: report.LosesMaterial}}
	found.Moves[5] = report.Move{Played: moves[5], Verdict: accuracy.Inaccuracy, Fault: mated}
	w := words.In(b.For("en-US"))
	got := strings.Join(otherLines(w, &archive.Game{Game: g}, found, accuracy.Mistake), "\n")
	want := "• Move 3, Red `a1d1`: exchanges can follow that lose material. Better: `e0e1`.\n• Move 3, Black `a9b9`: it allows mate in 2. Better: `e9e8`."
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
