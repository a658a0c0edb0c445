package arena

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yeye/ai"
	"yeye/ai/uci"
	"yeye/game"
)

// The test binary itself plays the programs of these tests.
const actAs = "ARENA_TEST_ACT_AS"

func TestMain(m *testing.M) {
	switch act := os.Getenv(actAs); act {
	case "":
		os.Exit(m.Run())
	case "yeye":
		if err := uci.Run(context.Background(), os.Stdin, os.Stdout, uci.WithSeed(1)); err != nil {
			os.Exit(1)
		}
	default:
		actor(act)
	}
}

// actor acts as a program with one fault, or one that counts ranks from 1.
func actor(act string) {
	in := bufio.NewScanner(os.Stdin)
	asked := 0
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "uci":
			fmt.Println("id name Actor")
			if act == "from-one" {
				fmt.Println("option name UCI_Variant type combo default chess var chess var xiangqi")
			}
			fmt.Println("uciok")
		case "ucci":
			fmt.Println("id name Actor")
			fmt.Println("ucciok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			if act == "from-one" && strings.Contains(rest, "0") && strings.Contains(rest, "moves") {
				_, moves, _ := strings.Cut(rest, "moves")
				if strings.Contains(strings.ReplaceAll(moves, "10", ""), "0") {
					fmt.Println("bestmove rank-zero")
				}
			}
			if act == "limit" && !strings.Contains(rest, " 0 1") {
				asked++
			}
		case "go":
			switch act {
			case "illegal":
				fmt.Println("bestmove a0a9")
			case "babble":
				fmt.Println("bestmove (none)")
			case "crash":
				os.Exit(3)
			case "slow":
				time.Sleep(400 * time.Millisecond)
				fmt.Println("bestmove b9c7")
			case "from-one":
				fmt.Println("info depth 3 score cp 17 nodes 12")
				fmt.Println("bestmove h10g8")
			case "limit": // refuses unless the game seems to begin here
				if asked == 1 {
					asked++
					fmt.Println("nobestmove")
				} else {
					fmt.Println("bestmove h9g7")
				}
			}
		case "quit":
			return
		}
	}
}

