package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"modernc.org/sqlite"

	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
	"yeye/game"
	"yeye/internal/slow"
	"yeye/internal/subprocess"
	"yeye/internal/wait"
)

// The test binary is also the program: with this variable set it runs main.
const asProgram = "YEYE_TEST_AS_PROGRAM"

// shardsFor is a variable that sets the lease of shards in such a program: on a busy machine its usual length may pass without a renewal.
const shardsFor = "YEYE_TEST_SHARD_LEASE"

// TestMain runs many tests at once: they mostly wait, for locks, for Discord's pauses and for other processes.
func TestMain(m *testing.M) {
	sqlite.MustRegisterScalarFunction("stop_here", 1, stopHere)
	shardLease, _ = time.ParseDuration(os.Getenv(shardsFor))
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	wait.Parallel(6)
	code := m.Run()
	stopServer()
	os.Exit(code)
}

// process is the program running as a process of its own.
type process struct {
	*subprocess.Process
	t    *testing.T
	out  *bufio.Reader
	mu   sync.Mutex
	logs bytes.Buffer
}

func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.logs.Write(b)
}

func (p *process) log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.logs.String()
}

func startProcess(t *testing.T, env []string, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, cmd := &process{t: t}, exec.Command(self, args...)
	cmd.Env = append(append(os.Environ(), asProgram+"=1"), env...)
	cmd.Stderr = p
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if p.Process, err = subprocess.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	return p
}

// kill sends SIGKILL: no chance to complete anything.
func (p *process) kill() { p.Kill() }

// terminate sends SIGTERM, and returns the exit code.
func (p *process) terminate() int {
	p.t.Helper()
	p.Cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.Done:
	case <-time.After(wait.Bound):
		p.t.Errorf("still running %v after SIGTERM\n%s", wait.Bound, p.log())
		p.kill()
	}
	return p.ProcessState.ExitCode()
}

var watchedOn = regexp.MustCompile(`serving metrics and health" on=(\S+)`)

// watch returns the address at which the program serves its metrics and health, which it logs when
// started with --watch 127.0.0.1:0.
func (p *process) watch() string {
	p.t.Helper()
	var m []string
	p.eventually("it serves metrics", func() bool {
		m = watchedOn.FindStringSubmatch(p.log())
		return m != nil
	})
	return m[1]
}

// eventually waits for something that the program does.
func (p *process) eventually(what string, holds func() bool) {
	p.t.Helper()
	wait.UntilLog(p.t, what, p.log, holds)
}

// says waits until a text is in the program's log.
func (p *process) says(text string) {
	p.t.Helper()
	p.eventually("it logs "+text, func() bool { return strings.Contains(p.log(), text) })
}

// slowness matches an error of a program that only has to wait too long: it tries again.
var slowness = regexp.MustCompile(`\berr="?[^"]*deadline exceeded`)

// faults returns the errors that the program has logged. A database or a Discord that answers late, as on a busy machine, is none.
func (p *process) faults() (all string) {
	for line := range strings.Lines(p.log()) {
		if strings.Contains(line, "level=ERROR") && !slowness.MatchString(line) {
			all += line
		}
	}
	return all
}

// noFaults requires that programs have logged no errors.
func noFaults(t *testing.T, all ...*process) {
	t.Helper()
	for _, p := range all {
		if wrong := p.faults(); wrong != "" {
			t.Errorf("process %d:\n%s\nall that it says:\n%s", p.Cmd.Process.Pid, wrong, p.log())
		}
	}
}

// info returns the JSON line for scripts.
func (p *process) info() (i sandbox.Info) {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	if err != nil {
		p.t.Fatalf("no line on stdout: %v\n%s", err, p.log())
	}
	if err := json.Unmarshal([]byte(line), &i); err != nil {
		p.t.Fatalf("%v: %s", err, line)
	}
	return i
}

// An error counts as a fault unless all that it says is that an answer came too late.
func TestFaults(t *testing.T) {
	t.Parallel()
	p := &process{t: t}
	log := slog.New(slog.NewTextHandler(p, nil))
	log.Error("cannot claim due jobs", "err", fmt.Errorf("claiming: %w", context.DeadlineExceeded))
	log.Error("cannot claim due jobs", "err", context.DeadlineExceeded)
	log.Warn("cannot renew leases of jobs", "err", errors.New("no such table"))
	if got := p.faults(); got != "" {
		t.Errorf("faults: %s", got)
	}
	log.Error("panic in a job", "panic", "deadline exceeded")
	log.Error("cannot claim due jobs", "err", errors.New("no such table"))
	log.Error("the leases of this process's shards have expired")
	if got := p.faults(); strings.Count(got, "\n") != 3 || strings.Contains(got, "claiming") {
		t.Errorf("faults: %s", got)
	}
}

