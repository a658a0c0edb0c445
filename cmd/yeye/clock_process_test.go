package main

import (
	"context"
	"strconv"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
	"yeye/game"
)

// A bot that is killed while somebody's clock runs does not charge them for the
// time that it is down.
func TestKilledWithAClockRunning(t *testing.T) { onEachDatabase(t, nil, killedWithAClockRunning) }

func killedWithAClockRunning(w *deployment) {
	t := w.T
	w.mark = w.mei.Mark()
	if _, err := w.mei.Command(bounded(t), w.channel(), "play", person.Opt("opponent", "1"), person.Opt("side", "red"), person.Opt("clock", "5+3")); err != nil {
		t.Fatal(err)
	}
	w.say("h2e2")
	w.wait(answered)
	st, err := openUnregistered(context.Background(), w.db, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	until := func(what string, holds func(se *match.Match) bool) (se match.Match) {
		t.Helper()
		w.eventually(what, func() (ok bool) {
			se, err = matchesOf(st).Latest(context.Background(), id.Channel(w.channel()))
			return err == nil && holds(&se)
		})
		return se
	}
	runs := until("the clock runs", func(se *match.Match) bool { return !se.Clock.Since.IsZero() })
	until("it is noted that the bot is there", func(*match.Match) bool {
		text, err := store.Fact(context.Background(), st.Read(), "alive")
		ms, _ := strconv.ParseInt(text, 10, 64)
		return err == nil && time.UnixMilli(ms).After(runs.Clock.Since)
	})
	w.bot.kill()
	most := time.Since(runs.Clock.Since) // the most that can be charged
	time.Sleep(4 * time.Second)
	back := time.Now()
	w.serve()
	set := until("the clock is set", func(se *match.Match) bool { return se.Clock.Since.After(back) })
	charged := 5*time.Minute - set.LeftAt(game.Red, set.Clock.Since)
	if charged <= 0 || charged > most || set.Status != match.Open {
		t.Errorf("charged %v, at most %v was hers", charged, most)
	}
	// And she continues to play.
	w.say("h0g2")
	w.wait(person.ShowsMove("h0g2"), answered)
}
