package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
)

// lost plays a game in which Mei gives a cannon away and resigns.
func lost(mei *bottest.User) {
	mei.Env.T.Helper()
	mei.Command("play", person.Opt("side", "red"))
	mei.Wait(person.HasAttachment())
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h9g7"))
	mei.Say("e2e6")
	mei.Wait(person.ShowsMove("g7e6"))
	mei.Press(mei.Command("resign"), "Yes, resign")
	mei.Wait(person.HasAttachment(), person.Contains("resigned"))
}

var losing = []string{"h9g7", "g7e6", "h9g7", "g7e6", "h9g7", "g7e6", "h9g7", "g7e6", "h9g7", "g7e6"}

// number returns the single number that a query selects.
func number(h *bottest.Env, query string) int {
	h.T.Helper()
	n, err := store.Value[int](h.Store.Read().Row(h.Ctx(), query))
	if err != nil {
		h.T.Fatal(err)
	}
	return n
}

// An analysis continues after the database is lost in the middle, as in a crash: no position that was stored is searched again.
func TestAnalysisGoesOnAfterACrash(t *testing.T) {
	first := bottest.NewHasty()
	first.Gate = make(chan struct{})
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: losing}), bottest.WithSearcher(first))
	mei := h.Connect(0)
	lost(mei)
	if m := mei.Command("analyze"); !m.Ephemeral() || !strings.Contains(m.Content, "In the queue, place 1") {
		t.Fatalf("asked: %s", m.Content)
	}
	// Positions are searched until any are stored, which happens once a second.
	last := time.Now()
	mei.Eventually("progress is stored", func() bool {
		if n := first.Searches(); n < 2 || n < 4 && time.Since(last) > 3*time.Second/2 {
			select {
			case first.Gate <- struct{}{}:
				last = time.Now()
			default:
			}
		}
		return number(h, `SELECT done FROM analyses`) > 0
	})
	mei.Wait(person.IsEphemeral(), person.Contains("%"))
	stored := number(h, `SELECT done FROM analyses`)
	h.Store.Close() // no more writes are possible
	h.Stop()

	second := bottest.NewHasty()
	h.StartBot(bottest.WithThinker(h.Thinker), bottest.WithSearcher(second))
	mei.Eventually("the analysis is finished", func() bool { return number(h, `SELECT state FROM analyses`) == 2 })
	for _, key := range second.Quick[:5-stored] { // of five positions
		if slices.Contains(first.Quick[:stored], key) {
			t.Errorf("%d positions were stored, and one of them is looked at again", stored)
		}
	}
	m := mei.Command("analyze")
	if !m.Ephemeral() || !strings.Contains(m.Content, "too few undecided") || !strings.Contains(m.Content, "`e2e6`") || len(m.Attachments) != 1 {
		t.Errorf("the report: %s", m.Content)
	}
}

// When the bot stops in the middle, the message says how to see more; after the restart the same button shows progress, up to the
// report.
func TestAnalysisShownOverARestart(t *testing.T) {
	first := bottest.NewHasty()
	first.Gate = make(chan struct{})
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: losing}), bottest.WithSearcher(first))
	mei, tom := h.Connect(0), h.Connect(1)
	lost(mei)
	mei.Command("analyze")
	h.Stop()
	stopped := mei.Wait(person.IsEphemeral(), person.Contains("This message no longer updates"))

	second := bottest.NewHasty()
	second.Gate = make(chan struct{})
	h.StartBot(bottest.WithThinker(h.Thinker), bottest.WithSearcher(second))
	if m := tom.Command("analyze"); !strings.Contains(m.Content, "In the queue, place 1") {
		t.Errorf("Tom is shown: %s", m.Content)
	} else if _, exists := m.Control("Cancel"); exists {
		t.Error("Tom may cancel what Mei asked for")
	}
	if m := mei.Press(stopped, "Show progress"); m.ID != stopped.ID || !strings.Contains(m.Content, "In the queue, place 1") {
		t.Errorf("progress: %s", m.Content)
	}
	close(second.Gate)
	for _, u := range []*bottest.User{mei, tom} {
		u.Wait(person.IsEphemeral(), person.Contains("too few undecided"))
	}
}

// The analysis of an imported game belongs to its owner alone, continues after a restart, and is deleted with the game.
func TestAnalysisOfAnImportedGame(t *testing.T) {
	first := bottest.NewHasty()
	first.Gate = make(chan struct{})
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}), bottest.WithSearcher(first))
	mei, tom := h.Connect(0), h.Connect(1)
	const text = "1. h2e2 h9g7 2. e2e6 g7e6 0-1"
	m := mei.Command("analyze", person.File("file", "game.pgn", []byte(text)))
	if !m.Ephemeral() || !strings.Contains(m.Content, "In the queue, place 1") {
		t.Fatalf("asked: %s", m.Content)
	}
	h.Stop()
	stopped := mei.Wait(person.IsEphemeral(), person.Contains("This message no longer updates"))
	h.StartBot(bottest.WithThinker(h.Thinker), bottest.WithSearcher(bottest.NewHasty()))
	mei.Eventually("the analysis is finished", func() bool { return number(h, `SELECT COUNT(*) FROM analyses WHERE state = 2`) == 1 })
	if m := mei.Press(stopped, "Show progress"); !strings.Contains(m.Content, "too few undecided") {
		t.Errorf("the report: %s", m.Content)
	}
	// Another user with the same text has a game and an analysis of their own.
	tom.Command("analyze", person.Opt("text", text))
	tom.Wait(person.IsEphemeral(), person.Contains("too few undecided"))
	if games, analyses := number(h, `SELECT COUNT(*) FROM imported`), number(h, `SELECT COUNT(*) FROM analyses`); games != 2 || analyses != 2 {
		t.Errorf("%d games, %d analyses", games, analyses)
	}
	mei.Press(mei.Command("privacy", person.Opt("act", "delete")), "Delete everything about me")
	if games, analyses := number(h, `SELECT COUNT(*) FROM imported`), number(h, `SELECT COUNT(*) FROM analyses`); games != 1 || analyses != 1 {
		t.Errorf("after one of them is erased: %d games, %d analyses", games, analyses)
	}
	h.Pass(91 * 24 * time.Hour)
	tom.Eventually("the analysis of a game that is gone is removed", func() bool {
		h.Pass(time.Hour) // first old games are deleted, then the analyses of deleted games
		return number(h, `SELECT COUNT(*) FROM imported`) == 0 && number(h, `SELECT COUNT(*) FROM analyses`) == 0
	})
}
