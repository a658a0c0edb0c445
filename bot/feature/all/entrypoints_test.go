package all_test

import (
	"context"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/ai/puzzle"
	"yeye/bot/feature/endings"
	"yeye/bot/feature/lessons"
	"yeye/bot/internal/desk"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/game"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// hasty searches few nodes.
type hasty struct{ *ai.Pool }

func (s hasty) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	lim.Nodes = min(lim.Nodes, 2000)
	return s.Pool.Lines(ctx, g, lim)
}

// advise suggests the first legal move.
type advise struct{}

func (advise) Suggest(_ context.Context, g *game.Game) (explain.Hint, error) {
	return explain.Hint{Move: g.Position().LegalMoves(nil)[0], Reasons: []explain.Reason{{}}}, nil
}

// live are the moves of the game that people play: after the twentieth the board is withheld with what differs from it a little.
const live = "h2e2 h9g7 h0g2 b9c7 i0h0 i9h9 h0h6 g6g5 b0c2 a9a8 c3c4 a8f8 h6g6 f8f3 c2d4 h7h3 g6g7 c7e8 g7g6 c9e7"

// withheld is what everybody is told who asks.
const withheld = "People are playing this position, or one very close to it"

// judging opens a desk with every feature that judges positions, and with puzzles.
func judging(t *testing.T, lines ...string) *desk.Desk {
	t.Helper()
	o := desk.Options{Engine: engine.Options{Analyst: advise{}, Searcher: hasty{ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4})}}}
	for _, l := range lines {
		p, err := puzzle.Parse(l)
		if err != nil {
			t.Fatal(err)
		}
		o.Puzzles = append(o.Puzzles, p)
	}
	return desk.OpenWith(t, o, "play", "challenges", "hint", "study", "files", "replay", "analysis", "tell", "puzzle", "endgame", "learn", "guess", "pastgames")
}

// begin starts a game of Mei against Tom in the channel and plays its moves.
func begin(t *testing.T, d *desk.Desk) {
	t.Helper()
	d.Play("in channel\nmei: /challenge user=@tom side=red => card challenge\ntom: [Accept] => card duel")
	for i, m := range strings.Fields(live) {
		d.Play([]string{"mei", "tom"}[i%2] + ": " + m + " => card duel")
	}
}

// near are positions a little apart from the board, as FEN.
func near(t *testing.T) map[string]string {
	t.Helper()
	p := game.Start()
	for text := range strings.FieldsSeq(live) {
		m, err := game.ParseMove(text)
		if err != nil || !p.IsLegal(m) {
			t.Fatalf("%s: %v", text, err)
		}
		p.Do(m)
	}
	turned, pawn, elephant := p.Setup(), p.Setup(), p.Setup()
	turned.Turn = turned.Turn.Other()
	for s := range pawn.Board {
		if piece := pawn.Board[s]; piece == game.NewPiece(game.Black, game.Pawn) && pawn.Board == p.Setup().Board {
			pawn.Board[s] = game.NoPiece
		} else if piece.Role() == game.Elephant {
			elephant.Board[s] = game.NoPiece
		}
	}
	all := map[string]string{"the board": p.FEN()}
	for name, s := range map[string]game.Setup{"the other side to move": turned, "a pawn less": pawn, "without elephants": elephant} {
		q, err := s.Position()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = q.FEN()
	}
	return all
}

