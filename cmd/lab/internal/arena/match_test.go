package arena

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/ai"
	"yeye/game"
)

func specs(t *testing.T, texts ...string) (s []Spec) {
	t.Helper()
	for _, text := range texts {
		spec, err := ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		s = append(s, spec)
	}
	return s
}

func quick(t *testing.T) Match {
	s := specs(t, "yeye,hash=1,name=a", "yeye,hash=1,eval=classic,name=b")
	return Match{First: s[0], Second: s[1], Pairs: 3, Seed: 5, Generator: Generator{Plies: 6},
		Rules: Rules{Budget: Budget{Nodes: 150}, MaxPlies: 80}}
}

func TestMatchPlaysPairs(t *testing.T) {
	m := quick(t)
	m.Concurrency = 2
	var games []*Played
	m.Each = func(p *Played, _ *Tally) { games = append(games, p) }
	tally, err := m.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if tally.Games() != 6 || len(games) != 6 {
		t.Fatalf("%d games, %d told of", tally.Games(), len(games))
	}
	for _, a := range games {
		if (a.Leg == 1) != (a.Red == "a") || a.Red == a.Black {
			t.Errorf("leg %d: %s against %s", a.Leg, a.Red, a.Black)
		}
		g, err := Opening{a.Opening.Start, a.Moves}.Game(game.Asian)
		if err != nil {
			t.Errorf("round %d.%d: %v", a.Pair, a.Leg, err)
		} else if o := g.Outcome(); o.Over() && o.Result != a.Result {
			t.Errorf("round %d.%d: %s, but the board says %s", a.Pair, a.Leg, a.Result, o.Result)
		}
		for _, b := range games {
			if same := a.Opening.String() == b.Opening.String(); same != (a.Pair == b.Pair) {
				t.Errorf("rounds %d.%d and %d.%d: openings alike is %v", a.Pair, a.Leg, b.Pair, b.Leg, same)
			}
		}
	}
}

// journalOf opens a journal of one game, and returns its file and what is in it.
func journalOf(t *testing.T, p *Played) (j *Journal, path, text string) {
	t.Helper()
	path, text = filepath.Join(t.TempDir(), "games.pgn"), p.PGN()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j, path, text
}

// A journal of other players' games is refused, and is left unchanged.
func TestMatchRefusesOthersJournal(t *testing.T) {
	o := Opening{Start: game.Start()}
	j, path, old := journalOf(t, &Played{Pair: 1, Leg: 2, Red: "b", Black: "c", Opening: o, Result: game.Draw,
		End: EndLength})
	m := quick(t)
	m.Journal = j
	if _, err := m.Play(t.Context()); !errors.Is(err, ErrOtherPlayers) {
		t.Errorf("went on: %v", err)
	}
	if now, _ := os.ReadFile(path); string(now) != old {
		t.Errorf("the file is %q", now)
	}
}

// So is one whose games were played with other limits; one that names no limits
// is accepted.
func TestMatchRefusesOtherConditions(t *testing.T) {
	for _, tt := range []struct {
		then string
		want error
	}{{"nodes 150", nil}, {"", nil}, {"nodes 2000", ErrOtherConditions}} {
		path := filepath.Join(t.TempDir(), "games.pgn")
		o := Opening{Start: game.Start()}
		old := (&Played{Pair: 1, Leg: 1, Red: "a", Black: "b", Opening: o, Result: game.Draw, End: EndLength,
			Conditions: tt.then}).PGN()
		if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		m := quick(t)
		m.Pairs, m.Journal, m.Conditions = 1, j, "nodes 150"
		if _, err := m.Play(t.Context()); !errors.Is(err, tt.want) {
			t.Errorf("after %q: %v, want %v", tt.then, err, tt.want)
		}
	}
}

// interrupted is a player whose game is canceled before it begins.
type interrupted struct {
	Player
	cancel context.CancelFunc
}

