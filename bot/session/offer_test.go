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
