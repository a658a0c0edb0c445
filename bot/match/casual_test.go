package match_test

import (
	"strings"
	"testing"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/notation"
)

// Help with a position costs the unaided win also while the match is adjourned; one that is over is left alone.
func TestHelpWhileAdjourned(t *testing.T) {
	ctx := t.Context()
	for state, want := range map[string]match.CasualReason{"open": match.AfterStudy, "adjourned": match.AfterStudy,
		"held": match.AfterStudy, "over": match.Rated} {
		e := newEnv(t)
		m := e.start(t, meiAgainstKid)
		m, err := of(e.Move(ctx, e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto))
		if err == nil {
			m, err = of(e.Answer(ctx, &m, move("h9g7"), 0, false))
		}
		if err != nil {
			t.Fatal(err)
		}
		e.bring(t, m.ID, state)
		elsewhere := game.Start()
		elsewhere.Do(move("b2e2"))
		elsewhere.Do(move("b9c7")) // the mirror image
		counting, err := e.MadeCasualByHelp(ctx, "mei", &elsewhere)
		if err != nil || (len(counting) == 1) != (want != match.Rated) {
			t.Errorf("%s: counting %v, %v", state, counting, err)
		}
		if err := e.MakeCasualByHelp(ctx, "mei", &elsewhere, match.AfterStudy); err != nil {
			t.Error(err)
		}
		now, err := e.Get(ctx, m.ID)
		if err != nil || now.CasualReason != want || now.Unaided() != (want == match.Rated) {
			t.Errorf("%s: %v %v", state, now.CasualReason, err)
		}
		if state != "adjourned" {
			continue
		}
		if now, err := of(e.Resume(ctx, e.from("mei", match.FromCard), m.ID)); err != nil || now.Unaided() {
			t.Errorf("resumed: %v %v", now.CasualReason, err)
		}
	}
}

// Help with all positions of a game costs the unaided win of those that are at one of them, not of those that have passed it or are
// still in their first moves.
func TestHelpWithAGame(t *testing.T) {
	ctx := t.Context()
	const first = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 c6c5 b2c2 a9b9 a0b0 b7b3 "
	const mirrored = "b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 h0i2 g6g5 h2g2 i9h9 i0h0 h7h3 "
	for moves, want := range map[string]match.CasualReason{
		first + "c3c4 c7d5":      match.AfterStudy,
		first + "c3c4 c7d5 h0h4": match.AfterStudy,
		mirrored + "g3g4 g7f5":   match.AfterStudy,
		first + "c3c4":           match.Rated, // passed
		first + "c3c4 g6g5 h0h4": match.Rated,
		"":                       match.Rated,
	} {
		e := newEnv(t)
		m := e.start(t, meiAgainstKid)
		g := game.NewGame(game.Start(), game.NoRepetition)
		for _, text := range strings.Fields(moves) {
			if err := g.Play(move(text)); err != nil {
				t.Fatal(moves, text, err)
			}
		}
		helped := func(player id.Player, want match.CasualReason) {
			t.Helper()
			if err := e.MakeCasualByGame(ctx, player, g, match.AfterStudy); err != nil {
				t.Fatal(err)
			}
			if now, err := e.Get(ctx, m.ID); err != nil || now.CasualReason != want {
				t.Errorf("%q, after %d plies: %v %v", moves, now.Game.Ply(), now.CasualReason, err)
			}
		}
		played := strings.Fields(first + "c3c4 c7d5")
		for i, text := range played {
			if i%2 == 0 {
				helped("mei", match.Rated)
			}
			var err error
			if i%2 == 0 {
				m, err = of(e.Move(ctx, e.from("mei", match.FromText), room, notation.Parse(text), notation.Auto))
			} else {
				m, err = of(e.Answer(ctx, &m, move(text), 0, false))
			}
			if err != nil {
				t.Fatal(text, err)
			}
		}
		helped("tom", match.Rated) // not his game
		helped("mei", want)
	}
}

// A rematch at odds begins where the last game at the same odds began.
func TestHelpWithAGameAtOdds(t *testing.T) {
	e := newEnv(t)
	terms := match.Terms{Channel: room, Seats: meiAgainstKid, Odds: match.LeftHorse, Position: match.LeftHorse.Position(), Locale: "en-US"}
	m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), terms))
	if err == nil {
		err = e.MakeCasualByGame(t.Context(), "mei", game.NewGame(terms.Position, game.NoRepetition), match.AfterStudy)
	}
	if now, err2 := e.Get(t.Context(), m.ID); err != nil || err2 != nil || now.CasualReason != match.AtOdds {
		t.Errorf("%v %v %v", now.CasualReason, err, err2)
	}
}
