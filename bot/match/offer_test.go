package match_test

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/notation"
)

// An answer applies to the offer that was shown, not to one that has replaced it.
func TestAccordNeedsTheSameOffer(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstTom)
	asked := match.Offer{Kind: match.OfferTakeback, By: game.Red, Turn: m.Turn}
	if _, err := e.Accord(t.Context(), e.from("tom", match.FromCard), m.ID, match.Offer{}, true); !errors.Is(err, match.ErrClosed) {
		t.Errorf("where nothing is offered: %v", err)
	}
	if _, err := e.OfferDraw(t.Context(), e.from("mei", match.FromCommand), room); err != nil {
		t.Fatal(err)
	}
	answer := func(o match.Offer, yes bool) (match.Match, error) {
		return of(e.Accord(t.Context(), e.from("tom", match.FromCard), m.ID, o, yes))
	}
	for name, o := range map[string]match.Offer{
		"a takeback":            asked,
		"the other's":           {Kind: match.OfferDraw, By: game.Black, Turn: m.Turn},
		"of another turn":       {Kind: match.OfferDraw, By: game.Red, Turn: m.Turn + 1},
		"of an earlier version": {Turn: m.Turn},
		"none":                  {},
	} {
		for _, yes := range []bool{true, false} {
			if now, err := answer(o, yes); !errors.Is(err, match.ErrClosed) || now.Status != match.Open || now.Offer.Kind != match.OfferDraw {
				t.Errorf("%s, %v: %+v, %v", name, yes, now.Offer, err)
			}
		}
	}
	if now, err := answer(match.Offer{Kind: match.OfferDraw, By: game.Red, Turn: m.Turn}, true); err != nil || now.Outcome.Method != game.Agreement {
		t.Errorf("the one that was made: %+v, %v", now.Outcome, err)
	}
}

// A player out of time is not saved by agreeing to a draw; an answer given in time counts, and so does one by the other player.
func TestDrawAtTheFlag(t *testing.T) {
	flagged, agreed := game.Outcome{Result: game.BlackWins, Method: game.Timeout}, game.Outcome{Result: game.Draw, Method: game.Agreement}
	for _, c := range []struct {
		name          string
		offers, takes id.Player
		late          time.Duration // after the fall
		want          game.Outcome
	}{
		{"in time", "tom", "mei", -time.Millisecond, agreed},
		{"too late", "tom", "mei", 0, flagged},
		{"by the player with time left", "mei", "tom", time.Second, agreed},
	} {
		for _, way := range []string{"the button", "an offer of their own"} {
			t.Run(c.name+" with "+way, func(t *testing.T) {
				e := newEnv(t)
				g := startTimed(t, e, "5+3", meiAgainstTom)
				g.moves("h2e2", 0)
				m := g.moves("h9g7", 0)
				if _, err := e.OfferDraw(t.Context(), e.from(c.offers, match.FromCard), m.Channel); err != nil {
					t.Fatal(err)
				}
				fall, _ := g.sessionFlag()
				e.pass(fall.Sub(e.time()) + 1500*time.Millisecond)
				by := e.from(c.takes, match.FromCard)
				by.At = fall.Add(c.late)
				var err error
				if way == "the button" {
					m, err = of(e.Accord(t.Context(), by, g.id, g.now().Offer, true))
				} else {
					m, err = of(e.OfferDraw(t.Context(), by, m.Channel))
				}
				if err != nil || m.Status != match.Ended || m.Outcome != c.want {
					t.Errorf("%v %+v, %v", m.Status, m.Outcome, err)
				}
			})
		}
	}
}