func (p interrupted) NewGame(ctx context.Context, _ uint64) error {
	p.cancel()
	return context.Cause(ctx)
}

// An interrupted match leaves its remaining games unplayed: nobody lost them.
func TestMatchBrokenOffBeforeAGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	ctx, cancel := context.WithCancel(t.Context())
	m := quick(t)
	m.Journal, m.Openings = j, []Opening{{Start: game.Start()}}
	first := m.First
	m.First = func(ctx context.Context) (Player, error) {
		p, err := first(ctx)
		return interrupted{p, cancel}, err
	}
	if tally, err := m.Play(ctx); !errors.Is(err, context.Canceled) || tally.Games() != 0 {
		t.Errorf("%d games, %v", tally.Games(), err)
	}
	if now, _ := os.ReadFile(path); len(now) > 0 {
		t.Errorf("written: %s", now)
	}
}

// Openings played before a match resumed are not drawn again.
func TestGeneratorKeepsOffWhatItMet(t *testing.T) {
	first, err := (&Generator{Plies: 2}).Draw(t.Context(), 9, 1)
	if err != nil {
		t.Fatal(err)
	}
	var d Generator
	d.Plies = 2
	d.register(first)
	if again, err := d.Draw(t.Context(), 9, 1); err != nil || again.String() == first.String() {
		t.Errorf("%s again, %v", again, err)
	}
}

// An interrupted match resumes from its file and ends the same way.
func TestMatchResumes(t *testing.T) {
	play := func(path string, stopAfter int) *Tally {
		m := quick(t)
		j, err := OpenJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		m.Journal = j
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		m.Each = func(_ *Played, tally *Tally) {
			if tally.Games() == stopAfter {
				cancel()
			}
		}
		tally, err := m.Play(ctx)
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		return tally
	}
	dir := t.TempDir()
	whole := play(filepath.Join(dir, "whole.pgn"), -1)
	broken := filepath.Join(dir, "broken.pgn")
	if n := play(broken, 3).Games(); n != 3 {
		t.Fatalf("stopped after %d games", n)
	}
	// A crash in the middle of a write leaves half a game.
	f, err := os.OpenFile(broken, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("[Game \"Chinese Chess\"]\n[Round \"2.2\"]\n\n1. H2-E2 H9")
	f.Close()
	rest := play(broken, -1)
	if rest.Pairs != whole.Pairs || rest.Games() != 6 {
		t.Errorf("in two parts %v, in one %v", rest, whole)
	}
	a, _ := os.ReadFile(filepath.Join(dir, "whole.pgn"))
	b, _ := os.ReadFile(broken)
	if strip(string(a)) != strip(string(b)) {
		t.Error("the files differ in more than times")
	}
}

// strip removes the times from a journal.
func strip(t string) string {
	lines := strings.Split(t, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "[Slowest") }), "\n")
}

