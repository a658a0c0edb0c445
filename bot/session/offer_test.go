package session_test

import (
	"errors"
	"testing"

	"yeye/bot/session"
	"yeye/game"
)

// An answer is to the offer that it was asked for, not to what stands in its place.
func TestAccordIsToOneOffer(t *testing.T) {
	d := newDesk(t)
	se := d.start(t, meiAgainstTom)
	asked := session.Offer{Kind: session.OfferTakeback, By: game.Red, Turn: se.Turn}
	if _, err := d.OfferDraw(t.Context(), d.from("mei", session.ByCommand), room); err != nil {
		t.Fatal(err)
	}
	answer := func(o session.Offer, yes bool) (session.Session, error) {
		return d.Accord(t.Context(), d.from("tom", session.ByControl), se.ID, o, yes)
	}
	for name, o := range map[string]session.Offer{
		"a takeback":            asked,
		"the other's":           {Kind: session.OfferDraw, By: game.Black, Turn: se.Turn},
		"of another turn":       {Kind: session.OfferDraw, By: game.Red, Turn: se.Turn + 1},
		"of an earlier version": {Turn: se.Turn},
		"none":                  {},
	} {
		for _, yes := range []bool{true, false} {
			if now, err := answer(o, yes); !errors.Is(err, session.ErrClosed) || now.Status != session.Open || now.Offer.Kind != session.OfferDraw {
				t.Errorf("%s, %v: %+v, %v", name, yes, now.Offer, err)
			}
		}
	}
	if now, err := answer(session.Offer{Kind: session.OfferDraw, By: game.Red, Turn: se.Turn}, true); err != nil || now.Outcome.Method != game.Agreement {
		t.Errorf("the one that stands: %+v, %v", now.Outcome, err)
	}
}

// Each offer is a ping, so nobody makes the same one twice in a turn, whatever became of the first.
func TestOneOfferOfAKindInATurn(t *testing.T) {
	d := newDesk(t)
	id := d.start(t, meiAgainstTom).ID
	play := func(p session.PlayerID, m string) {
		t.Helper()
		if _, err := d.Move(t.Context(), d.from(p, session.ByText), room, m, 0); err != nil {
			t.Fatal(err)
		}
	}
	draw := func(p session.PlayerID) (session.Session, error) {
		return d.OfferDraw(t.Context(), d.from(p, session.ByCommand), room)
	}
	undo := func(p session.PlayerID) (session.Session, error) {
		return d.Takeback(t.Context(), d.from(p, session.ByCommand), room)
	}
	no := func(p session.PlayerID) {
		t.Helper()
		se, err := d.Get(t.Context(), id)
		if err == nil {
			_, err = d.Accord(t.Context(), d.from(p, session.ByControl), id, se.Offer, false)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	play("mei", "h2e2")
	for _, c := range []struct {
		name string
		do   func(session.PlayerID) (session.Session, error)
		by   session.PlayerID
		no   session.PlayerID // who then declines
		want error
	}{
		{"a draw", draw, "mei", "mei", nil},
		{"again after it was taken back", draw, "mei", "", session.ErrOffered},
		{"a takeback at once", undo, "mei", "tom", nil}, // it is asked for: the opponent has been spoken to
		{"again after it was declined", undo, "mei", "", session.ErrOffered},
		{"a draw once more", draw, "mei", "", session.ErrOffered},
		{"a draw of the other's", draw, "tom", "", nil},
		{"again while it stands", draw, "tom", "mei", session.ErrOffered},
	} {
		se, err := c.do(c.by)
		if !errors.Is(err, c.want) || err == nil && se.Offer.Kind == session.NoOffer {
			t.Fatalf("%s: %+v, %v", c.name, se.Offer, err)
		}
		if c.no != "" {
			no(c.no)
		}
	}
	play("tom", "h9g7")
	for _, do := range []func(session.PlayerID) (session.Session, error){draw, undo} {
		if _, err := do("mei"); err != nil {
			t.Errorf("in the next turn: %v", err)
		}
	}
}
