package bot_test

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
	"yeye/game"
)

// clocked has Mei, who plays Red, and Tom sit down to a game on a clock.
func clocked(h *env, clock string) (mei, tom *user) {
	h.t.Helper()
	mei, tom = h.connect(1), h.connect(0)
	asked := mei.command("challenge", person.Opt("user", tom.ID), person.Opt("side", "red"), person.Opt("clock", clock))
	tom.press(asked, "Accept")
	h.expectPings(tom.Username + ": …challenges you")
	return mei, tom
}

// plays types a move and waits for its card, and for the opponent's clock to run.
func (g *user) plays(move string) *person.Message {
	g.h.t.Helper()
	g.say(move)
	card := g.wait(person.Moved(move))
	g.h.seen()
	return card
}

// seen waits until the clock of the player to move runs, if it should.
func (h *env) seen() {
	h.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if live := h.match(); !live.ClockWaits() {
			return
		}
		if time.Now().After(end) {
			h.t.Fatalf("no clock runs\n%s", h.transcript())
		}
	}
}

// match returns the match that was last played in the channel.
func (h *env) match() match.Match {
	h.t.Helper()
	live, err := h.core.Matches.Latest(context.Background(), id.Channel(h.channel))
	if err != nil {
		h.t.Fatal(err)
	}
	return live
}

// left returns the time that a side has left there.
func (h *env) left(side game.Color) time.Duration {
	live := h.match()
	return live.LeftAt(side, h.now())
}

// A live game up to the fall of a flag: the card shows both clocks, the first moves are
// free, the warning pings the player who is short of time, and the game ends.
func TestFlagFallsInALiveGame(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := clocked(h, "5+3")
	h.pass(50 * time.Second)
	card := mei.plays("h2e2")
	if !strings.Contains(card.Content, "Red **05:00** · Black **05:00** · each side's first move is free") {
		t.Errorf("the first move is counted: %s", card.Content)
	}
	h.pass(50 * time.Second)
	card = tom.plays("h9g7")
	if !strings.Contains(card.Content, "Red **05:00** · Black **05:00** · time runs out <t:") || !strings.Contains(card.Content, "5 minutes + 3 seconds a move · rated") {
		t.Errorf("the clocks: %s", card.Content)
	}
	h.sandboxDo(http.MethodDelete, "/sandbox/pings", nil, nil)
	h.pass(20 * time.Second)
	mei.plays("h0g2")
	left := h.left(game.Red) // real time passes as well, as much as the test takes
	if left > 4*time.Minute+43*time.Second {
		t.Errorf("Mei took twenty seconds and has %v", left)
	}
	h.sandboxDo(http.MethodDelete, "/sandbox/pings", nil, nil)
	// The player who is not to move loses no time.
	h.pass(4*time.Minute + 32*time.Second)
	tom.last = person.Mark{}
	warned := tom.wait(person.Contains("your time runs out <t:"))
	h.expectPings(tom.Username + ": …left: your time runs out")
	if now := h.left(game.Red); now != left {
		t.Errorf("meanwhile Mei has %v, not %v", now, left)
	}
	h.pass(31 * time.Second)
	end := mei.wait(person.Contains("ran out of time"), person.WithPicture())
	if !strings.Contains(end.Content, "<@"+mei.ID+"> wins") || !strings.Contains(end.Content, "Black **00:00**") {
		t.Errorf("the end: %s", end.Content)
	}
	tom.eventually("the warning says what came of it", func() bool {
		return strings.Contains(tom.Message(warned.ID).Content, "ran out of time")
	})
	pgn := mei.command("export")
	if !strings.Contains(pgn.Content, `[TimeControl "300+3"]`) || !strings.Contains(pgn.Content, `[Termination "time forfeit"]`) || !strings.Contains(pgn.Content, `[Result "1-0"]`) {
		t.Errorf("exported: %s", pgn.Content)
	}
	// Another game on the same clock.
	again := mei.press(mei.Message(end.ID), "Play again")
	if again == nil || !strings.Contains(again.Content, "5 minutes + 3 seconds a move · rated") {
		t.Errorf("again: %+v", again)
	}
}

// A move before the end: the warning was rescheduled in time, and the flag of the
// previous turn does not fall on the player who is to move now.
func TestMoveBeforeTheFlag(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := clocked(h, "1d")
	h.seen()
	h.pass(22 * time.Hour)
	mei.last = person.Mark{}
	warned := mei.wait(person.Contains("it's still your move"))
	mei.plays("h2e2")
	mei.eventually("the warning says what came of it", func() bool {
		return strings.Contains(mei.Message(warned.ID).Content, "moved in time")
	})
	h.pass(3 * time.Hour) // Mei's flag would have fallen
	tom.plays("h9g7")
	if live := h.match(); live.Status != match.Open || live.Game.Ply() != 2 {
		t.Errorf("%v after %d plies", live.Status, live.Game.Ply())
	}
}