// No offer that a player accepts after their flag has fallen saves them.
func TestAcceptedAtTheFlag(t *testing.T) {
	flagged := game.Outcome{Result: game.BlackWins, Method: game.Timeout}
	for name, offer := range map[string]func(e *env, m match.Match) error{
		"a draw": func(e *env, m match.Match) error {
			_, err := e.OfferDraw(t.Context(), e.from("tom", match.FromCard), m.Channel)
			return err
		},
		"a takeback": func(e *env, m match.Match) error {
			_, err := e.TakebackAt(t.Context(), e.from("tom", match.FromCard), m.ID, m.Turn)
			return err
		},
		"a transfer": func(e *env, m match.Match) error {
			_, err := e.Transfer(t.Context(), e.from("tom", match.FromCommand), m.ID, "park", "elsewhere")
			return err
		},
	} {
		for _, late := range []time.Duration{-time.Millisecond, 0} {
			e := newEnv(t)
			g := startTimed(t, e, "5+3", meiAgainstTom)
			g.moves("h2e2", 0)
			if err := offer(e, g.moves("h9g7", 0)); err != nil {
				t.Fatal(name, err)
			}
			fall, _ := g.sessionFlag()
			e.pass(fall.Sub(e.time()) + 1500*time.Millisecond)
			by := e.from("mei", match.FromCard)
			by.At = fall.Add(late)
			m, err := of(e.Accord(t.Context(), by, g.id, g.now().Offer, true))
			if err != nil || (m.Outcome == flagged) != (late >= 0) {
				t.Errorf("%s, %v after the flag: %v %+v, %v", name, late, m.Status, m.Outcome, err)
			}
		}
		// An offer can still be declined: the flag falls by itself.
		e := newEnv(t)
		g := startTimed(t, e, "5+3", meiAgainstTom)
		g.moves("h2e2", 0)
		if err := offer(e, g.moves("h9g7", 0)); err != nil {
			t.Fatal(name, err)
		}
		e.pass(time.Hour)
		if m, err := of(e.Accord(t.Context(), e.from("mei", match.FromCard), g.id, g.now().Offer, false)); err != nil || m.Status != match.Open || m.Next.Kind != match.Flag && m.Next.Kind != match.Warn {
			t.Errorf("%s, declined: %v %v, %v", name, m.Status, m.Next, err)
		}
	}
}

// Each offer is a ping, so nobody makes the same one twice in a turn, whatever the outcome of the first.
func TestOneOfferOfAKindInATurn(t *testing.T) {
	e := newEnv(t)
	at := e.start(t, meiAgainstTom).ID
	play := func(p id.Player, mv string) {
		t.Helper()
		if _, err := e.Move(t.Context(), e.from(p, match.FromText), room, notation.Parse(mv), notation.Auto); err != nil {
			t.Fatal(err)
		}
	}
	draw := func(p id.Player) (match.Match, error) {
		return of(e.OfferDraw(t.Context(), e.from(p, match.FromCommand), room))
	}
	undo := func(p id.Player) (match.Match, error) {
		return of(e.Takeback(t.Context(), e.from(p, match.FromCommand), room))
	}
	no := func(p id.Player) {
		t.Helper()
		m, err := e.Get(t.Context(), at)
		if err == nil {
			_, err = e.Accord(t.Context(), e.from(p, match.FromCard), at, m.Offer, false)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	play("mei", "h2e2")
	for _, c := range []struct {
		name string
		do   func(id.Player) (match.Match, error)
		by   id.Player
		no   id.Player // the player who then declines
		want error
	}{
		{"a draw", draw, "mei", "mei", nil},
		{"again after it was taken back", draw, "mei", "", match.ErrAnswered},
		{"a takeback at once", undo, "mei", "tom", nil}, // it needs consent: an offer has been made
		{"again after it was declined", undo, "mei", "", match.ErrAnswered},
		{"a draw once more", draw, "mei", "", match.ErrAnswered},
		{"a draw of the other's", draw, "tom", "", nil},
		{"again before it is answered", draw, "tom", "mei", match.ErrOffered},
	} {
		m, err := c.do(c.by)
		if !errors.Is(err, c.want) || err == nil && m.Offer.Kind == match.NoOffer {
			t.Fatalf("%s: %+v, %v", c.name, m.Offer, err)
		}
		if c.no != "" {
			no(c.no)
		}
	}
	play("tom", "h9g7")
	for _, do := range []func(id.Player) (match.Match, error){draw, undo} {
		if _, err := do("mei"); err != nil {
			t.Errorf("in the next turn: %v", err)
		}
	}
}