func bounded(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), wait.Bound)
	t.Cleanup(cancel)
	return ctx
}

// patience is how long the sandbox waits for the bot's first response, instead of the three seconds that Discord gives it.
const patience = "2m"

// slowly makes characters think for so long that a typed move gets a card of its own before the
// answer.
var slowly = []string{"--pause", "9s"}

// deployment is a sandbox process with Mei in its first channel, and a bot process that can be killed.
type deployment struct {
	*testing.T
	info sandbox.Info
	mei  *person.Person
	db   string
	bot  *process
	args []string    // of serve
	mark person.Mark // where Mei's last message came back
}

func deploy(t *testing.T, args ...string) *deployment {
	return deployOn(t, filepath.Join(t.TempDir(), "yeye.db"), args...)
}

// onEachDatabase runs a test with the database in an SQLite file, and on a PostgreSQL server.
func onEachDatabase(t *testing.T, args []string, f func(w *deployment)) {
	slow.Test(t)
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { f(deploy(t, args...)) })
	t.Run("PostgreSQL", func(t *testing.T) { f(deployOn(t, onServer(t), args...)) })
}

// deployOn is deploy with a given database.
func deployOn(t *testing.T, db string, args ...string) *deployment {
	slow.Test(t)
	t.Parallel()
	w := &deployment{T: t, args: args, db: db}
	w.info = startProcess(t, nil, "sandbox", "--addr", "127.0.0.1:0", "--json", "--no-bot", "--no-limits", "--answer-within", patience).info()
	mei, err := person.Connect(bounded(t), w.info.API, w.info.Users[1].Token) // her client's language is English
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mei.Close() })
	w.mei = mei
	w.serve()
	return w
}

// serve starts the bot and waits until its commands exist. The first one must also have recorded that
// it registered them: one that follows a killed one would otherwise register them again, which makes
// those that people see outdated.
func (w *deployment) serve(args ...string) {
	w.Helper()
	first := w.bot == nil
	w.bot = startProcess(w.T, []string{"DISCORD_TOKEN=" + w.info.BotToken, "YEYE_DISCORD_API=" + w.info.API},
		slices.Concat([]string{"serve", "--db", w.db, "--pause", "1500ms"}, w.args, args)...)
	w.bot.says("connected to Discord")
	if first {
		w.bot.says("commands registered")
	}
	w.eventually("it has commands", func() bool {
		names, err := w.mei.Commands(bounded(w.T), w.channel(), 1)
		return err == nil && len(names) > 0
	})
}

func (w *deployment) channel() string { return w.info.Channels[0].ID }

func (w *deployment) play() {
	w.Helper()
	if _, err := w.mei.Command(bounded(w.T), w.channel(), "play", person.Opt("opponent", "1"), person.Opt("side", "red")); err != nil {
		w.Fatal(err)
	}
}

func (w *deployment) say(text string) {
	w.Helper()
	if _, err := w.mei.Say(bounded(w.T), w.channel(), text); err != nil {
		w.Fatal(err)
	}
	w.mark = w.mei.LastAct()
}

func (w *deployment) wait(all ...person.Condition) *person.Message {
	w.Helper()
	m, err := w.mei.WaitSince(bounded(w.T), w.mark, append(all, person.FromBot())...)
	if err != nil {
		w.Fatalf("%v\n%s", err, w.bot.log())
	}
	return m
}

func (w *deployment) fault(f map[string]any) {
	w.Helper()
	data, _ := json.Marshal(f)
	resp, err := http.Post(w.info.URL+"/sandbox/faults", "application/json", bytes.NewReader(data))
	if err != nil || resp.StatusCode >= 300 {
		w.Fatalf("fault: %v %v", err, resp)
	}
	resp.Body.Close()
}

func (w *deployment) mend() {
	req, _ := http.NewRequest(http.MethodDelete, w.info.URL+"/sandbox/faults", nil)
	resp, err := http.DefaultClient.Do(req)
	if err != nil || resp.StatusCode >= 300 {
		w.Fatalf("mending: %v %v", err, resp)
	}
	resp.Body.Close()
}

// one requires that there is exactly one board, that it shows these moves and the second full move,
// and that it stays that way.
func (w *deployment) one(moves ...string) {
	w.Helper()
	right := func() (bool, string) {
		list, err := w.mei.Messages(bounded(w.T), w.channel(), 50)
		if err != nil {
			w.Fatal(err)
		}
		boards, text := 0, ""
		for _, m := range list {
			boards += len(m.Attachments)
			if len(m.Attachments) > 0 {
				text = m.Content
			}
		}
		ok := boards == 1 && strings.Contains(text, "move 2")
		for _, m := range moves {
			ok = ok && strings.Contains(text, "`"+m)
		}
		return ok, text
	}
	shown := ""
	wait.UntilLog(w.T, fmt.Sprint("one board stands, with ", moves), func() string { return fmt.Sprintf("%q\n%s", shown, w.bot.log()) }, func() (ok bool) {
		ok, shown = right()
		return ok
	})
	time.Sleep(2 * time.Second)
	if ok, text := right(); !ok {
		w.Errorf("later: %q", text)
	}
}

