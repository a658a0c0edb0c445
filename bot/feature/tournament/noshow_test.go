package tournament

import (
	"testing"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/match"
	"yeye/bot/match/arrange"
	"yeye/bot/place"
	"yeye/bot/store/scheduler"
	"yeye/game"
	"yeye/game/notation"
)

// Both who do not come lose the board; with one who says that they are there only the other does.
func TestNoShow(t *testing.T) {
	for name, c := range map[string]struct {
		ready bool
		want  pairing.Result
	}{"both": {false, pairing.BothForfeit}, "one": {true, pairing.RedForfeits}} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 2)
			e.start()
			now := e.get()
			if c.ready {
				_, err := e.s.Ready(t.Context(), e.actor(now.Entrant(now.Pairings[0].Black).Player), e.of, 1, 1)
				e.OK(err)
			}
			for range 20 {
				e.Pass(10 * time.Second)
				e.due()
			}
			if b := e.get().Pairings[0]; b.Result != c.want || b.How != NoShow {
				t.Errorf("%s %s", b.Result, b.How)
			}
		})
	}
}

// Who does not make their first move in their days has not come, like somebody who does not on a live clock: twice, and they are out.
func TestNoShowByDays(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: match.TimeControl{Days: 2}, Rounds: 3}, 4)
	e.start()
	days := func() { // pass, until the flags of all who are absent have fallen
		for e.due() {
		}
		e.play(weaker, e.number("p4"))
		for _, b := range e.get().Pairings {
			if b.Pending() && b.Match != "" {
				m := e.Get(b.Match)
				_, err := e.Matches.Shown(t.Context(), m.ID, m.Turn, e.DB.Now())
				e.OK(err)
				e.Pass(49 * time.Hour)
				warned, err := e.Matches.Warn(t.Context(), m.ID)
				e.OK(err)
				_, err = e.Matches.Flag(t.Context(), &warned.Match)
				e.OK(err)
			}
		}
		for e.due() {
		}
	}
	days()
	e.Pass(pauseFor(e.get()))
	days()
	now := e.get()
	missed := 0
	for _, b := range now.Pairings {
		if b.How == NoShow && (b.Result == pairing.RedForfeits || b.Result == pairing.BlackForfeit) {
			missed++
		}
	}
	if p4 := now.Of("p4"); missed != 2 || p4.Status != Out || p4.NoShows != 2 {
		t.Errorf("%d forfeits\n%s", missed, e.told())
	}
}

// A game that stays adjourned after a moderator's pause is awaited like one that lost its place: who does not resume it has no board, and
// the tournament ends.
func TestAdjournedAfterPause(t *testing.T) {
	for name, lift := range map[string]func(e *env, m *match.Match) error{
		"its thread is deleted": func(e *env, m *match.Match) error {
			return e.Matches.OnPlaceFact(e.T.Context(), place.Fact{Status: place.Deleted, Guild: "server", Channel: m.Channel})
		},
		"a player sits elsewhere": func(e *env, m *match.Match) error {
			e.elsewhere(m.Seats[0].Player, "stranger")
			_, err := e.Matches.Rule(e.T.Context(), e.By("moderator"), m.ID, match.NoRuling)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 2)
			e.start()
			m := e.Get(e.get().Pairings[0].Match)
			for i, text := range []string{"h2e2", "h9g7"} {
				_, err := e.Matches.Move(t.Context(), e.By(m.Seats[i].Player), m.Channel, notation.Parse(text), notation.Auto)
				e.OK(err)
			}
			wait := func(d time.Duration) {
				for ; d > 0; d -= time.Minute {
					e.Pass(time.Minute)
					for e.due() {
					}
				}
			}
			_, err := e.Matches.Rule(t.Context(), e.By("moderator"), m.ID, match.PausedByModerator)
			e.OK(err)
			wait(10 * time.Minute)
			e.OK(lift(e, &m))
			if now := e.Get(m.ID); now.Status != match.Adjourned || now.Paused() {
				t.Fatalf("%v, ruling %v", now.Status, now.Ruling)
			}
			wait(e.get().resumeWithin() - time.Minute)
			if b := e.get().Pairings[0]; !b.Pending() {
				t.Errorf("%s before its time", b.How)
			}
			wait(3 * time.Minute)
			if b := e.get().Pairings[0]; b.How != Voided {
				t.Errorf("nobody has come: %s %s", b.Result, e.told())
			}
		})
	}
}

