package match_test

import (
	"fmt"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/notation"
)

// against starts a game from a position with Mei to move, as Red.
func (e *env) against(t *testing.T, fen string, level character.Level) match.Match {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	by := e.from("mei", match.FromCommand)
	c, err := e.Start(t.Context(), by, match.Terms{Mode: match.Versus, Guild: "900", Channel: id.Channel("c" + by.Event), Position: p, Locale: "en-US",
		Seats: [2]match.Seat{{Player: "mei", Name: "Mei"}, {Level: level}}})
	if err != nil {
		t.Fatal(err)
	}
	return c.Match
}

// rounds moves red and black kings and rooks back and forth, the character with these worths.
func (e *env) rounds(t *testing.T, m match.Match, value ...int) match.Match {
	t.Helper()
	red, black := []string{"a0a1", "a1a2", "a2a3", "a3a4", "a4a5", "a5a6", "a6a7", "a7a6"}, []string{"e9e8", "e8e9"}
	for i, w := range value {
		c, err := e.Move(t.Context(), e.from("mei", match.FromCard), m.Channel, notation.Parse(red[i]), notation.Auto)
		if err != nil {
			t.Fatal(err)
		}
		move, err := game.ParseMove(black[i%2])
		if err != nil {
			t.Fatal(err)
		}
		if c, err = e.Answer(t.Context(), &c.Match, move, w, true); err != nil {
			t.Fatal(err)
		}
		m = c.Match
	}
	return m
}

const (
	rookAgainstNone = "4k4/9/9/9/9/9/9/9/9/R2K4R w - - 0 30"
	nothingLeft     = "3k1a3/4a4/9/9/9/9/4N4/9/9/4K4 w - - 0 30"
)

func TestCharactersOfferToResign(t *testing.T) {
	lost := []int{-1500, -1500, -1600, -1700, -1800, -2000}
	for _, c := range []struct {
		name  string
		level character.Level
		value []int
		want  match.OfferKind
	}{
		{"long lost", 4, lost, match.OfferResign},
		{"the Immortal", 6, lost, match.OfferResign},
		{"Uncle plays on", 3, lost, match.NoOffer},
		{"not for long", 5, lost[:5], match.NoOffer},
		{"with a hope in between", 5, []int{-1500, -1500, -400, -1700, -1800, -2000}, match.NoOffer},
		{"only worse", 5, []int{-500, -500, -500, -500, -500, -500}, match.NoOffer},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEnv(t)
			m := e.rounds(t, e.against(t, rookAgainstNone, c.level), c.value...)
			if m.Offer.Kind != c.want || c.want != match.NoOffer && (m.Offer.By != game.Black || m.Offer.Turn != m.Turn) {
				t.Errorf("%+v", m.Offer)
			}
		})
	}
}

func TestAnswersToResignOffer(t *testing.T) {
	lost := []int{-1500, -1500, -1600, -1700, -1800, -2000, -2000}
	e := newEnv(t)
	m := e.rounds(t, e.against(t, rookAgainstNone, 5), lost[:6]...)
	if _, err := e.Accord(t.Context(), e.from("tom", match.FromCard), m.ID, m.Offer, true); err != match.ErrNotSeated {
		t.Errorf("somebody else accepts: %v", err)
	}
	c, err := e.Accord(t.Context(), e.from("mei", match.FromCard), m.ID, m.Offer, true)
	if err != nil || c.Match.Outcome != (game.Outcome{Result: game.RedWins, Method: game.Resignation}) || c.Match.Status != match.Ended {
		t.Errorf("accepted: %+v %v", c.Match.Outcome, err)
	}
	// A player who plays on, by the button or by a move, is not asked again.
	for name, answer := range map[string]func(match.Match){
		"declined": func(m match.Match) {
			if c, err := e.Accord(t.Context(), e.from("mei", match.FromCard), m.ID, m.Offer, false); err != nil || c.Match.Offer.Kind != match.NoOffer || c.Match.Status != match.Open {
				t.Errorf("%+v %v", c.Match.Offer, err)
			}
		},
		"moved": func(match.Match) {},
	} {
		m := e.rounds(t, e.against(t, rookAgainstNone, 5), lost[:6]...)
		answer(m)
		c, err := e.Move(t.Context(), e.from("mei", match.FromCard), m.Channel, notation.Parse("a6a7"), notation.Auto)
		if err == nil {
			c, err = e.Answer(t.Context(), &c.Match, mustMove(t, "e9e8"), -2000, true)
		}
		if err != nil || c.Match.Offer.Kind != match.NoOffer {
			t.Errorf("%s: %+v %v", name, c.Match.Offer, err)
		}
	}
}