var answered = person.Condition(func(m *person.Message) bool {
	return blackMoved.MatchString(m.Content) && strings.Contains(m.Content, "to move")
})

// blackMoved matches Black's move on a card, after the emoji of the piece if it is uploaded.
var blackMoved = regexp.MustCompile("Black (<:\\w+:\\d+> )?`")

func TestKilledWhileThinking(t *testing.T) {
	onEachDatabase(t, slowly, func(w *deployment) {
		w.play()
		w.say("h2e2")
		w.wait(person.ShowsMove("h2e2")) // still thinking, if the machine is quick
		w.bot.kill()
		w.serve()
		w.wait(person.ShowsMove("h2e2"), answered)
		w.one("h2e2")
	})
}

// The move is stored, but no board can be sent before the end.
func TestKilledBetweenCommitAndSend(t *testing.T) {
	onEachDatabase(t, nil, func(w *deployment) {
		w.play()
		w.fault(map[string]any{"kind": "status", "path": "/channels/**", "status": 500, "count": -1})
		w.say("h2e2")
		w.bot.says("cannot show card") // it has tried to send
		w.bot.kill()
		w.mend()
		w.serve()
		w.wait(person.ShowsMove("h2e2"), answered)
		w.one("h2e2")
	})
}

// The board was sent, but the process died before it received the answer.
func TestKilledBeforeTheAnswerOfASend(t *testing.T) {
	onEachDatabase(t, slowly, func(w *deployment) {
		w.play()
		w.fault(map[string]any{"kind": "status", "method": "POST", "path": "/channels/*/messages", "status": 500, "after": true, "count": -1})
		w.say("h2e2")
		w.wait(person.ShowsMove("h2e2")) // still thinking, if the machine is quick
		w.bot.kill()
		w.mend()
		w.serve()
		w.wait(person.ShowsMove("h2e2"), answered)
		w.one("h2e2")
	})
}

func TestTypedWhileKilled(t *testing.T) {
	onEachDatabase(t, nil, func(w *deployment) {
		w.play()
		w.bot.kill()
		w.say("h2e2")
		w.serve()
		w.wait(person.ShowsMove("h2e2"), answered)
		w.one("h2e2")
	})
}

func TestSandboxEndsOnTerm(t *testing.T) {
	t.Parallel()
	p := startProcess(t, nil, "sandbox", "--addr", "127.0.0.1:0", "--json", "--no-limits", "--answer-within", patience, "--db", filepath.Join(t.TempDir(), "yeye.db"))
	info := p.info()
	if len(info.Users) < 3 || len(info.Channels) < 3 {
		t.Errorf("%d people, %d channels", len(info.Users), len(info.Channels))
	}
	mei, err := person.Connect(bounded(t), info.API, info.Users[0].Token)
	if err != nil {
		t.Fatal(err)
	}
	defer mei.Close()
	if _, err := mei.Command(bounded(t), info.Channels[1].ID, "play"); err != nil {
		t.Fatal(err)
	}
	if code := p.terminate(); code != 0 {
		t.Errorf("exit code %d\n%s", code, p.log())
	}
	if strings.Contains(p.log(), info.BotToken) {
		t.Error("the bot's token is in the log")
	}
}

// The board was in transit when the process died, and appears only after the next process has posted
// another.
func TestKilledWithABoardOnTheWire(t *testing.T) {
	w := deploy(t, slowly...)
	w.mark = w.mei.Mark()
	w.play()
	w.wait(person.HasAttachment())
	se := w.until("the game is begun", func(*match.Match) bool { return true })
	move := ""
	for sure := false; !sure; { // whether the board in transit shows the position before the answer
		w.fault(map[string]any{"kind": "late", "method": "POST", "path": "/channels/*/messages", "delay_ms": 8000})
		if move = developing(se.Game.Position(), nil); move == "" {
			t.Fatal("the game ended before a board of a move without its answer was on its way")
		}
		w.say(move)
		w.eventually("the board is on its way", func() bool { return w.ordered() == 0 })
		answer := len(se.Game.Moves()) + 2
		se = w.until("it is known what is stored", func(*match.Match) bool { return true })
		sure = len(se.Game.Moves()) == answer-1
		se = w.until("the answer is stored", func(se *match.Match) bool { return len(se.Game.Moves()) == answer })
		if !sure {
			w.wait(person.Contains("`"+se.LastMove().String()+"`"), person.HasAttachment())
		}
	}
	w.bot.kill()
	w.serve()
	last := se.LastMove().String()
	w.wait(person.Contains("`"+move+"`"), person.Contains("`"+last+"`"), person.HasAttachment())
	w.wait(person.Contains("`"+move+"`"), person.Contains("thinking"), person.HasAttachment()) // which has arrived now
	w.eventually("one board stands", func() bool { return w.boards(last) == 1 })
	time.Sleep(2 * time.Second)
	if n := w.boards(last); n != 1 {
		t.Errorf("later: %d", n)
	}
}

