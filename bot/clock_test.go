package bot_test

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"yeye/bot"
	"yeye/bot/internal/bottest"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
	"yeye/game"
)

// left returns the time that a side has left there.
func left(h *bottest.Env, side game.Color) time.Duration {
	live := h.Match()
	return live.LeftAt(side, h.Now())
}

// Only the side to move loses time.
func TestTimeIsChargedToTheSideToMove(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := bottest.Clocked(h, "5+3")
	mei.Plays("h2e2")
	tom.Plays("h9g7")
	h.Pass(20 * time.Second)
	mei.Plays("h0g2")
	before := left(h, game.Red)
	if before > 4*time.Minute+43*time.Second {
		t.Errorf("Mei took twenty seconds and has %v", before)
	}
	h.Pass(time.Minute)
	if now := left(h, game.Red); now != before || left(h, game.Black) > 4*time.Minute {
		t.Errorf("after Tom's minute Mei has %v, not %v, and Tom %v", now, before, left(h, game.Black))
	}
}

// The bot is away in the middle of a game: its absence is charged to nobody, and the card
// says so.
func TestClockStandsStillWhileTheBotIsAway(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := bottest.Clocked(h, "15+10")
	mei.Plays("h2e2")
	card := tom.Plays("h9g7")
	h.Pass(time.Minute)
	mei.Eventually("it is noted that the bot is there", func() bool {
		at, err := store.Fact(context.Background(), h.Store.Read(), "alive")
		return err == nil && at > "" && atLeast(at, h.Now().Add(-30*time.Second))
	})
	before := left(h, game.Red)
	h.Stop()
	h.Pass(2 * time.Hour)
	h.StartBot() // is ready once clocks run again
	if left := left(h, game.Red); left < 5*time.Minute || left > before+time.Minute {
		t.Errorf("before Mei had %v, now %v", before, left)
	}
	if live := h.Match(); live.Status != match.Open {
		t.Fatalf("the flag fell for the time that the bot was away: %+v", live.Outcome)
	}
	mei.Eventually("the card shows when the flag falls now", func() bool {
		now := mei.Message(card.ID)
		return now != nil && flagOn(now) > flagOn(card)+3600
	})
	// A move typed while it was away is played, and charged up to the beginning of the
	// absence.
	h.Stop()
	mei.Say("h0g2")
	h.Pass(10 * time.Minute)
	h.StartBot()
	mei.Wait(person.ShowsMove("h0g2"))
	h.Seen()
	if left := left(h, game.Red); left < 3*time.Minute {
		t.Errorf("Mei has %v", left)
	}
	// And then time counts again.
	h.Pass(15*time.Minute + 3*time.Second)
	tom.Last = person.Mark{}
	tom.Wait(person.Contains("<@"+tom.ID+"> ran out of time"), person.HasAttachment())
}

var flagText = regexp.MustCompile(`<t:(\d+):R>`)

// flagOn returns when the flag falls according to a card, in Unix seconds; 0 if the card
// does not say.
func flagOn(card *person.Message) int64 {
	m := flagText.FindStringSubmatch(card.Content)
	if m == nil {
		return 0
	}
	n, _ := strconv.ParseInt(m[1], 10, 64)
	return n
}

// atLeast reports whether a number of milliseconds is that time or later.
func atLeast(ms string, t time.Time) bool {
	got, err := strconv.ParseInt(ms, 10, 64)
	return err == nil && got >= t.UnixMilli()
}

// cutOff breaks the bot's connection and prevents new ones until the faults are
// withdrawn.
func cutOff(h *bottest.Env, g *bottest.User, log *bottest.Logbook) {
	h.T.Helper()
	for _, on := range []string{"resume", "identify"} {
		h.Control(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "close", "close_code": 4000, "on": on, "count": -1}, nil)
	}
	h.Control(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "drop"}, nil)
	g.Eventually("the bot sees that it is away", log.Has("clocks stopped", 1))
}

// A lost connection is charged to nobody, and while it is lost no flag falls.
func TestLostConnectionIsOnNobodysClock(t *testing.T) {
	log := &bottest.Logbook{}
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}), bottest.WithLog(log))
	mei, tom := bottest.Clocked(h, "15+10")
	mei.Plays("h2e2")
	tom.Plays("h9g7")
	cutOff(h, mei, log)
	h.Pass(20 * time.Minute)
	h.Control(http.MethodDelete, "/sandbox/faults", nil, nil)
	mei.Eventually("it is back", log.Has("excluded an absence from a clock", 1))
	if live := h.Match(); live.Status != match.Open || left(h, game.Red) < 5*time.Minute {
		t.Errorf("%v, Mei has %v", live.Status, left(h, game.Red))
	}
	mei.Plays("h0g2")
}

