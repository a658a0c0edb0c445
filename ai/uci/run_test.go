package uci

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"yeye/ai"
	"yeye/ai/character"
	"yeye/game"
	"yeye/internal/wait"
)

// talk holds a conversation line by line.
type talk struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
}

// withEngine drives e instead of a new [ai.Engine].
func withEngine(e Engine) Option { return func(c *session) { c.engine = e } }

func begin(t *testing.T, ctx context.Context, opts ...Option) *talk {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	k := &talk{t: t, in: inW, lines: make(chan string, 10_000), ended: make(chan error, 1)}
	go func() {
		k.ended <- Run(ctx, inR, outW, append([]Option{WithSeed(1)}, opts...)...)
		outW.Close()
	}()
	go func() {
		defer close(k.lines)
		for s := bufio.NewScanner(outR); s.Scan(); {
			k.lines <- s.Text()
		}
	}()
	t.Cleanup(func() { inW.Close() })
	return k
}

func (k *talk) say(lines ...string) {
	k.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(k.in, l+"\n"); err != nil {
			k.t.Fatalf("%s: %v", l, err)
		}
	}
}

// until returns the next line with that prefix.
func (k *talk) until(prefix string) string {
	k.t.Helper()
	deadline := time.After(wait.Bound)
	for {
		select {
		case l, ok := <-k.lines:
			if !ok {
				k.t.Fatalf("the conversation ended before %q", prefix)
			}
			if strings.HasPrefix(l, prefix) {
				return l
			}
		case <-deadline:
			k.t.Fatalf("no %q within %v", prefix, wait.Bound)
		}
	}
}

// silent fails if a line with that prefix arrives within the time.
func (k *talk) silent(prefix string, d time.Duration) {
	k.t.Helper()
	deadline := time.After(d)
	for {
		select {
		case l := <-k.lines:
			if strings.HasPrefix(l, prefix) {
				k.t.Fatalf("%q came too early", l)
			}
		case <-deadline:
			return
		}
	}
}

// An infinite search reports nothing by itself and answers when it is stopped. ai's BenchmarkStop measures how
// soon.
func TestStopAnswers(t *testing.T) {
	k := begin(t, t.Context())
	for range 3 {
		k.say("position startpos", "go infinite")
		k.until("info depth 5 ")
		k.silent("bestmove", 5*time.Millisecond)
		k.say("stop")
		k.until("bestmove ")
	}
}

func TestPonderhitStartsTheClock(t *testing.T) {
	k := begin(t, t.Context())
	k.say("position startpos moves h2e2 h9g7", "go ponder wtime 20000 btime 20000")
	k.silent("bestmove", 150*time.Millisecond)
	began := time.Now()
	k.say("ponderhit")
	k.until("bestmove ")
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("thought for %v of 20 s after ponderhit", took)
	}
}

// An infinite search that has searched the whole tree still waits for stop.
func TestInfiniteWaits(t *testing.T) {
	k := begin(t, t.Context())
	k.say("position fen 4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1", "go infinite depth 2")
	k.until("info depth 2 ")
	k.silent("bestmove", 50*time.Millisecond)
	k.say("stop")
	k.until("bestmove ")
}

