package tournament

import (
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
)

// Ten tournaments of eight by days at once in one server, with the same players, go as each would alone; nobody sits twice at a board of one
// tournament.
func TestTenAtOnce(t *testing.T) {
	plan := Plan{System: Swiss, Timing: match.TimeControl{Days: 2}, Rounds: 3}
	alone := newEnv(t)
	alone.create(plan, 8)
	alone.start()
	alone.run(weaker, nil)
	want := alone.told()

	e := newEnv(t)
	var all []id.Match
	for range 10 {
		e.create(plan, 8)
		e.start()
		all = append(all, e.of)
	}
	if n := e.Count(`SELECT COUNT(*) FROM matches WHERE status = 0`); n != 40 {
		t.Errorf("%d boards are open", n)
	}
	for range 200 {
		open := 0
		for _, e.of = range all {
			if now := e.get(); !now.State.Over() {
				open++
				e.seatedOnce(now)
			}
		}
		if open == 0 {
			break
		}
		if !e.due() {
			for _, e.of = range all {
				e.play(weaker)
			}
			e.Pass(10 * time.Minute)
		}
	}
	for _, e.of = range all {
		if got := e.told(); got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	}
}

// seatedOnce requires that nobody has two open boards in a tournament played round by round.
func (e *env) seatedOnce(t *Tournament) {
	e.T.Helper()
	seated := map[int]bool{}
	for _, b := range t.Pairings {
		if !b.Pending() {
			continue
		}
		if seated[b.Red] || seated[b.Black] {
			e.T.Errorf("twice at a board: %d or %d", b.Red, b.Black)
		}
		seated[b.Red], seated[b.Black] = true, true
	}
}

// The games of a tournament count for the limit of the server, and not for that of anybody who starts games.
func TestLimits(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 8)
	e.Matches = match.NewService(e.DB, match.WithLimits(match.Limits{Player: 1, Guild: 3}))
	e.s.matches = e.Matches
	e.Matches.Policy().Declare(acts...)
	if _, err := e.s.Start(t.Context(), e.actor("boss"), e.of); err != nil {
		t.Fatal(err)
	}
	e.OK(e.s.Due(t.Context(), e.of))
	begun := 0
	for n := 1; n <= 4; n++ {
		_, err := e.s.Begin(t.Context(), e.of, 1, n, id.Channel(strings.Repeat("c", n)), true)
		switch {
		case err == nil:
			begun++
		case err != match.ErrGuildFull:
			t.Error(err)
		}
	}
	if begun != 3 {
		t.Errorf("%d boards have begun", begun)
	}
}