// No command or control judges a board on which people play, or a position close to it, whoever asks; when they have finished,
// all of them do.
func TestNoEntryPointJudges(t *testing.T) {
	d := judging(t)
	// A game that went the same way has been analyzed before. At move 8 it has a turning point, where f3f4 was better.
	d.Play(`in 701
		linh: /import text="position startpos moves ` + live + ` d4e6 f3f0" => private
		linh: [Analyze]       => private
		due
		linh: [Show progress] => edit … f3f4 … [Step through] … [Tell it]`)
	begin(t, d)
	d.Play(`in 701
		linh: [Step through]  => edit
		linh: [⏭]             => edit … Not judged for now
		linh: [Try again against Kid] => private ` + withheld + `
		linh: [Study from here]       => private ` + withheld + `
		linh: [◀]             => edit … Not judged for now
		linh: [Overview]      => edit … positions of this game are close to a board`)
	silent := func(what string) {
		t.Helper()
		if strings.Contains(d.Said.Content, "f3f4") {
			t.Errorf("%s: %s", what, d.Said.Content)
		}
	}
	silent("the report")
	d.Play("linh: [Tell it] => private")
	silent("the telling")
	ask := func(what, who, line string) {
		t.Helper()
		if got := d.Do(who, line); !strings.Contains(got, withheld) {
			t.Errorf("%s, to %s: %s", what, who, got)
		}
	}
	for name, fen := range near(t) {
		side := map[bool]string{true: "red", false: "black"}[strings.Contains(fen, " w ")]
		for i, who := range []string{"linh", "tom"} {
			d.In([]string{"702", "703"}[i])
			ask("a study of "+name, who, `/study position="`+fen+`"`)
			ask("a game from "+name, who, `/play opponent=6 side=`+side+` position="`+fen+`"`)
			d.Play(who + `: /import text="` + fen + `" => private`)
			ask("masters' practice in "+name, who, "[Masters]")
			if got := d.Do(who, "[Analyze]"); strings.Contains(got, "%") || strings.Contains(got, "In the queue") {
				t.Errorf("%s imported by %s: %s", name, who, got)
			}
		}
	}
	// One walks into it in a study, and in a game against a character.
	d.Play("in 704\nlinh: /study public=true => card study")
	for _, m := range strings.Fields(live) {
		d.Play("linh: " + m + " => card study")
	}
	ask("a hint in a study", "linh", "/hint")
	ask("lines in a study", "linh", "[Evaluate]")
	d.Play("linh: [More] => card study")
	ask("masters' practice in a study", "linh", "[Masters]")
	d.Play("in 705\nlinh: /play opponent=1 side=red => card versus")
	for i, m := range strings.Fields(live) {
		if i%2 == 0 {
			d.Play("linh: " + m + " => card versus")
		} else {
			d.Play("character: " + m)
		}
	}
	ask("a hint in a game", "linh", "/hint")
	d.In("channel")
	if got := d.Do("tom", "/hint"); !strings.Contains(got, "no hints, no engine until the game is over") {
		t.Errorf("a hint in the players' own game: %s", got)
	}
	d.Play("tom: /resign => private\ntom: [Yes, resign] => edit\nin 704\nlinh: /hint => private … [Show the hint]\nin 705\nlinh: /hint => private … [Show the hint]")
	for name, fen := range near(t) {
		d.In("706")
		if got := d.Do("linh", `/play opponent=1 position="`+fen+`"`); strings.Contains(got, withheld) {
			t.Errorf("%s is withheld although they have finished", name)
		}
		d.Play("clock 1m")
	}
}

// What comes with the bot is judged for others, and not for those who have it on their own board: a puzzle, a lesson and an ending.
func TestBundledPositions(t *testing.T) {
	const puzzles = "A\t2b1k1b2/3Ra4/n8/p1p1p1p1p/4r4/2P6/P6rP/5R3/3K5/2BA1A3 w\tf2f8 e5d5 d8d5\t1300\t110"
	task, ending := lessons.New.Tasks()[0], endings.In("rook")[0]
	fen := strings.Split(puzzles, "\t")[1]
	at, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		start game.Position
		acts  []string // until one is refused
	}{
		{"a puzzle", at, []string{"/puzzle", "[I play now and then]", "[Solution]"}},
		{"a lesson", task.Start, []string{"/learn", "[I've never played]", "[Show me]"}},
		{"an ending", ending.Start, []string{"/endgame", "{Choose a chapter} rook", "{Choose an ending} " + ending.Name, "[Begin]"}},
	} {
		d := judging(t, puzzles)
		_, err := d.Matches.Start(t.Context(), match.Actor{Event: "1", Player: desk.People["mei"], Name: "mei"}, match.Terms{Mode: match.Duel, Guild: desk.Guild, Channel: "710",
			Seats: [2]match.Seat{{Player: desk.People["mei"], Name: "mei"}, {Player: desk.People["tom"], Name: "tom"}}, Position: c.start})
		if err != nil {
			t.Fatal(err)
		}
		for who, result := range map[string]string{"tom": withheld, "linh": ""} {
			d.In(map[string]string{"tom": "711", "linh": "712"}[who])
			got := ""
			for _, act := range c.acts {
				if got = d.Do(who, act); strings.Contains(got, withheld) {
					break
				}
			}
			if strings.Contains(got, withheld) != (result != "") || strings.HasPrefix(got, "no such") {
				t.Errorf("%s, to %s: %s", c.name, who, got)
			}
		}
	}
}
