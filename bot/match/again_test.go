package match_test

import (
	"testing"
	"time"

	"yeye/bot/match"
	"yeye/game"
)

// After a takeback the other side's next turn has its full days, and its warning.
func TestWarnedAfterTakeback(t *testing.T) {
	e := newEnv(t)
	m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Channel: room, Seats: meiAgainstTom, Position: game.Start(), Locale: "en-US",
		TimeControl: match.TimeControl{Days: 1}, Casual: true}))
	if err != nil {
		t.Fatal(err)
	}
	shown := func() match.Match {
		t.Helper()
		c, err := e.Shown(t.Context(), m.ID, m.Turn, e.time())
		if err != nil {
			t.Fatal(err)
		}
		return c.Match
	}
	play := func(text string) {
		t.Helper()
		m = shown()
		if m, err = of(e.Step(t.Context(), e.from(m.Seats[m.ToMove()].Player, match.FromCard), m.ID, m.Turn, move(text))); err != nil {
			t.Fatal(err)
		}
		m = shown()
	}
	play("h2e2")
	e.pass(m.Next.Due.Sub(e.time()) + time.Second)
	if m, err = of(e.Warn(t.Context(), m.ID)); err != nil || !m.Clock.Warned[game.Black] {
		t.Fatalf("warned %v: %v", m.Clock.Warned, err)
	}
	if m, err = of(e.Takeback(t.Context(), e.from("mei", match.FromCommand), room)); err == nil && m.Offer.Kind == match.OfferTakeback {
		m, err = of(e.Accord(t.Context(), e.from("tom", match.FromCommand), m.ID, m.Offer, true))
	}
	if err != nil {
		t.Fatal(err)
	}
	play("b2e2")
	if m.Clock.Warned[game.Black] || m.Next.Kind != match.Warn {
		t.Errorf("warned %v, next %+v", m.Clock.Warned, m.Next)
	}
}

// An offer that an adjournment has dropped can be made again in the same turn.
func TestOfferAfterAdjournment(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstTom)
	offer := func(in match.Match) error {
		_, err := e.OfferDraw(t.Context(), e.from("mei", match.FromCommand), in.Channel)
		return err
	}
	if err := offer(m); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Suspend(t.Context(), m.ID, room); err != nil {
		t.Fatal(err)
	}
	m, err := of(e.Transfer(t.Context(), e.from("mei", match.FromCommand), m.ID, "", "elsewhere"))
	if err != nil || m.Status != match.Open {
		t.Fatal(m.Status, err)
	}
	if err := offer(m); err != nil {
		t.Errorf("offered again: %v", err)
	}
}
