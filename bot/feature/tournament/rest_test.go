package tournament

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/place"
	"yeye/game"
)

const day = 24 * time.Hour

var byDays = match.TimeControl{Days: 2}

// away sends a player on vacation, as the command and its job do.
func (e *env) away(p id.Player, days int) {
	e.T.Helper()
	_, _, err := e.Matches.TakeVacation(e.T.Context(), e.By(p), days)
	e.OK(err)
	e.OK(e.Matches.ApplyVacation(e.T.Context(), p))
}

// begun creates a tournament, starts it, and has its boards seen.
func (e *env) begun(p Plan, players int) {
	e.T.Helper()
	e.create(p, players)
	e.start()
	e.shown()
}

// shown does what is due, and has the boards seen, so that their clocks run.
func (e *env) shown() {
	e.T.Helper()
	for e.due() {
	}
	for _, b := range e.get().Pairings {
		if b.Pending() && b.Match != "" {
			m := e.Get(b.Match)
			if _, err := e.Matches.Shown(e.T.Context(), m.ID, m.Turn, e.DB.Now()); !errors.Is(err, match.ErrStale) {
				e.OK(err)
			}
		}
	}
}

// falls lets time pass, with what is due of the games meanwhile.
func (e *env) falls(d time.Duration) {
	e.T.Helper()
	for end := e.DB.Now().Add(d); e.DB.Now().Before(end); {
		e.Pass(time.Hour)
		for _, b := range e.get().Pairings {
			if !b.Pending() || b.Match == "" {
				continue
			}
			m := e.Get(b.Match)
			if m.Next.Due.After(e.DB.Now()) {
				continue
			}
			var err error
			switch m.Next.Kind {
			case match.Warn:
				_, err = e.Matches.Warn(e.T.Context(), m.ID)
			case match.Flag:
				_, err = e.Matches.Flag(e.T.Context(), &m)
			case match.EndRest:
				_, err = e.Matches.EndRest(e.T.Context(), &m)
			}
			e.OK(err)
		}
		e.shown()
	}
}

// Whoever is on vacation is no no-show while their clock stands: in a Swiss two weeks of each round at most, so that nobody waits
// longer for the next, and without a limit where no round waits. Where the director has not let players rest, clocks run.
func TestRests(t *testing.T) {
	for _, c := range []struct {
		name     string
		plan     Plan
		clockRun time.Duration // how long after the start the clock of who is away runs out
	}{
		{"not allowed", Plan{System: Swiss, Timing: byDays, Rounds: 3}, 2 * day},
		{"Swiss", Plan{System: Swiss, Timing: byDays, Rounds: 3, Rests: true}, (RestDays + 2) * day},
		{"round robin", Plan{System: Robin, Timing: byDays, Rests: true}, (20 + 2) * day},
		{"simul", Plan{System: Simul, Timing: byDays, Rests: true}, (20 + 2) * day},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEnv(t)
			e.begun(c.plan, 2)
			red := id.Player("p1")
			if c.plan.System == Simul {
				red = "boss"
			}
			var m match.Match
			for _, b := range e.get().Pairings {
				if got := e.Get(b.Match); got.Seats[game.Red].Player == red || c.plan.System != Simul {
					m = got
				}
			}
			e.away(m.Seats[game.Red].Player, 20)
			e.falls(c.clockRun - time.Hour)
			if got := e.Get(m.ID); got.Status != match.Open {
				t.Fatalf("it ended early: %v", got.Outcome)
			}
			e.falls(2 * time.Hour)
			if got := e.Get(m.ID); got.Status != match.Ended || got.Outcome.Method != game.Timeout {
				t.Fatalf("%v %v, next %v", got.Status, got.Outcome, got.Next)
			}
			_, round, number, _, err := findBoard(t.Context(), e.DB.Read(), m.ID)
			e.OK(err)
			if b := e.get().Board(round, number); b.How != NoShow || b.Result != pairing.RedForfeits {
				t.Errorf("%s %s", b.How, b.Result)
			}
		})
	}
}

