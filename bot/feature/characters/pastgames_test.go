package characters

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/voice"
	"yeye/bot/player"
	"yeye/bot/store"
)

const day = 24 * time.Hour

// firstKind returns the kind of a character's greeting.
func (e *env) firstKind(m match.Match) voice.Kind {
	e.t.Helper()
	all := e.kinds(m)
	if len(all) == 0 {
		e.t.Fatal("no greeting")
	}
	return all[0]
}

func (e *env) resign(m match.Match) match.Match {
	e.t.Helper()
	c, err := e.matches.Resign(e.t.Context(), e.by("mei"), m.ID)
	e.ok(err)
	return c.Match
}

// win has Mei accept Grandpa's resignation, who considers the game lost.
func (e *env) win(m match.Match) match.Match {
	e.t.Helper()
	m = e.play(m, 0, strings.Fields("h2e2 h9g7 h0g2 i9h9 c3c4 c6c5 b0a2 b9a7 g3g4 g6g5 a3a4 a6a5")...)
	m = e.play(m, -2000, strings.Fields("i0i1 a9a8 i1i2 a8a9 a0a1 a9a8 a1b1 a8a9 b1a1 a9a8 d0e1 d9e8")...)
	if m.Offer.Kind != match.OfferResign {
		e.t.Fatalf("%+v", m.Offer)
	}
	c, err := e.matches.Accord(e.t.Context(), e.by("mei"), m.ID, m.Offer, true)
	e.ok(err)
	return c.Match
}

func in(server id.Guild, level character.Level) match.Terms {
	t := versus(level)
	t.Guild = server
	return t
}

func TestGreetingsOfWhoIsKnown(t *testing.T) {
	e := newEnv(t)
	e.resign(e.play(e.start(in("server", 5)), 0, "h2e2", "h9g7"))
	if k := e.firstKind(e.resign(e.start(in("server", 5)))); k != voice.Greeting {
		t.Errorf("the next day: %v", k)
	}
	e.now = e.now.Add(30 * day)
	for _, c := range []struct {
		server id.Guild
		level  character.Level
		want   voice.Kind
	}{
		{"other", 5, voice.Greeting}, // what was played on another server is not known there,
		{"", 5, voice.Greeting},      // nor in a direct conversation,
		{"server", 4, voice.Greeting},
		{"server", 5, voice.Return},
	} {
		if k := e.firstKind(e.resign(e.start(in(c.server, c.level)))); k != c.want {
			t.Errorf("after a month, level %d on %q: %v, want %v", c.level, c.server, k, c.want)
		}
	}
}

// On the day of the first game Grandpa reads out how often moves were taken back, except by newcomers.
func TestAnniversary(t *testing.T) {
	e := newEnv(t)
	m := e.play(e.start(in("server", 5)), 0, "h2e2", "h9g7")
	for range 3 {
		_, err := e.matches.Takeback(t.Context(), e.by("mei"), m.Channel)
		e.ok(err)
		m = e.play(m, 0, "h2e2", "h9g7")
	}
	e.resign(m)
	newcomer := in("server", 5)
	newcomer.Seats[0].Newcomer = true
	m = e.play(e.start(newcomer), 0, strings.Fields("h2e2 h9g7 h0g2 i9h9 c3c4 c6c5")...)
	c, err := e.matches.Takeback(t.Context(), e.by("mei"), m.Channel)
	e.ok(err)
	if n, err := e.ledger.takebacks(t.Context(), "mei", "server"); err != nil || n != 3 {
		t.Errorf("%d takebacks, %v", n, err)
	}
	e.resign(c.Match)

	e.now = time.Date(2027, 11, 20, 9, 0, 0, 0, time.UTC)
	m = e.start(in("server", 5))
	if line := e.heard(m, "en", player.Preferences{}); e.firstKind(m) != voice.Anniversary || !strings.Contains(line, "3") {
		t.Errorf("%q", line)
	}
	e.resign(m)
	if k := e.firstKind(e.resign(e.start(in("", 5)))); k != voice.Greeting {
		t.Errorf("in a direct conversation: %v", k)
	}
	e.now = e.now.Add(day)
	if k := e.firstKind(e.start(in("server", 5))); k != voice.Streak {
		t.Errorf("the day after: %v", k)
	}
}

func TestWins(t *testing.T) {
	e := newEnv(t)
	m := e.win(e.start(in("server", 5)))
	if last(e.kinds(m)) != voice.FirstWin || e.heard(m, "zh-TW", player.Preferences{}) == "" {
		t.Errorf("%v", e.kinds(m))
	}
	beaten := 0
	for range 6 {
		m = e.start(in("server", 5))
		if e.firstKind(m) == voice.Beaten {
			beaten++
		}
		if k := last(e.kinds(e.win(m))); k != voice.Lost {
			t.Errorf("the next win: %v", k)
		}
	}
	if beaten == 0 {
		t.Error("nobody remembers who won last time")
	}
}

func TestFamiliar(t *testing.T) {
	e := newEnv(t)
	begins := strings.Fields("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5")
	for n := range 5 {
		m := e.play(e.start(in("server", 5)), 0, begins...)
		if got := slices.Contains(e.kinds(m), voice.Familiar); got != (n >= habitGames) {
			t.Errorf("game %d: %v", n+1, e.kinds(m))
		}
		e.resign(m)
	}
	if m := e.play(e.start(in("other", 5)), 0, begins...); slices.Contains(e.kinds(m), voice.Familiar) {
		t.Error("known on another server")
	}
	if m := e.play(e.start(in("server", 4)), 0, begins...); slices.Contains(e.kinds(m), voice.Familiar) {
		t.Error("the Park Master knows it")
	}
	if m := e.play(e.start(in("server", 5)), 0, strings.Fields("c3c4 c6c5 b0c2 b9c7 g0e2 g9e7 a0a1 a9a8")...); slices.Contains(e.kinds(m), voice.Familiar) {
		t.Error("another opening")
	}
}

func TestLedgerIsThePlayers(t *testing.T) {
	e := newEnv(t)
	m := e.play(e.start(in("", 5)), 0, "h2e2", "h9g7")
	_, err := e.matches.Takeback(t.Context(), e.by("mei"), m.Channel)
	e.ok(err)
	shown := func() string {
		sections, err := e.ledger.owner().Export(t.Context(), e.ledger.db.Read(), "mei")
		e.ok(err)
		text, err := json.Marshal(sections[0].Value)
		e.ok(err)
		return string(text)
	}
	if got := shown(); got != `[{"server":"","takebacks":1}]` {
		t.Errorf("exported %s", got)
	}
	e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error { return e.ledger.owner().Erase(t.Context(), tx, "mei") }))
	if got := shown(); got != `[]` {
		t.Errorf("after erasing: %s", got)
	}
}