// A character's resignation does not save a player who accepts it after their flag has fallen.
func TestResignationAcceptedAtTheFlag(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	p, err := game.ParseFEN(rookAgainstNone)
	if err != nil {
		t.Fatal(err)
	}
	timing, _ := match.ParseTimeControl("5+3")
	m, err := of(e.Start(ctx, e.from("mei", match.FromCommand), match.Terms{Channel: room, Position: p, TimeControl: timing, Seats: [2]match.Seat{{Player: "mei", Name: "Mei"}, {Level: 5}}}))
	if err != nil {
		t.Fatal(err)
	}
	m = e.rounds(t, m, -1500, -1500, -1600, -1700, -1800, -2000)
	if _, err := e.Shown(ctx, m.ID, m.Turn, e.time()); err != nil || m.Offer.Kind != match.OfferResign {
		t.Fatal(m.Offer, err)
	}
	e.pass(6 * time.Minute)
	// The pieces that the character has left cannot win.
	if m, err = of(e.Accord(ctx, e.from("mei", match.FromCard), m.ID, m.Offer, true)); err != nil || m.Outcome != (game.Outcome{Result: game.Draw, Method: game.Timeout}) {
		t.Errorf("%+v, %v", m.Outcome, err)
	}
}

func mustMove(t *testing.T, text string) game.Move {
	t.Helper()
	m, err := game.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Where something is to be reached, and where nothing counts, a character offers nothing.
func TestNoOffersInGamesWithGoal(t *testing.T) {
	p, err := game.ParseFEN(nothingLeft)
	if err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]match.Mode{"a goal": match.Ending, "no result": {Kind: "sparring"}} {
		e := newEnv(t)
		e.Declare(mode)
		m, err := of(e.Service.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Mode: mode, Channel: room, Position: p, Seats: [2]match.Seat{{Player: "mei"}, {Level: 5}}}))
		if err == nil {
			m, err = of(e.Move(t.Context(), e.from("mei", match.FromCard), room, notation.Parse("e3g4"), notation.Auto))
		}
		if err == nil {
			m, err = of(e.Answer(t.Context(), &m, mustMove(t, "e8d7"), 0, true))
		}
		if err != nil || m.Offer.Kind != match.NoOffer {
			t.Errorf("%s: %+v, %v", name, m.Offer, err)
		}
	}
}

// If nothing is left that could win, a character offers a draw, regardless of the players' own offers.
func TestCharactersOfferADraw(t *testing.T) {
	for _, level := range character.All() {
		t.Run(fmt.Sprint(level), func(t *testing.T) {
			e := newEnv(t)
			m := e.against(t, nothingLeft, level)
			c, err := e.Move(t.Context(), e.from("mei", match.FromCard), m.Channel, notation.Parse("e3g4"), notation.Auto)
			if err == nil {
				c, err = e.Answer(t.Context(), &c.Match, mustMove(t, "e8d7"), 0, true)
			}
			if err != nil {
				t.Fatal(err)
			}
			if offers := c.Match.Offer.Kind == match.OfferDraw; offers != (level >= 4) {
				t.Fatalf("%+v", c.Match.Offer)
			}
			if level < 4 {
				return
			}
			if c, err = e.Accord(t.Context(), e.from("mei", match.FromCard), m.ID, c.Match.Offer, true); err != nil || c.Match.Outcome != (game.Outcome{Result: game.Draw, Method: game.Agreement}) {
				t.Errorf("%+v %v", c.Match.Outcome, err)
			}
		})
	}
}