func TestQuitAndContextEnd(t *testing.T) {
	k := begin(t, t.Context())
	k.say("go infinite", "quit")
	if err := <-k.ended; err != nil {
		t.Errorf("quit: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	k = begin(t, ctx)
	k.say("go infinite")
	k.until("info ")
	cancel()
	if err := wait.For(t, "Run ends with its context", k.ended); err != nil {
		t.Errorf("canceled: %v", err)
	}
}

// A clock of the other side alone ends nothing: the search waits for stop, and the end of the input ends it.
func TestOtherSidesClock(t *testing.T) {
	var out strings.Builder
	in := strings.NewReader("position startpos moves h2e2\ngo wtime 1000 winc 10\n")
	if err := Run(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	if strings.Count(out.String(), "bestmove ") != 1 {
		t.Errorf("got %q", out.String())
	}
}

// Commands that wait for a search do not prevent stopping it, and are executed afterwards in order; a stop is
// meant for the last search requested.
func TestStopIsHeardBehindOtherCommands(t *testing.T) {
	const hour = "go movetime 3600000"
	k := begin(t, t.Context())
	k.say("position startpos", hour, "setoption name Hash value 2", "position startpos moves h2e2", "d", "isready")
	k.until("readyok")
	k.silent("Fen:", 20*time.Millisecond)
	k.say("stop")
	k.until("bestmove ")
	if got := k.until("Fen:"); !strings.Contains(got, " b ") {
		t.Errorf("the position asked for while thinking: %s", got)
	}
	k.say("go depth 6", "position startpos", hour, "d", "stop")
	k.until("bestmove ")
	k.until("bestmove ")
	if got := k.until("Fen:"); !strings.Contains(got, " w ") {
		t.Errorf("the second position: %s", got)
	}
	k.say(hour, "setoption name Hash value 1", "quit")
	if err := <-k.ended; err != nil {
		t.Error(err)
	}
}

// Any number of lines that a program sends without waiting are kept or left unread, and each search is answered.
func TestManyLinesWait(t *testing.T) {
	var in strings.Builder
	const searches = 20
	for range searches {
		in.WriteString("go depth 3\n" + strings.Repeat("position startpos\n", maxWaiting/4))
	}
	var out strings.Builder
	if err := Run(t.Context(), strings.NewReader(in.String()), &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "bestmove "); n != searches {
		t.Errorf("%d of %d searches answered", n, searches)
	}
}

// Unknown words of a "go" are skipped and reported; the search is the one requested.
func TestUnknownWordsOfGo(t *testing.T) {
	r := &recorder{}
	k := begin(t, t.Context(), withEngine(r))
	k.say("go wtime 1000 foo 3 btime 1000 bar")
	if got := k.until("info string"); got != `info string go does not know "foo"` {
		t.Error(got)
	}
	k.until("bestmove ")
	if r.limits.Time != [2]time.Duration{time.Second, time.Second} {
		t.Errorf("asked for %+v", r.limits)
	}
}

// A perft that would take days can be stopped.
func TestPerftStops(t *testing.T) {
	for _, end := range []string{"stop", "quit"} {
		k := begin(t, t.Context())
		k.say("go perft 12", end)
		if end == "stop" {
			k.until("info string stopped")
			k.say("quit")
		}
		if err := <-k.ended; err != nil {
			t.Errorf("%s: %v", end, err)
		}
	}
}

type brokenWriter struct{ after int }

var errBroken = errors.New("nobody listens")

func (w *brokenWriter) Write(b []byte) (int, error) {
	if w.after--; w.after < 0 {
		return 0, errBroken
	}
	return len(b), nil
}

func TestWriteErrorEndsIt(t *testing.T) {
	in := strings.NewReader("uci\nisready\ngo infinite\nisready\n")
	if err := Run(t.Context(), in, &brokenWriter{after: 3}); !errors.Is(err, errBroken) {
		t.Errorf("Run = %v", err)
	}
}

func TestLineWithoutEnd(t *testing.T) {
	var out strings.Builder
	in := strings.NewReader(strings.Repeat("x", 3*maxLine) + "\nisready\n")
	if err := Run(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "unknown command") || !strings.Contains(out.String(), "readyok") {
		t.Errorf("got %q", out.String())
	}
}

// recorder is an engine that only records how it is called.
type recorder struct {
	limits    ai.Limits
	options   ai.Options
	cleared   int
	character string
	maxTime   time.Duration
}

func (r *recorder) Configure(o ai.Options) { r.options = o }
func (r *recorder) Clear()                 { r.cleared++ }
func (r *recorder) Search(_ context.Context, g *game.Game, lim ai.Limits, _ func(ai.Info)) (ai.Info, error) {
	r.limits = lim
	return ai.Info{PV: g.Position().LegalMoves(nil)[:1]}, nil
}
func (r *recorder) Choose(_ context.Context, c ai.Character, g *game.Game, _ uint64) (game.Move, error) {
	r.character, r.maxTime = c.Level.String(), c.MaxTime
	return g.Position().LegalMoves(nil)[0], nil
}

func TestWhatTheEngineIsAsked(t *testing.T) {
	ms := time.Millisecond
	tests := []struct {
		say  string
		want ai.Limits
	}{
		{"go depth 7", ai.Limits{Depth: 7}},
		{"go nodes 900", ai.Limits{Nodes: 900}},
		{"go depth 20 nodes 9223372036854775807", ai.Limits{Depth: 20, Nodes: 1<<61 - 1}}, // a program's "no limit"
		{"go nodes -99999999999999999999", ai.Limits{Nodes: 1}},
		{"go ponder mate 3", ai.Limits{Depth: 21, Mate: 3}},
		{"go movetime 50", ai.Limits{MoveTime: 50 * ms}},
		{"go mate 3", ai.Limits{Depth: 21, Mate: 3}},
		{"go wtime 900 btime 800 winc 7 binc 6 movestogo 5", ai.Limits{Time: [2]time.Duration{900 * ms, 800 * ms}, Increment: [2]time.Duration{7 * ms, 6 * ms}, MovesToGo: 5}},
		{"go wtime 900 btime 800 movestogo 0", ai.Limits{Time: [2]time.Duration{900 * ms, 800 * ms}}},
		{"go btime -40 wtime 10", ai.Limits{Time: [2]time.Duration{10 * ms, ms}}},
		{"go time 900", ai.Limits{Time: [2]time.Duration{0, 900 * ms}, MovesToGo: 1}},
		{"go time 900 opptime 700 oppincrement 5", ai.Limits{Time: [2]time.Duration{700 * ms, 900 * ms}, Increment: [2]time.Duration{5 * ms, 0}, MovesToGo: 1}},
		{"go time 900 movestogo 8", ai.Limits{Time: [2]time.Duration{0, 900 * ms}, MovesToGo: 8}},
		{"go time 900 increment 0", ai.Limits{Time: [2]time.Duration{0, 900 * ms}}},
		{"go\tdepth  7 ", ai.Limits{Depth: 7}},
		{"go time 900 increment 10 opptime 700", ai.Limits{Time: [2]time.Duration{700 * ms, 900 * ms}, Increment: [2]time.Duration{0, 10 * ms}}},
		{"go searchmoves h7e7 nodes 5", ai.Limits{Nodes: 5, SearchMoves: []game.Move{game.NewMove(70, 67)}}},
	}
	for _, tt := range tests {
		r := &recorder{}
		in := strings.NewReader("setoption name Move Overhead value 3\nsetoption name MultiPV value 2\nposition startpos moves h2e2\n" + tt.say + "\n")
		if err := Run(t.Context(), in, io.Discard, withEngine(r)); err != nil {
			t.Fatal(err)
		}
		tt.want.Overhead, tt.want.MultiPV = 3*ms, 2
		got := r.limits
		if len(got.SearchMoves) != len(tt.want.SearchMoves) || len(got.SearchMoves) > 0 && got.SearchMoves[0] != tt.want.SearchMoves[0] {
			t.Errorf("%s: moves %v, want %v", tt.say, got.SearchMoves, tt.want.SearchMoves)
		}
		got.SearchMoves, tt.want.SearchMoves = nil, nil
		if got.Depth != tt.want.Depth || got.Nodes != tt.want.Nodes || got.MoveTime != tt.want.MoveTime || got.Mate != tt.want.Mate ||
			got.Time != tt.want.Time || got.Increment != tt.want.Increment || got.MovesToGo != tt.want.MovesToGo ||
			got.Overhead != tt.want.Overhead || got.MultiPV != tt.want.MultiPV {
			t.Errorf("%s: %+v, want %+v", tt.say, got, tt.want)
		}
	}
}

type oneMoveBook struct{ m game.Move }

func (b oneMoveBook) Move(*game.Position, uint64) (game.Move, bool) { return b.m, true }

func TestOptionsReachTheEngine(t *testing.T) {
	r := &recorder{}
	k := begin(t, t.Context(), withEngine(r), WithBook(oneMoveBook{game.NewMove(19, 22)}))
	k.say("setoption name Hash value 7", "setoption name Threads value 3", "setoption name Evaluation value classic", "position startpos", "go depth 1")
	k.until("bestmove")
	if r.options != (ai.Options{HashMB: 7, Threads: 3, Evaluation: ai.Classic}) {
		t.Errorf("options %+v", r.options)
	}
	k.say("setoption name Character value Grandpa", "go movetime 20")
	k.until("bestmove")
	if r.character != "Grandpa" {
		t.Errorf("played by %q", r.character)
	}
	if r.maxTime != 10*time.Millisecond {
		t.Errorf("it may think for %v of 20 ms less an overhead of 10", r.maxTime)
	}
	// The Immortal sometimes thinks for itself, and the Newborn has no book.
	k.say("setoption name Character value Immortal", "setoption name OwnBook value true")
	fromBook := 0
	for range 20 {
		k.say("ucinewgame", "position startpos", "go movetime 20")
		if k.until("bestmove") == "bestmove b2e2" {
			fromBook++
		}
	}
	if fromBook < 5 || fromBook == 20 {
		t.Errorf("%d of 20 first moves from the book", fromBook)
	}
	k.say("setoption name Character value Newborn", "go movetime 20")
	if got := k.until("bestmove"); got == "bestmove b2e2" {
		t.Error("the Newborn has a book")
	}
	k.say("setoption name Character value none", "go movetime 20")
	if got := k.until("bestmove"); got != "bestmove b2e2" {
		t.Errorf("with the book: %s", got)
	}
	k.say("setoption name OwnBook value false", "setoption name Clear Hash", "ucinewgame", "isready")
	k.until("readyok")
	if r.cleared != 22 {
		t.Errorf("cleared %d times", r.cleared)
	}
}

// What is sent after an answer is done before "readyok".
func TestReadyAfterAnAnswer(t *testing.T) {
	r := &recorder{}
	k := begin(t, t.Context(), withEngine(r))
	for n := 1; n <= 300; n++ {
		k.say("go depth 1")
		k.until("bestmove")
		k.say("ucinewgame", "isready")
		k.until("readyok")
		if r.cleared != n {
			t.Fatalf("ready after %d of %d new games", r.cleared, n)
		}
	}
}

// A character keeps its strength while pondering, and where its move is excluded.
func TestCharacterStaysItself(t *testing.T) {
	grandpa, _ := ai.CharacterAt(character.Grandpa)
	first := game.NewGame(game.Start(), game.Asian).Position().LegalMoves(nil)[0] // the move that the recorder always plays
	r := &recorder{}
	k := begin(t, t.Context(), withEngine(r))
	k.say("setoption name Character value Grandpa", "position startpos", "go ponder movetime 10", "ponderhit")
	if got := k.until("bestmove"); got != "bestmove "+first.String() || r.character != "Grandpa" || r.limits.MoveTime != 0 {
		t.Errorf("pondering: %s by %q", got, r.character)
	}
	k.say("banmoves "+first.String(), "go movetime 10")
	k.until("bestmove")
	if r.limits.Nodes != grandpa.Nodes || len(r.limits.SearchMoves) != 43 {
		t.Errorf("its move banned: %+v", r.limits)
	}
}

func FuzzRun(f *testing.F) {
	for _, s := range []string{"uci\nposition startpos moves h2e2\ngo depth 1\n", "ucci\ngo time 1\nbanmoves h2e2\n", "setoption name Hash value 2\nstop\nponderhit\n",
		"position fen 4k4/9/9/9/9/9/9/9/9/3K5 w\ngo nodes 1 searchmoves d0d1\nd\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		// Perft of any depth may take forever; it has a script of its own.
		in = strings.ReplaceAll(in, "perft", "depth")
		if err := Run(t.Context(), strings.NewReader(in), io.Discard, withEngine(&recorder{}), WithSeed(1)); err != nil {
			t.Error(err)
		}
	})
}