// A game that was paused before both had moved goes on from its first moves: they are reminded, and lose the board, as late after the
// pause as after the beginning.
func TestNoShowAfterPause(t *testing.T) {
	for name, c := range map[string]struct {
		moves int
		here  bool // Black said so before the pause
		want  pairing.Result
	}{
		"before the first move": {0, false, pairing.BothForfeit},
		"where one was there":   {0, true, pairing.BothForfeit},
		"after it":              {1, false, pairing.BlackForfeit},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 2)
			e.start()
			of := e.get().Pairings[0].Match
			wait := func(d time.Duration) {
				for ; d > 0; d -= 10 * time.Second {
					e.Pass(10 * time.Second)
					e.due()
				}
			}
			rule := func(r match.Ruling) {
				_, err := e.Matches.Rule(t.Context(), e.By("moderator"), of, r)
				e.OK(err)
			}
			if c.moves > 0 {
				m := e.Get(of)
				_, err := e.Matches.Move(t.Context(), e.By(m.Seats[game.Red].Player), m.Channel, notation.Parse("h2e2"), notation.Auto)
				e.OK(err)
			}
			if b := e.get().Pairings[0]; c.here {
				_, err := e.s.Ready(t.Context(), e.actor(e.Get(of).Seats[game.Black].Player), e.of, b.Round, b.Number)
				e.OK(err)
			}
			rule(match.PausedByModerator)
			wait(10 * time.Minute)
			rule(match.NoRuling)
			wait(arrange.RemindAfter - 10*time.Second)
			e.Pass(10 * time.Second)
			now := e.get()
			missing, err := e.s.CheckNoShow(t.Context(), scheduler.Job{Subject: now.BoardSubject(&now.Pairings[0]), Due: e.DB.Now()})
			if e.OK(err); missing == nil || missing.Side != game.Color(c.moves) || missing.Channel != e.Get(of).Channel {
				t.Fatalf("reminded: %+v", missing)
			}
			wait(arrange.AbsentAfter - arrange.RemindAfter - 10*time.Second)
			if b := e.get().Pairings[0]; !b.Pending() {
				t.Errorf("%s before three minutes have passed", b.Result)
			}
			wait(20 * time.Second)
			if b := e.get().Pairings[0]; b.Result != c.want || b.How != NoShow {
				t.Errorf("%s %s", b.Result, b.How)
			}
		})
	}
}

// A board whose game a moderator ends before both have moved is played again, once; after that it counts for nobody.
func TestReopened(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 2)
	e.start()
	end := func() *Board {
		_, err := e.Matches.Rule(t.Context(), e.By("moderator"), e.get().Pairings[0].Match, match.EndedByModerator)
		e.OK(err)
		return &e.get().Pairings[0]
	}
	first := e.get().Pairings[0].Match
	if b := end(); !b.Pending() || b.Match != "" || b.How != Reopened {
		t.Errorf("%+v", b)
	}
	for e.due() {
	}
	if b := e.get().Pairings[0]; !b.Pending() || b.Match == "" || b.Match == first {
		t.Errorf("%+v", b)
	}
	if b := end(); b.Result != pairing.BothForfeit || b.How != Voided {
		t.Errorf("%+v", b)
	}
}

// Where somebody has left meanwhile it is not played again: they lose the board.
func TestReopenedForNobody(t *testing.T) {
	for name, c := range map[string]struct {
		left int // Red, or both
		want pairing.Result
	}{"one": {1, pairing.RedForfeits}, "both": {2, pairing.BothForfeit}} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 2)
			e.start()
			now := e.get()
			b := now.Pairings[0]
			for _, number := range []int{b.Red, b.Black}[:c.left] {
				_, err := e.s.Remove(t.Context(), e.actor("boss"), e.of, now.Entrant(number).Player)
				e.OK(err)
			}
			_, err := e.Matches.Rule(t.Context(), e.By("moderator"), b.Match, match.EndedByModerator)
			e.OK(err)
			if b := e.get().Pairings[0]; b.Result != c.want || b.How != Withdrawn {
				t.Errorf("%+v", b)
			}
			if now := e.get(); now.State == Playing {
				t.Error(e.told())
			}
		})
	}
}