// Players that play the same again end with the last opening: the same games once
// more would count as new ones.
func TestMatchRepeatsNoGame(t *testing.T) {
	openings, err := ReadOpenings(strings.NewReader("h2e2\nc3c4\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, second string
		pairs        int
		limit        Budget
		games        int
		want         error
	}{
		{"fixed nodes", "yeye,hash=1,eval=classic,name=b", 3, Budget{Nodes: 20}, 4, ErrOpeningsUsedUp},
		{"enough openings", "yeye,hash=1,eval=classic,name=b", 2, Budget{Nodes: 20}, 4, nil},
		{"timed", "yeye,hash=1,eval=classic,name=b", 3, Budget{MoveTime: time.Millisecond}, 6, nil},
		{"nodes and a clock", "yeye,hash=1,eval=classic,name=b", 3, Budget{Nodes: 20, Time: [2]time.Duration{time.Minute, time.Minute}}, 6, nil},
		{"threads", "yeye,hash=1,threads=2,name=b", 3, Budget{Nodes: 20}, 6, nil},
		{"drawn by the seed", "level=0", 3, Budget{Nodes: 20}, 6, nil},
	} {
		m := quick(t)
		m.Second, m.Pairs, m.Openings, m.Concurrency = specs(t, tt.second)[0], tt.pairs, openings, 2
		m.Rules = Rules{Budget: tt.limit, MaxPlies: 6, Grace: time.Minute}
		tally, err := m.Play(t.Context())
		if !errors.Is(err, tt.want) || tally.Games() != tt.games {
			t.Errorf("%s: %d games, %v; want %d, %v", tt.name, tally.Games(), err, tt.games, tt.want)
		}
	}
}

// A journal in which such games are repeated is refused.
func TestMatchRefusesRepeatedGames(t *testing.T) {
	o := Opening{Start: game.Start()}
	j, _, _ := journalOf(t, &Played{Pair: 2, Leg: 1, Red: "a", Black: "b", Opening: o, Result: game.Draw,
		End: EndLength})
	m := quick(t)
	m.Journal, m.Openings = j, []Opening{o}
	if _, err := m.Play(t.Context()); !errors.Is(err, ErrRepeatedGames) {
		t.Errorf("went on: %v", err)
	}
}

func TestMatchStopsWhenDecided(t *testing.T) {
	s := specs(t, "level=2", "level=0")
	m := Match{First: s[0], Second: s[1], Test: SPRT{Elo0: 0, Elo1: 80}, Seed: 3, Generator: Generator{Plies: 4}}
	tally, err := m.Play(t.Context())
	if err != nil || m.Test.Verdict(tally) != 1 || tally.Games() > 60 {
		t.Errorf("%v, %v", tally, err)
	}
	if _, err := (&Match{First: s[0], Second: s[1]}).Play(t.Context()); !errors.Is(err, ErrEndless) {
		t.Errorf("an endless match: %v", err)
	}
}

func TestJournalRoundTrip(t *testing.T) {
	o, err := ParseOpening("fen 3akab2/9/3rb3n/R1p6/8p/2P6/P1r5P/2N1B2R1/4A4/2BAK4 b - - 3 1 moves c3c0")
	if err != nil {
		o, err = ParseOpening("fen 4k4/R8/1R7/9/9/9/9/9/9/3K5 b - - 0 7 moves e9f9")
	}
	if err != nil {
		t.Fatal(err)
	}
	p := &Played{Pair: 12, Leg: 2, Red: `a "b" \ c`, Black: "d", Opening: o, Moves: o.Moves, Result: game.Draw,
		End: EndLength, Note: "why\nnot", Conditions: "nodes 7",
		Slowest: [2]time.Duration{12 * time.Millisecond, 1500 * time.Millisecond}}
	got, whole, err := ReadPlayed(strings.NewReader(p.PGN() + p.PGN()))
	if err != nil || len(got) != 2 || whole == 0 {
		t.Fatalf("%d games, %v", len(got), err)
	}
	q := got[1]
	if q.Pair != 12 || q.Leg != 2 || q.Red != p.Red || q.Black != p.Black || q.Result != p.Result || q.End != p.End ||
		q.Opening.String() != o.String() || !slices.Equal(q.Moves, p.Moves) || q.Note != "why not" ||
		q.Conditions != p.Conditions || q.Slowest != p.Slowest {
		t.Errorf("%+v", q)
	}
}

func TestParseOpening(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"startpos", "startpos"},
		{"h2e2 h9g7", "startpos moves h2e2 h9g7"},
		{"position startpos moves h2e2", "startpos moves h2e2"},
		{"4k4/R8/1R7/9/9/9/9/9/9/3K5 b - - 0 7", "fen 4k4/R8/1R7/9/9/9/9/9/9/3K5 b - - 0 7"},
		{"fen 4k4/R8/1R7/9/9/9/9/9/9/3K5 b - - 0 7 moves e9f9", "fen 4k4/R8/1R7/9/9/9/9/9/9/3K5 b - - 0 7 moves e9f9"},
	} {
		o, err := ParseOpening(tt.in)
		if err != nil || o.String() != tt.want {
			t.Errorf("%q: %q, %v", tt.in, o, err)
		}
	}
	for _, bad := range []string{"h2e9", "h2e2 h2e2", "fen 9/9", "hello", "fen R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1"} {
		if _, err := ParseOpening(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
	all, err := ReadOpenings(strings.NewReader("# two\n\nh2e2\nc3c4\n"))
	if err != nil || len(all) != 2 {
		t.Errorf("%v, %v", all, err)
	}
}

// Generated openings are legal, of the requested length, different, even, and the
// same for the same seed.
func TestGenerator(t *testing.T) {
	judge := ai.New(ai.Options{HashMB: 4, Evaluation: ai.Classic})
	draw := func() (texts []string) {
		d := Generator{Plies: 7, Balance: 50}
		for n := range 3 {
			o, err := d.Draw(t.Context(), 9, n)
			if err != nil {
				t.Fatal(err)
			}
			g, err := o.Game(game.Asian)
			if err != nil || g.Ply() != 7 || g.Outcome().Over() {
				t.Fatalf("%s: %v", o, err)
			}
			judge.Clear()
			info, err := judge.Search(t.Context(), g, ai.Limits{Nodes: balanceNodes}, nil)
			if err != nil || info.Score > 50 || info.Score < -50 {
				t.Errorf("%s: %s, %v", o, info.Score, err)
			}
			texts = append(texts, o.String())
		}
		return texts
	}
	a, b := draw(), draw()
	if !slices.Equal(a, b) {
		t.Errorf("the same seed gave %v and %v", a, b)
	}
	slices.Sort(a)
	if len(slices.Compact(a)) != 3 {
		t.Errorf("some are alike: %v", a)
	}
}

func TestAdjudication(t *testing.T) {
	r := Rules{ResignScore: 500, ResignPlies: 4, DrawScore: 10, DrawPlies: 4, DrawFrom: 10}
	hear := func(first int, scores ...ai.Score) (game.Result, End) {
		var o adjudicator
		for i, s := range scores {
			if res, end := o.judge(&r, game.Color(i%2), Answer{Score: s, Scored: true}, first+i); end != "" {
				if i != len(scores)-1 {
					t.Errorf("ended already at %d of %v", i, scores)
				}
				return res, end
			}
		}
		return game.Ongoing, ""
	}
	for _, tt := range []struct {
		ply    int
		scores []ai.Score
		want   game.Result
	}{
		{0, []ai.Score{600, -600, 700, -650}, game.RedWins},
		{0, []ai.Score{-600, 600, -700, 650}, game.BlackWins},
		{0, []ai.Score{600, 600, 600, 600, 600}, game.Ongoing}, // each believes that it is winning
		{0, []ai.Score{600, -600, 400, -600, 600}, game.Ongoing},
		{10, []ai.Score{0, 5, -5, 0}, game.Draw},
		{0, []ai.Score{0, 5, -5, 0}, game.Ongoing},
	} {
		if res, _ := hear(tt.ply, tt.scores...); res != tt.want {
			t.Errorf("from ply %d, %v: %s, want %s", tt.ply, tt.scores, res, tt.want)
		}
	}
}

func TestClockRuns(t *testing.T) {
	r := Rules{Budget: Budget{Time: [2]time.Duration{time.Second, time.Second}}, Grace: 10 * time.Millisecond}
	clock := time.Second
	if late := r.overrun(400*time.Millisecond, &clock, 100*time.Millisecond); late > 0 ||
		clock != 700*time.Millisecond {
		t.Errorf("late %v, clock %v", late, clock)
	}
	if late := r.overrun(720*time.Millisecond, &clock, 0); late != 20*time.Millisecond {
		t.Errorf("late %v", late)
	}
}
