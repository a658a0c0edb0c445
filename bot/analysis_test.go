package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/ai"
	"yeye/bot"
	"yeye/bot/engine"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
	"yeye/game"
)

func withSearcher(s engine.Searcher) envOption {
	return func(_ *env, o *bot.Options) { o.Searcher = s }
}

// hasty searches few nodes and counts its searches. With a gate each search waits for a token.
type hasty struct {
	pool *ai.Pool
	gate chan struct{}

	mu    sync.Mutex
	quick []uint64 // keys of the positions that were searched with the first pass's nodes
	all   int
}

func newHasty() *hasty {
	return &hasty{pool: ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4})}
}

func (s *hasty) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	if s.gate != nil {
		select {
		case <-s.gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	s.mu.Lock()
	s.all++
	if lim.Nodes < 100_000 {
		s.quick = append(s.quick, g.Position().Key())
	}
	s.mu.Unlock()
	lim.Nodes = min(lim.Nodes, 3000)
	return s.pool.Lines(ctx, g, lim)
}

func (s *hasty) searches() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all
}

// lost plays a game in which Mei gives a cannon away and resigns.
func lost(mei *user) {
	mei.h.t.Helper()
	mei.command("play", person.Opt("side", "red"))
	mei.wait(person.WithPicture())
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
	mei.say("e2e6")
	mei.wait(person.Moved("g7e6"))
	mei.press(mei.command("resign"), "Yes, resign")
	mei.wait(person.WithPicture(), person.Contains("resigned"))
}

var losing = []string{"h9g7", "g7e6", "h9g7", "g7e6", "h9g7", "g7e6", "h9g7", "g7e6", "h9g7", "g7e6"}