// Two processes serve one database: one takes over from another, or somebody has started two.
// Whichever receives a move first, and even if one is killed meanwhile, each move is played and
// answered once, and there is one board.
func TestTwoProcessesOnOneDatabase(t *testing.T) {
	w := deploy(t)
	first := w.bot
	w.serve()
	const warning = "another yeye is using this database"
	if !strings.Contains(w.bot.log(), warning) || strings.Contains(first.log(), warning) {
		t.Errorf("the second is to warn, the first is not:\n%s\n%s", w.bot.log(), first.log())
	}
	if line := first.log(); !strings.Contains(line, "database="+w.db) || !strings.Contains(line, "shards=1") || !strings.Contains(line, "MESSAGE_CONTENT") {
		t.Errorf("the first line does not say what was started:\n%s", line)
	}
	if _, err := w.mei.Command(bounded(t), w.channel(), "play", person.Opt("opponent", "0"), person.Opt("side", "red")); err != nil {
		t.Logf("/play: %v", err) // the slower process's answer may be the one that is reported
	}
	se := w.until("the game is begun", func(*match.Match) bool { return true })
	var played []string
	for n := range 6 {
		move := developing(se.Game.Position(), played)
		played = append(played, move)
		w.say(move)
		if n == 3 {
			first.kill()
		}
		se = w.until("the answer to "+move, func(se *match.Match) bool {
			return len(se.Game.Moves()) == 2*len(played) || se.Status != match.Open
		})
		for i, m := range se.Game.Moves() {
			if i%2 == 0 && m.String() != played[i/2] {
				t.Fatalf("played %v, stored %v", played, se.Game.Moves())
			}
		}
		if se.Status != match.Open {
			break
		}
	}
	moves := se.Game.Moves()
	if len(moves) < 2*len(played)-1 {
		t.Errorf("played %v, stored %v", played, moves)
	}
	w.eventually("one board stands, with the last move", func() bool { return w.boards(moves[len(moves)-1].String()) == 1 })
}

// boards returns the number of boards in the channel, 0 if the newest does not show a move.
func (w *deployment) boards(move string) (n int) {
	w.Helper()
	list, err := w.mei.Messages(bounded(w.T), w.channel(), 50)
	if err != nil {
		w.Fatal(err)
	}
	for _, m := range list {
		if len(m.Attachments) == 0 {
			continue
		}
		if n++; n == 1 && !strings.Contains(m.Content, "`"+move+"`") {
			return 0
		}
	}
	return n
}

// ordered returns how many faults are still to happen.
func (w *deployment) ordered() int {
	w.Helper()
	resp, err := http.Get(w.info.URL + "/sandbox/faults")
	if err != nil {
		w.Fatal(err)
	}
	defer resp.Body.Close()
	var list []any
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil {
		w.Fatal(err)
	}
	return len(list)
}

// developing returns a legal move to a point where no piece of the mover's has been before.
func developing(p *game.Position, played []string) string {
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if !slices.ContainsFunc(played, func(old string) bool { return strings.Contains(old, m.To().String()) }) {
			return m.String()
		}
	}
	if all := p.LegalMoves(buf[:0]); len(all) > 0 {
		return all[0].String()
	}
	return "" // the game is over
}

// until waits until the stored game in the channel meets a condition.
func (w *deployment) until(what string, holds func(*match.Match) bool) (se match.Match) {
	w.Helper()
	st, err := openUnregistered(context.Background(), w.db, nil)
	if err != nil {
		w.Fatal(err)
	}
	defer st.Close()
	w.eventually(what, func() bool {
		se, err = matchesOf(st).Latest(context.Background(), id.Channel(w.channel()))
		return err == nil && holds(&se)
	})
	return se
}

func (w *deployment) eventually(what string, holds func() bool) {
	w.Helper()
	wait.UntilLog(w.T, what, func() string { return w.bot.log() }, holds) // which may start another bot
}

// matchesOf returns the match service of a database.
func matchesOf(db *store.DB) *match.Service {
	matches := match.NewService(db)
	matches.Declare(study.Mode)
	return matches
}
