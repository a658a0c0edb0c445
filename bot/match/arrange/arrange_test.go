package arrange

import (
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
)

var live = match.TimeControl{Base: 5 * time.Minute, Added: 3 * time.Second}

// A first move is awaited, then its player is reminded, then has not come; who could not come in time has another chance, and nobody is
// awaited once both have moved, or where the match stands still.
func TestFirstMove(t *testing.T) {
	begun := time.Unix(1000, 0)
	at := func(d time.Duration) time.Time { return begun.Add(d) }
	started := match.Match{Mode: match.Paired, Game: game.NewGame(game.Start(), game.Asian), Clock: match.Clock{TimeControl: live},
		Seats: [2]match.Seat{{Player: "red"}, {Player: "black"}}}
	paused, kept := started, started
	paused.Status, kept.Seats[game.Red] = match.Adjourned, match.Seat{}
	for name, c := range map[string]struct {
		m             match.Match
		after         time.Duration
		late, reminds bool
		want          FirstMoveCheck
	}{
		"soon":                  {started, time.Second, false, true, FirstMoveCheck{Since: begun, CheckAt: at(RemindAfter)}},
		"soon, none reminded":   {started, time.Second, false, false, FirstMoveCheck{Since: begun, CheckAt: at(AbsentAfter)}},
		"to be reminded":        {started, RemindAfter, false, true, FirstMoveCheck{Since: begun, CheckAt: at(AbsentAfter), Remind: true}},
		"not there":             {started, AbsentAfter, false, true, FirstMoveCheck{Since: begun, Absent: true}},
		"nobody could be there": {started, time.Hour, true, true, FirstMoveCheck{Since: begun, CheckAt: at(time.Hour + AnotherChance)}},
		"a character thinks":    {kept, AbsentAfter, false, true, FirstMoveCheck{Since: begun, CheckAt: at(2 * AbsentAfter)}},
		"paused":                {paused, time.Hour, false, true, FirstMoveCheck{}},
	} {
		if got := FirstMove(&c.m, begun, at(c.after), c.late, c.reminds); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// A change means something only to who has arranged the match, or may have, and for each of its parts.
func TestFacts(t *testing.T) {
	change := func(was, now match.Status, arranger id.Kind) *match.Change {
		m := match.Match{ID: "m", Mode: match.Paired, Status: now, Channel: "here", Game: game.NewGame(game.Start(), game.Asian),
			Clock: match.Clock{TimeControl: live}}
		if arranger != "" {
			m.Arranger = id.Subject{Kind: arranger, ID: "r"}
		}
		c := &match.Change{Match: m, Verb: match.Moved}
		c.Before.Status, c.Before.Channel = was, "here"
		return c
	}
	for _, c := range []struct {
		was, now match.Status
		arranger id.Kind
		want     Event
	}{
		{match.Open, match.Open, "ring", 0},
		{match.Open, match.Ended, "ring", Ended},
		{match.Open, match.Ended, "", Ended},
		{match.Open, match.Ended, "tournament", 0},
		{match.Adjourned, match.Ended, "ring", Ended},
		{match.Open, match.Adjourned, "ring", Stopped},
		{match.Adjourned, match.Open, "ring", Resumed},
		{match.Ended, match.Ended, "ring", 0},
	} {
		if got := EventsOf(change(c.was, c.now, c.arranger), "ring"); got != c.want {
			t.Errorf("%v: %d", c, got)
		}
	}
	lifted := change(match.Adjourned, match.Adjourned, "ring")
	if lifted.Before.Paused = true; EventsOf(lifted, "ring") != Stopped {
		t.Error("a pause is lifted, and the match still adjourned")
	}
	if lifted.Match.Ruling = match.PausedByModerator; EventsOf(lifted, "ring") != 0 {
		t.Error("it is paused on")
	}
	moved := change(match.Adjourned, match.Open, "ring")
	if moved.Match.Channel = "there"; EventsOf(moved, "ring") != Resumed|MovedAway {
		t.Error(EventsOf(moved, "ring"))
	}
	if moved.Match.Mode = match.Duel; EventsOf(moved, "ring") != 0 {
		t.Error("a duel is arranged")
	}
}