// number returns the single number that a query selects.
func (h *env) number(query string) int {
	h.t.Helper()
	n, err := store.Value[int](h.store.Read().Row(h.ctx(), query))
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

// An analysis continues after the database is lost in the middle, as in a crash: no position that was stored is searched again.
func TestAnalysisGoesOnAfterACrash(t *testing.T) {
	first := newHasty()
	first.gate = make(chan struct{})
	h := openEnv(t, withThinker(&scripted{moves: losing}), withSearcher(first))
	mei := h.connect(0)
	lost(mei)
	if m := mei.command("analyze"); !m.Private() || !strings.Contains(m.Content, "In the queue, place 1") {
		t.Fatalf("asked: %s", m.Content)
	}
	// Three positions, the last one searched so late that they are stored.
	begun := time.Now()
	mei.eventually("progress is stored", func() bool {
		if n := first.searches(); n < 2 || n < 3 && time.Since(begun) > 3*time.Second/2 {
			select {
			case first.gate <- struct{}{}:
			default:
			}
		}
		return h.number(`SELECT done FROM analyses`) > 0
	})
	mei.wait(person.IsPrivate(), person.Contains(" %"))
	stored := h.number(`SELECT done FROM analyses`)
	h.store.Close() // no more writes are possible
	h.stop()

	second := newHasty()
	h.startBot(withThinker(h.thinker), withSearcher(second))
	mei.eventually("the analysis is finished", func() bool { return h.number(`SELECT state FROM analyses`) == 2 })
	for _, key := range second.quick[:5-stored] { // of five positions
		if slices.Contains(first.quick[:stored], key) {
			t.Errorf("%d positions were stored, and one of them is looked at again", stored)
		}
	}
	m := mei.command("analyze")
	if !m.Private() || !strings.Contains(m.Content, "open position") || !strings.Contains(m.Content, "`e2e6`") || len(m.Attachments) != 1 {
		t.Errorf("the report: %s", m.Content)
	}
}

// The analysis of a game between two players is shared by both; when one of them is erased, their name is removed from it. That of
// a single player's game is deleted with the player.
func TestAnalysisIsSharedAndErased(t *testing.T) {
	s := newHasty()
	h := openEnv(t, withThinker(&scripted{moves: losing}), withSearcher(s))
	mei, tom, linh := h.connect(0), h.connect(1), h.connect(2)
	sitDown(h, tom, mei)
	tom.say("h2e2")
	tom.wait(person.Moved("h2e2"))
	for who, name := range map[*user]string{tom: "who plays", linh: "who watches"} {
		refusedWith(t, name, who.command("analyze"), "only analyze finished games")
	}
	mei.press(mei.command("resign"), "Yes, resign")
	mei.wait(person.WithPicture(), person.Contains("resigned"))
	tom.command("analyze")
	tom.wait(person.IsPrivate(), person.Contains("open position"))
	before := s.searches()
	if m := mei.command("analyze"); !strings.Contains(m.Content, "open position") || s.searches() != before {
		t.Errorf("the second look searched %d times: %s", s.searches()-before, m.Content)
	}
	mei.in(h.info.Channels[1].ID, func() {
		lost(mei)
		mei.command("analyze")
		mei.wait(person.IsPrivate(), person.Contains("open position"))
	})
	if n := h.number(`SELECT COUNT(*) FROM analyses`); n != 2 {
		t.Fatalf("%d analyses", n)
	}
	for _, u := range []*user{mei, tom} {
		u.press(u.command("privacy", person.Opt("act", "delete")), "Delete everything about me")
	}
	if n := h.number(`SELECT COUNT(*) FROM analyses`); n != 1 {
		t.Errorf("%d analyses are left, want that of the game between people", n)
	}
	if n := h.number(`SELECT COUNT(*) FROM analyses WHERE requester <> '' OR owner <> ''`); n != 0 {
		t.Error("somebody is named who has had everything deleted")
	}
}

// When the bot stops in the middle, the message says how to see more; after the restart the same button shows progress, up to the
// report.
func TestAnalysisShownOverARestart(t *testing.T) {
	first := newHasty()
	first.gate = make(chan struct{})
	h := openEnv(t, withThinker(&scripted{moves: losing}), withSearcher(first))
	mei, tom := h.connect(0), h.connect(1)
	lost(mei)
	mei.command("analyze")
	h.stop()
	stopped := mei.wait(person.IsPrivate(), person.Contains("This message no longer updates"))

	second := newHasty()
	second.gate = make(chan struct{})
	h.startBot(withThinker(h.thinker), withSearcher(second))
	if m := tom.command("analyze"); !strings.Contains(m.Content, "In the queue, place 1") {
		t.Errorf("Tom is shown: %s", m.Content)
	} else if _, there := m.Control("Cancel"); there {
		t.Error("Tom may cancel what Mei asked for")
	}
	if m := mei.press(stopped, "Show progress"); m.ID != stopped.ID || !strings.Contains(m.Content, "In the queue, place 1") {
		t.Errorf("progress: %s", m.Content)
	}
	close(second.gate)
	for _, u := range []*user{mei, tom} {
		u.wait(person.IsPrivate(), person.Contains("open position"))
	}
}

// The analysis of an imported game belongs to its owner alone, continues after a restart, and is deleted with the game.
func TestAnalysisOfAnImportedGame(t *testing.T) {
	first := newHasty()
	first.gate = make(chan struct{})
	h := openEnv(t, withThinker(&scripted{}), withSearcher(first))
	mei, tom := h.connect(0), h.connect(1)
	const text = "1. h2e2 h9g7 2. e2e6 g7e6 0-1"
	m := mei.command("analyze", person.File("file", "game.pgn", []byte(text)))
	if !m.Private() || !strings.Contains(m.Content, "In the queue, place 1") {
		t.Fatalf("asked: %s", m.Content)
	}
	h.stop()
	stopped := mei.wait(person.IsPrivate(), person.Contains("This message no longer updates"))
	h.startBot(withThinker(h.thinker), withSearcher(newHasty()))
	mei.eventually("the analysis is finished", func() bool { return h.number(`SELECT COUNT(*) FROM analyses WHERE state = 2`) == 1 })
	if m := mei.press(stopped, "Show progress"); !strings.Contains(m.Content, "open position") {
		t.Errorf("the report: %s", m.Content)
	}
	// Another user with the same text has a game and an analysis of their own.
	tom.command("analyze", person.Opt("text", text))
	tom.wait(person.IsPrivate(), person.Contains("open position"))
	if games, analyses := h.number(`SELECT COUNT(*) FROM imported`), h.number(`SELECT COUNT(*) FROM analyses`); games != 2 || analyses != 2 {
		t.Errorf("%d games, %d analyses", games, analyses)
	}
	mei.press(mei.command("privacy", person.Opt("act", "delete")), "Delete everything about me")
	if games, analyses := h.number(`SELECT COUNT(*) FROM imported`), h.number(`SELECT COUNT(*) FROM analyses`); games != 1 || analyses != 1 {
		t.Errorf("after one of them is erased: %d games, %d analyses", games, analyses)
	}
	h.pass(91 * 24 * time.Hour)
	tom.eventually("the analysis of a game that is gone is removed", func() bool {
		h.pass(time.Hour) // first old games are deleted, then the analyses of deleted games
		return h.number(`SELECT COUNT(*) FROM imported`) == 0 && h.number(`SELECT COUNT(*) FROM analyses`) == 0
	})
}