// The next round has days of its own. Who is still on vacation then is paired like all, gets the bye in turn, and their clock stands
// from the first.
func TestRestsRoundByRound(t *testing.T) {
	e := newEnv(t)
	e.begun(Plan{System: Swiss, Timing: match.TimeControl{Days: 5}, Rounds: 3, Rests: true}, 4)
	first := e.get().LastRest
	if !first.Equal(e.DB.Now().Add(RestDays * day)) {
		t.Errorf("in the first round until %v", first)
	}
	e.Pass(3 * day)
	e.away("p4", 20)
	e.play(weaker, e.number("p4"))
	e.shown()
	for _, b := range e.get().Pairings { // the opponent of who is away has to wait, and nobody else
		if b.Pending() != b.has(e.number("p4")) {
			t.Errorf("%+v", b)
		}
	}
	lasting := e.Get(e.get().Current(e.number("p4")).Match)
	side, _ := lasting.SeatOf("p4")
	if until, rests := lasting.OnVacation(side, e.DB.Now()); !rests || !until.Equal(first) {
		t.Errorf("on vacation until %v (%v), the round lets them until %v", until, rests, first)
	}
	_, err := e.Matches.Resign(t.Context(), e.By("p4"), lasting.ID)
	e.OK(err)
	e.Pass(pauseFor(e.get()))
	e.shown()
	now := e.get()
	if now.Round != 2 || !now.LastRest.Equal(e.DB.Now().Add(RestDays*day)) {
		t.Fatalf("round %d, until %v", now.Round, now.LastRest)
	}
	next := e.Get(now.Current(e.number("p4")).Match)
	side, _ = next.SeatOf("p4")
	if until, rests := next.OnVacation(side, e.DB.Now()); !rests || until.After(now.LastRest) || !until.After(first) {
		t.Errorf("in the second round on vacation until %v (%v)", until, rests)
	}
	if p4 := now.Of("p4"); p4.NoShows != 0 || p4.Status != In {
		t.Errorf("%+v", p4)
	}
	// Whoever withdraws during a vacation leaves the tournament, and their game goes on.
	_, err = e.s.Leave(t.Context(), e.actor("p4"), e.of)
	e.OK(err)
	if got := e.Get(next.ID); got.Status != match.Open || e.get().Of("p4").Status != Out {
		t.Errorf("after a withdrawal: %v", got.Status)
	}
}

// A director lets players rest, or does so no longer, until the start; on a live clock never.
func TestLetRest(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: byDays, Rounds: 3}, 2)
	let := func(by id.Player, rests bool) error {
		_, err := e.s.LetRest(t.Context(), e.actor(by), e.of, rests)
		return err
	}
	if err := let("p1", true); !errors.Is(err, ErrNotDirector) {
		t.Error("a player:", err)
	}
	for range 2 { // again changes nothing
		e.OK(let("boss", true))
	}
	if t1 := e.get(); !t1.Rests {
		t.Error("it was not changed")
	}
	e.OK(let("boss", false))
	e.OK(let("boss", true))
	e.start()
	if err := let("boss", false); !errors.Is(err, ErrStarted) {
		t.Error("after the start:", err)
	}
	for _, system := range []System{Swiss, Robin, Arranged, Arena} {
		c := newEnv(t)
		c.create(Plan{System: system, Timing: live, Length: day, Rounds: 3, Rests: true}, 2)
		if now := c.get(); now.Rests {
			t.Errorf("%s on a live clock lets players rest", system)
		}
		if _, err := c.s.LetRest(t.Context(), c.actor("boss"), c.of, true); !errors.Is(err, ErrUnfit) {
			t.Errorf("%s: %v", system, err)
		}
	}
}

// A board whose thread is gone is not called off while one of its players is on vacation: the time to resume it begins after that, but
// where rounds wait for each other after the last day of the round's.
func TestRestsAdjourned(t *testing.T) {
	for name, c := range map[string]struct {
		system System
		until  time.Duration
	}{"Swiss": {Swiss, RestDays*day + 2*day}, "round robin": {Robin, 20*day + 2*day}} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.begun(Plan{System: c.system, Timing: byDays, Rounds: 3, Rests: true}, 2)
			b := e.get().Pairings[0]
			e.away("p2", 20)
			begun := e.DB.Now()
			_, err := e.Matches.Displace(t.Context(), b.Match, place.Fact{Status: place.Deleted, Guild: "server", Channel: e.Get(b.Match).Channel})
			e.OK(err)
			ended := time.Duration(0)
			for ; ended == 0 && e.DB.Now().Sub(begun) < 40*day; e.Pass(6 * time.Hour) {
				for e.due() {
				}
				if got := e.get().Pairings[0]; !got.Pending() {
					ended = e.DB.Now().Sub(begun)
				}
			}
			if got := e.get().Pairings[0]; got.How != Voided || ended < c.until || ended > c.until+day {
				t.Errorf("%s after %v, want about %v", got.How, ended, c.until)
			}
		})
	}
}