// While one of two processes is cut off the other one serves: clocks continue.
func TestLostConnectionBesideAnotherProcess(t *testing.T) {
	log := &bottest.Logbook{}
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}), bottest.WithLog(log))
	mei, tom := bottest.Clocked(h, "15+10")
	mei.Plays("h2e2")
	tom.Plays("h9g7")
	before := left(h, game.Red)
	cutOff(h, mei, log)
	h.Pass(5 * time.Minute)
	if err := store.SetFact(h.Ctx(), h.Store.Write(), "alive", strconv.FormatInt(h.Now().UnixMilli(), 10)); err != nil { // as another process does
		t.Fatal(err)
	}
	h.Control(http.MethodDelete, "/sandbox/faults", nil, nil)
	mei.Eventually("it is back", log.Has("clocks running again", 2)) // the first time at its start
	if left := left(h, game.Red); before-left < 4*time.Minute {
		t.Errorf("Mei had %v, and five minutes later %v", before, left)
	}
	mei.Plays("h0g2")
}

// While the channel cannot be read, it might contain a move: no flag falls.
func TestNoFlagUnseen(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := bottest.Clocked(h, "5+3")
	mei.Plays("h2e2")
	tom.Plays("h9g7")
	h.Control(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "status", "method": "GET", "path": "/channels/*/messages*", "status": 503, "count": -1}, nil)
	h.Pass(5*time.Minute + 10*time.Second)
	mei.Eventually("the bot wants to read the channel", func() bool {
		var faults []struct{ Fired int }
		h.Control(http.MethodGet, "/sandbox/faults", nil, &faults)
		return len(faults) == 1 && faults[0].Fired >= 3
	})
	if live := h.Match(); live.Status != match.Open {
		t.Fatalf("the flag fell unseen: %+v", live.Outcome)
	}
	h.Control(http.MethodDelete, "/sandbox/faults", nil, nil)
	mei.Last = person.Mark{}
	mei.Wait(person.Contains("ran out of time"), person.HasAttachment())
}

// A flag does not fall in a channel that no longer exists, or out of which the bot was shut: Discord may have reported neither.
func TestNoFlagWhereNobodyCanMove(t *testing.T) {
	for name, code := range map[string]int{"deleted": 10003, "shut out": 50001} {
		t.Run(name, func(t *testing.T) {
			h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
			mei, tom := bottest.Clocked(h, "5+3")
			mei.Plays("h2e2")
			tom.Plays("h9g7")
			h.Order(sandbox.Fault{Kind: "status", Path: "/channels/" + h.Channel + "/messages*", Code: code, Count: -1})
			h.Pass(5*time.Minute + 10*time.Second)
			mei.Eventually("the flag is due", func() bool { return h.Match().Status != match.Open })
			if live := h.Match(); live.Status != match.Adjourned || left(h, game.Red) < 10*time.Second {
				t.Errorf("%v %+v, Mei has %v", live.Status, live.Outcome, left(h, game.Red))
			}
		})
	}
}

// Nobody is warned while the bot is away, since clocks stand still, and the warning follows in time when it is back.
func TestNoWarningWhileAway(t *testing.T) {
	log := &bottest.Logbook{}
	var looks atomic.Int64 // of the scheduler
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}), bottest.WithLog(log), func(_ *bottest.Env, o *bot.Options) {
		o.DB.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
			if strings.Contains(query, looksForJobAtAll) {
				looks.Add(1)
			}
			return nil
		}})
	})
	mei, tom := bottest.Clocked(h, "5+3")
	mei.Plays("h2e2")
	tom.Plays("h9g7")
	h.Control(http.MethodDelete, "/sandbox/pings", nil, nil)
	const excluded = "excluded an absence from a clock"
	earlier := strings.Count(log.String(), excluded) // a machine that slept was away too
	cutOff(h, mei, log)
	h.Pass(4*time.Minute + 40*time.Second)
	seen := looks.Load() // four each second, one for each pool of jobs
	mei.Eventually("the scheduler has looked at what is due now, and had a second for it", func() bool { return looks.Load() >= seen+12 })
	h.Control(http.MethodDelete, "/sandbox/faults", nil, nil)
	mei.Eventually("it is back", log.Has(excluded, earlier+1))
	if h.Match().Clock.Warned[game.Red] {
		t.Error("the warning is used up")
	}
	h.ExpectPings()
	h.Pass(left(h, game.Red) - 31*time.Second)
	mei.Last = person.Mark{}
	mei.Wait(person.Contains("your time runs out <t:"))
	h.ExpectPings(mei.Username + ": …left: your time runs out")
}
