package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/agenda"
	"yeye/bot/board"
	"yeye/bot/session"
	"yeye/game"
)

// A session comes back with its clocks and its standing as it was stored.
func TestClocksAreKept(t *testing.T) {
	s, c := open(t)
	ctx := t.Context()
	se := table(c, "aaaaaaaaaa", "room")
	timing, _ := session.ParseTiming("10+5")
	se.Clock = session.Clock{Timing: timing, Left: [2]time.Duration{90*time.Second + time.Millisecond, 10 * time.Minute},
		Since: c.now().Truncate(time.Millisecond), Warned: [2]bool{false, true}}
	se.Casual, se.CasualTurn, se.Unseen = session.AfterHint, 7, 3
	if err := s.Insert(ctx, "", se); err != nil {
		t.Fatal(err)
	}
	got, err := s.ByID(ctx, se.ID)
	if err != nil || !got.Clock.Since.Equal(se.Clock.Since) || got.Casual != se.Casual || got.CasualTurn != 7 || got.Unseen != 3 {
		t.Errorf("%+v %v %d %d, %v", got.Clock, got.Casual, got.CasualTurn, got.Unseen, err)
	}
	got.Clock.Since = se.Clock.Since
	if got.Clock != se.Clock {
		t.Errorf("the clock came back as %+v", got.Clock)
	}
}

func TestRunning(t *testing.T) {
	s, c := open(t)
	ctx := t.Context()
	for _, id := range []session.ID{"aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"} {
		se := table(c, id, session.Place(id))
		if id != "bbbbbbbbbb" { // whose clock stands still
			se.Clock.Since = c.now()
		}
		if err := s.Insert(ctx, "", se); err != nil {
			t.Fatal(err)
		}
	}
	if ids, err := s.Running(ctx, "", 1); err != nil || !slices.Equal(ids, []session.ID{"aaaaaaaaaa"}) {
		t.Errorf("%v %v", ids, err)
	}
	if ids, err := s.Running(ctx, "aaaaaaaaaa", 10); err != nil || !slices.Equal(ids, []session.ID{"cccccccccc"}) {
		t.Errorf("%v %v", ids, err)
	}
}

// What changed nothing on the card owes none; a warning that is over is owed until
// it says so.
func TestClocksOwe(t *testing.T) {
	s, c := open(t)
	ctx := t.Context()
	se := table(c, "aaaaaaaaaa", "room")
	if err := s.Insert(ctx, "", se); err != nil {
		t.Fatal(err)
	}
	if err := s.SetBoard(ctx, &board.Board{Session: se.ID, Channel: "1", Message: "10", ShownRev: 1}); err != nil {
		t.Fatal(err)
	}
	owed := func(want bool) {
		t.Helper()
		ids, err := s.Owed(ctx, 10)
		if err != nil || (len(ids) == 1) != want {
			t.Errorf("owed: %v %v", ids, err)
		}
	}
	change := func(unseen int64, turn int64) {
		t.Helper()
		from := se.Rev
		se.Rev, se.Unseen, se.Turn = from+1, unseen, turn
		if err := s.Update(ctx, "", se, from); err != nil {
			t.Fatal(err)
		}
	}
	change(1, 1)
	owed(false)
	change(0, 1)
	owed(true)
	if err := s.SetBoard(ctx, &board.Board{Session: se.ID, Channel: "1", Message: "10", ShownRev: 3, Version: 1}); err != nil {
		t.Fatal(err)
	}
	warning := board.Notice{Channel: "1", Message: "11", Turn: 1, Player: "mei"}
	for range 2 { // the second is the same message
		if err := s.AddNotice(ctx, se.ID, warning); err != nil {
			t.Fatal(err)
		}
	}
	owed(false)
	change(1, 2)
	owed(true)
	if list, err := s.Notices(ctx, se.ID); err != nil || cmp.Diff([]board.Notice{warning}, list) != "" {
		t.Errorf("%v %v", list, err)
	}
	if err := s.DropNotice(ctx, "11"); err != nil {
		t.Fatal(err)
	}
	owed(false)
}

// The message of an offer is owed an edit when another offer has taken its place in the same turn.
func TestReplacedOffersOwe(t *testing.T) {
	s, c := open(t)
	ctx := t.Context()
	se := table(c, "aaaaaaaaaa", "room")
	se.Seats[1] = session.Seat{Player: "tom"}
	if err := s.Insert(ctx, "", se); err != nil {
		t.Fatal(err)
	}
	for n, notice := range []board.Notice{{Kind: board.Warning, Player: "mei"}, {Kind: board.Takeback, Player: "mei"}} {
		notice.Channel, notice.Message, notice.Turn = "1", fmt.Sprint(n), se.Turn
		if err := s.AddNotice(ctx, se.ID, notice); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range []struct {
		kind session.OfferKind
		by   game.Color
		owed bool
	}{
		{session.NoOffer, game.Red, false}, // answered: its own buttons edit it
		{session.OfferTakeback, game.Red, false},
		{session.OfferDraw, game.Red, true},
		{session.OfferTakeback, game.Black, true},
	} {
		from := se.Rev
		se.Rev, se.Offer = from+1, session.Offer{Kind: o.kind, By: o.by, Turn: se.Turn}
		if err := s.Update(ctx, "", se, from); err != nil {
			t.Fatal(err)
		}
		if err := s.SetBoard(ctx, &board.Board{Session: se.ID, Channel: "1", Message: "10", ShownRev: se.Rev, Version: from - 1}); err != nil {
			t.Fatal(err)
		}
		if ids, err := s.Owed(ctx, 10); err != nil || (len(ids) == 1) != o.owed {
			t.Errorf("%+v: owed %v, %v", o, ids, err)
		}
	}
}

// Flags and their warnings do not wait for the many games that rest after a long
// absence.
func TestClocksComeFirst(t *testing.T) {
	s, c := open(t)
	ctx := t.Context()
	for id, act := range map[session.ID]session.Act{
		"aaaaaaaaaa": {Kind: session.Rest, Due: c.now().Add(-3 * time.Hour)},
		"bbbbbbbbbb": {Kind: session.Flag, Due: c.now().Add(-time.Hour)},
		"cccccccccc": {Kind: session.Expire, Due: c.now().Add(-2 * time.Hour)},
		"dddddddddd": {Kind: session.Warn, Due: c.now().Add(-time.Minute)},
		"eeeeeeeeee": {Kind: session.Think, Due: c.now().Add(-4 * time.Hour)},
		"ffffffffff": {Kind: session.Think, Due: c.now().Add(-5 * time.Hour)},
	} {
		se := table(c, id, session.Place(id))
		se.Next = act
		if err := s.Insert(ctx, "", se); err != nil {
			t.Fatal(err)
		}
	}
	for _, claim := range []struct {
		free agenda.Hands
		want string
	}{{agenda.Hands{Timed: 2}, "bd"}, {agenda.Hands{Thinking: 1, Timed: 1}, "af"}, {agenda.Hands{Thinking: 5, Timed: 5}, "ce"}} {
		jobs, err := s.Claim(ctx, "one", time.Minute, claim.free)
		var ids []string
		for _, j := range jobs {
			if ids = append(ids, string(j.Session[:1])); j.Thinks != (ids[len(ids)-1] >= "e") {
				t.Errorf("%s thinks: %v", j.Session, j.Thinks)
			}
		}
		slices.Sort(ids)
		if got := strings.Join(ids, ""); err != nil || got != claim.want {
			t.Errorf("%+v: claimed %s, want %s; %v", claim.free, got, claim.want, err)
		}
	}
}