func act(t *testing.T, as string, protocol Protocol) Player {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := Start(t.Context(), Command{Protocol: protocol, Args: []string{"/usr/bin/env", actAs + "=" + as, self}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// afterCannon returns a game with Black to move.
func afterCannon(t *testing.T) *game.Game {
	t.Helper()
	o, err := ParseOpening("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	g, err := o.Game(game.Asian)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A program that is asked for its line among some moves begins with one of them.
func TestLineAmong(t *testing.T) {
	p, ok := act(t, "yeye", UCI).(Program)
	if !ok {
		t.Fatal("it cannot be asked for its line")
	}
	g := afterCannon(t)
	for _, m := range []game.Move{game.NewMove(game.SquareAt(0, 6), game.SquareAt(0, 5)),
		game.NewMove(game.SquareAt(7, 9), game.SquareAt(6, 7))} {
		found, err := p.Line(t.Context(), g, 500, m)
		if err != nil || len(found.PV) == 0 || found.PV[0] != m {
			t.Errorf("among %v: %+v, %v", m, found, err)
		}
	}
}

func TestProgramsAnswer(t *testing.T) {
	for _, protocol := range []Protocol{UCI, UCCI} {
		p := act(t, "yeye", protocol)
		if !strings.HasPrefix(p.Name(), "Yeye") {
			t.Errorf("it is called %q", p.Name())
		}
		if err := p.NewGame(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		for _, b := range []Budget{{Nodes: 500}, {Depth: 3}, {MoveTime: time.Second},
			{Time: [2]time.Duration{20 * time.Second, 20 * time.Second}}} {
			g := afterCannon(t)
			a, err := p.Move(t.Context(), g, b)
			if err != nil || !g.Position().IsLegal(a.Move) || a.Depth == 0 || a.Nodes == 0 || !a.Scored {
				t.Errorf("protocol %d, %+v: %+v, %v", protocol, b, a, err)
			}
		}
	}
}

func TestRanksFromOne(t *testing.T) {
	p := act(t, "from-one", UCI)
	a, err := p.Move(t.Context(), afterCannon(t), Budget{Nodes: 1})
	if err != nil || a.Move.String() != "h9g7" || a.Score != 17 || a.Depth != 3 || a.Nodes != 12 {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestProgramAtItsOwnLimit(t *testing.T) {
	p := act(t, "limit", UCCI)
	a, err := p.Move(t.Context(), afterCannon(t), Budget{Nodes: 1})
	if err != nil || a.Move.String() != "h9g7" {
		t.Errorf("%+v, %v", a, err)
	}
}

// A program's fault costs it the game and nothing else, and it gets another
// chance in the next game.
func TestFaultsLoseTheGame(t *testing.T) {
	tests := []struct {
		act string
		end End
	}{{"illegal", EndIllegal}, {"babble", EndCrash}, {"crash", EndCrash}, {"slow", EndTime}}
	for _, tt := range tests {
		faulty := act(t, tt.act, UCI)
		good := act(t, "yeye", UCI)
		o, r := Opening{Start: game.Start()}, Rules{Budget: Budget{MoveTime: 10 * time.Millisecond}, Grace: time.Minute}
		if tt.end == EndTime { // the faulty program moves first: only it can be late
			o, r.Grace = Opening{Start: game.Start(), Moves: afterCannon(t).Moves()}, time.Millisecond
		}
		for range 2 {
			p, err := r.play(t.Context(), [2]Player{good, faulty}, o, 1)
			if err != nil {
				t.Fatal(err)
			}
			if p.Result != game.RedWins || p.End != tt.end || p.Note == "" || len(p.Moves) != 1 {
				t.Errorf("%s: %s by %s (%s) after %d moves", tt.act, p.Result, p.End, p.Note, len(p.Moves))
			}
		}
	}
}

// A program gets every limit that the match has, as far as its protocol can
// express it.
func TestGoLine(t *testing.T) {
	s := time.Second
	for _, tt := range []struct {
		b         Budget
		uci, ucci string
	}{
		{Budget{Nodes: 7}, "go nodes 7", "go nodes 7"},
		{Budget{Depth: 5}, "go depth 5", "go depth 5"},
		{Budget{MoveTime: s}, "go movetime 1000", "go time 1000"},
		{Budget{Nodes: 7, MoveTime: s}, "go nodes 7 movetime 1000", "go nodes 7"},
		{Budget{Time: [2]time.Duration{s, 2 * s}, Increment: [2]time.Duration{0, s}},
			"go wtime 1000 btime 2000 winc 0 binc 1000", "go time 2000 increment 1000"},
		{Budget{Depth: 5, Time: [2]time.Duration{s, 2 * s}}, "go depth 5 wtime 1000 btime 2000 winc 0 binc 0", "go depth 5"},
	} {
		for protocol, want := range map[Protocol]string{UCI: tt.uci, UCCI: tt.ucci} {
			p := program{command: Command{Protocol: protocol}}
			if got := p.goLine(game.Black, tt.b); got != want {
				t.Errorf("%+v: %q, want %q", tt.b, got, want)
			}
		}
	}
}

func TestStartFails(t *testing.T) {
	for _, args := range [][]string{{"/nonexistent"}, {"/bin/true"}} {
		if _, err := Start(t.Context(), Command{Args: args}); err == nil {
			t.Errorf("%v was started", args)
		}
	}
	self, _ := os.Executable()
	_, err := Start(t.Context(), Command{Args: []string{"/usr/bin/env", actAs + "=slow", self},
		Options: [][2]string{{"Contempt", "1"}}})
	if err == nil || !strings.Contains(err.Error(), "Contempt") {
		t.Errorf("an option it does not have: %v", err)
	}
}

func TestReadInfo(t *testing.T) {
	tests := []struct {
		line   string
		scored bool
		score  int
		depth  int
	}{
		{"info depth 9 seldepth 11 multipv 1 score cp -31 nodes 4972 pv h1g3", true, -31, 9},
		{"info depth 8 score 3 pv g3g4 i9h9", true, 3, 8},
		{"info time 120 nodes 735139", false, 0, 0},
		{"info string score cp 99", false, 0, 0},
		{"info depth", false, 0, 0},
	}
	for _, tt := range tests {
		var a Answer
		a.parseInfo(tt.line)
		if a.Scored != tt.scored || int(a.Score) != tt.score || a.Depth != tt.depth {
			t.Errorf("%q: %+v", tt.line, a)
		}
	}
	var won, lost Answer
	won.parseInfo("info depth 3 score mate 2")
	lost.parseInfo("info depth 3 score mate -2")
	if won.Score <= 0 || lost.Score != -won.Score {
		t.Errorf("mates: %d, %d", won.Score, lost.Score)
	}
}

func TestParseSpec(t *testing.T) {
	for _, good := range []string{"yeye", "yeye,eval=classic,hash=1,threads=1,off=history,off=SEE,noise=3,blind=1,name=x", "yeye,movecount=4,NullBase=150,NullDepth=0", "level=3", "level=3,nodes=9,Blind=4", "level=grandpa", "level=3,book=1"} {
		spec, err := ParseSpec(good)
		if err != nil {
			t.Errorf("%q: %v", good, err)
			continue
		}
		if p, err := spec(t.Context()); err != nil || p.Name() == "" {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{"", "stockfish", "yeye,hash", "yeye,hash=x", "yeye,off=Magic", "yeye,eval=neural", "yeye,colour=red", "yeye,MoveCount=0", "yeye,MoveCount=many", "yeye,net=testdata/no.net", "yeye,margins=testdata/no.json", "level=9", "level=1,hash=2", "level=1,nodes=x", "level=1,nodes=-1", "level=1,name=5", "level=1,book=2", "uci="} {
		if _, err := ParseSpec(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

// Margins that are named change, the others stay those of a file named before, or of the engine.
func TestParseOptionsSetsMargins(t *testing.T) {
	o, err := ParseOptions("MoveCount=4,nullbase=150")
	if err != nil {
		t.Fatal(err)
	}
	want := ai.DefaultMargins()
	want.MoveCount, want.NullBase = 4, 150
	if *o.Margins != want {
		t.Errorf("%+v, want %+v", *o.Margins, want)
	}
	file := filepath.Join(t.TempDir(), "margins.json")
	if err := os.WriteFile(file, []byte(`{"ProbCut": 300}`), 0o600); err != nil {
		t.Fatal(err)
	}
	want.ProbCut, want.NullBase = 300, ai.DefaultMargins().NullBase
	if o, err = ParseOptions("margins=" + file + ",MoveCount=4"); err != nil || *o.Margins != want {
		t.Errorf("%+v, %v, want %+v", o.Margins, err, want)
	}
	if o, err = ParseOptions(""); err != nil || o != (ai.Options{HashMB: hashMB}) {
		t.Errorf("no settings: %+v, %v", o, err)
	}
}

// A program gives its line with its value; mates keep their length.
func TestLine(t *testing.T) {
	p := program{}
	for _, c := range []struct {
		line  string
		moves int
		score ai.Score
	}{
		{"info depth 3 score cp 31 nodes 900 pv h2e2 h9g7", 2, 31},
		{"info depth 3 score mate 2 pv a1a9 d9d8 a9a8", 3, ai.MateIn(2)},
		{"info depth 3 score mate -1 pv d9d8", 1, ai.MateIn(-1)},
		{"info depth 3 score cp 90 lowerbound pv a1a9", 0, 0},
		{"info depth 3 currmove a1a9", 0, 0},
	} {
		var found ai.Info
		p.parseInfo(strings.Fields(c.line), &found)
		if len(found.PV) != c.moves || found.Score != c.score {
			t.Errorf("%s: %+v", c.line, found)
		}
	}
	if n, mate := ai.MateIn(-3).Mate(); n != -3 || !mate {
		t.Errorf("mated in %d", n)
	}
}
