package bot_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"yeye/bot"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// logbook collects what the bot logs, at every level.
type logbook struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// has reports whether it contains a text that many times.
func (l *logbook) has(text string, times int) func() bool {
	return func() bool { return strings.Count(l.String(), text) >= times }
}

func withLog(l *logbook) envOption {
	return func(_ *env, o *bot.Options) {
		o.Logger = slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
}

// ordered returns the pending faults.
func (h *env) ordered() (list []sandbox.Fault) {
	h.t.Helper()
	h.sandboxDo(http.MethodGet, "/sandbox/faults", nil, &list)
	return list
}

// A move that was typed twice, and refused the second time, is not played later: the
// search for moves typed while the bot was away can take long, and the move may have
// become legal again meanwhile.
func TestTypedTwiceIsNotPlayedLater(t *testing.T) {
	var log logbook
	h := openEnv(t, withLog(&log), withThinker(&scripted{moves: []string{"h9g7", "b9c7", "i9h9", "a9b9"}}))
	mei := h.connect(1)
	mei.command("play")
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
	mei.say("h0g2")
	mei.wait(person.Moved("b9c7"))
	mei.say("h0g2") // it seemed that nobody answered
	mei.wait(person.FromBot(), func(m *person.Message) bool { return m.Reference != nil })
	h.order(sandbox.Fault{Kind: "slow", Method: "GET", Path: "/channels/*/messages", DelayMS: 6000})
	h.order(sandbox.Fault{Kind: "invalid_session"})
	mei.eventually("the bot looks for what was typed", func() bool { return len(h.ordered()) == 0 })
	mei.say("g2h0")
	mei.wait(person.Moved("i9h9"))
	mei.eventually("it has looked", func() bool { return strings.Contains(log.String(), "move typed while the bot was away") })
	mei.say("b0c2")
	mei.wait(person.Moved("a9b9"))
	if got, want := h.moves(), "h2e2 h9g7 h0g2 b9c7 g2h0 i9h9 b0c2 a9b9"; got != want {
		t.Errorf("played: %s", got)
	}
}

// A response that Discord carries out late still counts: the bot waits for it before it
// posts, and pings, again.
func TestAnswerTakenInLate(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	h.order(sandbox.Fault{Kind: "late", Method: "POST", Path: "/interactions/*/*/callback", DelayMS: 6500})
	asked := mei.command("challenge", person.Opt("user", tom.ID))
	tom.press(asked, "Accept")
	if pings := h.pings(); len(pings) != 1 {
		t.Errorf("pings: %v", pings)
	}
}