// Days for a move: a warning in time that pings, /games says when, no adjournment,
// and the flag.
func TestDaysForAMove(t *testing.T) {
	const day = 24 * time.Hour
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := clocked(h, "3d")
	card := mei.plays("h2e2")
	if !strings.Contains(card.Content, "time runs out <t:") || strings.Contains(card.Content, "00:00") || !strings.Contains(card.Content, "3 days a move") {
		t.Errorf("the card: %s", card.Content)
	}
	h.sandboxDo(http.MethodDelete, "/sandbox/pings", nil, nil)
	if list := tom.command("games"); !strings.Contains(list.Content, "Your turn") || !strings.Contains(list.Content, "time runs out <t:") {
		t.Errorf("Tom's games: %s", list.Content)
	}
	h.pass(3*day - 2*time.Hour)
	tom.last = person.Mark{}
	warned := tom.wait(person.Contains("it's still your move"))
	h.expectPings(tom.Username + ": …it's still your move")
	tom.plays("h9g7")
	tom.eventually("the warning says what came of it", func() bool {
		return strings.Contains(tom.Message(warned.ID).Content, "moved in time")
	})
	h.pass(3*day + time.Minute)
	mei.last = person.Mark{}
	end := mei.wait(person.Contains("ran out of time"), person.WithPicture())
	if !strings.Contains(end.Content, "<@"+tom.ID+"> wins") {
		t.Errorf("the end: %s", end.Content)
	}
}

// The bot is away in the middle of a game: its absence is charged to nobody, and the card
// says so.
func TestClockStandsStillWhileTheBotIsAway(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := clocked(h, "15+10")
	mei.plays("h2e2")
	card := tom.plays("h9g7")
	h.pass(time.Minute)
	mei.eventually("it is noted that the bot is there", func() bool {
		at, err := store.Fact(context.Background(), h.store.Read(), "alive")
		return err == nil && at > "" && atLeast(at, h.now().Add(-30*time.Second))
	})
	before := h.left(game.Red)
	h.stop()
	h.pass(2 * time.Hour)
	h.startBot() // is ready once clocks run again
	if left := h.left(game.Red); left < 5*time.Minute || left > before+time.Minute {
		t.Errorf("before Mei had %v, now %v", before, left)
	}
	if live := h.match(); live.Status != match.Open {
		t.Fatalf("the flag fell for the time that the bot was away: %+v", live.Outcome)
	}
	mei.eventually("the card shows when the flag falls now", func() bool {
		return flagOn(mei.Message(card.ID)) > flagOn(card)+3600
	})
	// A move typed while it was away is played, and charged up to the beginning of the
	// absence.
	h.stop()
	mei.say("h0g2")
	h.pass(10 * time.Minute)
	h.startBot()
	mei.wait(person.Moved("h0g2"))
	h.seen()
	if left := h.left(game.Red); left < 3*time.Minute {
		t.Errorf("Mei has %v", left)
	}
	// And then time counts again.
	h.pass(15*time.Minute + 3*time.Second)
	tom.last = person.Mark{}
	tom.wait(person.Contains("<@"+tom.ID+"> ran out of time"), person.WithPicture())
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
func (h *env) cutOff(g *user, log *logbook) {
	h.t.Helper()
	for _, on := range []string{"resume", "identify"} {
		h.sandboxDo(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "close", "close_code": 4000, "on": on, "count": -1}, nil)
	}
	h.sandboxDo(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "drop"}, nil)
	g.eventually("the bot sees that it is away", log.has("clocks stopped", 1))
}

// A lost connection is charged to nobody, and while it is lost no flag falls.
func TestLostConnectionIsOnNobodysClock(t *testing.T) {
	log := &logbook{}
	h := openEnv(t, withThinker(&scripted{}), withLog(log))
	mei, tom := clocked(h, "15+10")
	mei.plays("h2e2")
	tom.plays("h9g7")
	h.cutOff(mei, log)
	h.pass(20 * time.Minute)
	h.sandboxDo(http.MethodDelete, "/sandbox/faults", nil, nil)
	mei.eventually("it is back", log.has("excluded an absence from a clock", 1))
	if live := h.match(); live.Status != match.Open || h.left(game.Red) < 5*time.Minute {
		t.Errorf("%v, Mei has %v", live.Status, h.left(game.Red))
	}
	mei.plays("h0g2")
}

// While one of two processes is cut off the other one serves: clocks continue.
func TestLostConnectionBesideAnotherProcess(t *testing.T) {
	log := &logbook{}
	h := openEnv(t, withThinker(&scripted{}), withLog(log))
	mei, tom := clocked(h, "15+10")
	mei.plays("h2e2")
	tom.plays("h9g7")
	before := h.left(game.Red)
	h.cutOff(mei, log)
	h.pass(5 * time.Minute)
	if err := store.SetFact(h.ctx(), h.store.Write(), "alive", strconv.FormatInt(h.now().UnixMilli(), 10)); err != nil { // as another process does
		t.Fatal(err)
	}
	h.sandboxDo(http.MethodDelete, "/sandbox/faults", nil, nil)
	mei.eventually("it is back", log.has("clocks running again", 2)) // the first time at its start
	if left := h.left(game.Red); before-left < 4*time.Minute {
		t.Errorf("Mei had %v, and five minutes later %v", before, left)
	}
	mei.plays("h0g2")
}

