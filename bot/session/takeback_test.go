package session_test

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/session"
	"yeye/game"
)

// Only who has made a move has one to take back.
func TestMayTakeBack(t *testing.T) {
	kid, mei, tom := session.Seat{Level: 1}, session.Seat{Player: "mei"}, session.Seat{Player: "tom"}
	for _, c := range []struct {
		name  string
		seats [2]session.Seat
		want  [3]bool // after 0, 1 and 2 plies
	}{
		{"Red against a character", [2]session.Seat{game.Red: mei, game.Black: kid}, [3]bool{false, true, true}},
		{"Black against a character", [2]session.Seat{game.Red: kid, game.Black: mei}, [3]bool{false, false, true}},
		{"two people", [2]session.Seat{game.Red: mei, game.Black: tom}, [3]bool{false, true, true}},
	} {
		se := session.Session{Seats: c.seats, Status: session.Open, Game: game.NewGame(game.Start(), game.Asian)}
		for ply, want := range c.want {
			if got := se.MayTakeBack(); got != want {
				t.Errorf("%s after %d plies: %v", c.name, ply, got)
			}
			m, err := game.ParseMove([]string{"h2e2", "h9g7", "h0g2"}[ply])
			if err != nil {
				t.Fatal(err)
			}
			if err := se.Game.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What is free for half a minute after a move is not free after anything else: asking for it, offering a draw or letting the
// opponent take a move back does not make the move a fresh one.
func TestOnlyAFreshMoveIsTakenBackAlone(t *testing.T) {
	undo := func(d *desk, p session.PlayerID) error {
		_, err := d.Takeback(t.Context(), d.from(p, session.ByCommand), room)
		return err
	}
	draw := func(d *desk, p session.PlayerID) error {
		_, err := d.OfferDraw(t.Context(), d.from(p, session.ByCommand), room)
		return err
	}
	for name, c := range map[string]struct {
		before func(*desk, session.ID) error
		alone  bool
		err    error
	}{
		"at once":          {func(d *desk, _ session.ID) error { return nil }, true, nil},
		"after 30 seconds": {func(d *desk, _ session.ID) error { d.pass(30 * time.Second); return nil }, true, nil},
		"after 10 minutes": {func(d *desk, _ session.ID) error { d.pass(10 * time.Minute); return nil }, false, nil},
		"asked for already": {func(d *desk, _ session.ID) error {
			d.pass(10 * time.Minute)
			return undo(d, "mei")
		}, false, session.ErrOffered},
		"after the offer of a draw": {func(d *desk, _ session.ID) error {
			d.pass(10 * time.Minute)
			return draw(d, "mei")
		}, false, nil},
		"after the offer of a draw at once": {func(d *desk, _ session.ID) error { return draw(d, "mei") }, false, nil},
		"after the opponent offered a draw": {func(d *desk, _ session.ID) error {
			d.pass(time.Second)
			return draw(d, "tom")
		}, false, nil},
		"after the opponent's own move went back": {func(d *desk, id session.ID) error {
			d.pass(10 * time.Minute)
			if _, err := d.Move(t.Context(), d.from("tom", session.ByText), room, "h9g7", 0); err != nil {
				return err
			}
			d.pass(time.Minute)
			if err := undo(d, "tom"); err != nil {
				return err
			}
			se, err := d.Get(t.Context(), id)
			if err == nil {
				_, err = d.Accord(t.Context(), d.from("mei", session.ByControl), id, se.Offer, true)
			}
			return err
		}, false, nil},
	} {
		d := newDesk(t)
		se := d.start(t, meiAgainstTom)
		if _, err := d.Move(t.Context(), d.from("mei", session.ByText), room, "h2e2", 0); err != nil {
			t.Fatal(err)
		}
		if err := c.before(d, se.ID); err != nil {
			t.Fatal(name, err)
		}
		err := undo(d, "mei")
		now, _ := d.Get(t.Context(), se.ID)
		if !errors.Is(err, c.err) || now.Game.Ply() != map[bool]int{true: 0, false: 1}[c.alone] {
			t.Errorf("%s: %d moves stand, %v", name, now.Game.Ply(), err)
		}
		if !c.alone && now.Offer.Kind != session.OfferTakeback {
			t.Errorf("%s: nobody is asked", name)
		}
	}
}