// While the channel cannot be read, it might contain a move: no flag falls.
func TestNoFlagUnseen(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := clocked(h, "5+3")
	mei.plays("h2e2")
	tom.plays("h9g7")
	h.sandboxDo(http.MethodPost, "/sandbox/faults", map[string]any{"kind": "status", "method": "GET", "path": "/channels/*/messages*", "status": 503, "count": -1}, nil)
	h.pass(5*time.Minute + 10*time.Second)
	mei.eventually("the bot wants to read the channel", func() bool {
		var faults []struct{ Fired int }
		h.sandboxDo(http.MethodGet, "/sandbox/faults", nil, &faults)
		return len(faults) == 1 && faults[0].Fired >= 3
	})
	if live := h.match(); live.Status != match.Open {
		t.Fatalf("the flag fell unseen: %+v", live.Outcome)
	}
	h.sandboxDo(http.MethodDelete, "/sandbox/faults", nil, nil)
	mei.last = person.Mark{}
	mei.wait(person.Contains("ran out of time"), person.WithPicture())
}

// A flag does not fall in a channel that no longer exists, or out of which the bot was shut: Discord may have reported neither.
func TestNoFlagWhereNobodyCanMove(t *testing.T) {
	for name, code := range map[string]int{"deleted": 10003, "shut out": 50001} {
		t.Run(name, func(t *testing.T) {
			h := openEnv(t, withThinker(&scripted{}))
			mei, tom := clocked(h, "5+3")
			mei.plays("h2e2")
			tom.plays("h9g7")
			h.order(sandbox.Fault{Kind: "status", Path: "/channels/" + h.channel + "/messages*", Code: code, Count: -1})
			h.pass(5*time.Minute + 10*time.Second)
			mei.eventually("the flag is due", func() bool { return h.match().Status != match.Open })
			if live := h.match(); live.Status != match.Adjourned || h.left(game.Red) < 10*time.Second {
				t.Errorf("%v %+v, Mei has %v", live.Status, live.Outcome, h.left(game.Red))
			}
		})
	}
}

// Nobody is warned while the bot is away, since clocks stand still, and the warning follows in time when it is back.
func TestNoWarningWhileAway(t *testing.T) {
	log := &logbook{}
	h := openEnv(t, withThinker(&scripted{}), withLog(log))
	mei, tom := clocked(h, "5+3")
	mei.plays("h2e2")
	tom.plays("h9g7")
	h.sandboxDo(http.MethodDelete, "/sandbox/pings", nil, nil)
	h.cutOff(mei, log)
	h.pass(4*time.Minute + 40*time.Second)
	time.Sleep(2500 * time.Millisecond) // the scheduler looks every second
	h.sandboxDo(http.MethodDelete, "/sandbox/faults", nil, nil)
	mei.eventually("it is back", log.has("excluded an absence from a clock", 1))
	if h.match().Clock.Warned[game.Red] {
		t.Error("the warning is used up")
	}
	h.expectPings()
	h.pass(4*time.Minute + 35*time.Second)
	mei.last = person.Mark{}
	mei.wait(person.Contains("your time runs out <t:"))
	h.expectPings(mei.Username + ": …left: your time runs out")
}

// Against a character only the player has a clock, however slow the character is.
func TestClockAgainstACharacter(t *testing.T) {
	th := &scripted{moves: []string{"h9g7", "i9h9"}, gate: make(chan struct{})}
	h := openEnv(t, withThinker(th))
	mei := h.connect(0)
	mei.command("play", person.Opt("side", "red"), person.Opt("clock", "5+3"))
	mei.say("h2e2")
	thinking := mei.wait(person.Contains("is thinking"), person.WithPicture())
	if strings.Contains(thinking.Content, "Black **") || !strings.Contains(thinking.Content, "Red **05:00**") {
		t.Errorf("the clocks: %s", thinking.Content)
	}
	h.pass(time.Hour)
	th.gate <- struct{}{}
	card := mei.wait(person.Moved("h9g7"))
	if !strings.Contains(card.Content, "Red **05:00** · time runs out") {
		t.Errorf("after an hour's thought: %s", card.Content)
	}
	h.seen()
	h.pass(5*time.Minute + 3*time.Second)
	end := mei.wait(person.Contains("ran out of time"), person.WithPicture())
	if !strings.Contains(end.Content, "Kid wins") {
		t.Errorf("the end: %s", end.Content)
	}
	if live := h.match(); live.Casual != match.Rated {
		t.Errorf("an even game against a character is %v", live.Casual)
	}
	if again := mei.press(mei.Message(end.ID), "Play again"); !strings.Contains(again.Content, "5 minutes + 3 seconds a move") || strings.Contains(again.Content, "rated") {
		t.Errorf("again: %s", again.Content)
	}
}
