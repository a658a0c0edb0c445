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

// Only a player who has made a move can take one back.
func TestMayTakeBack(t *testing.T) {
	kid, mei, tom := match.Seat{Level: 1}, match.Seat{Player: "mei"}, match.Seat{Player: "tom"}
	for _, c := range []struct {
		name  string
		seats [2]match.Seat
		want  [3]bool // after 0, 1 and 2 plies
	}{
		{"Red against a character", [2]match.Seat{game.Red: mei, game.Black: kid}, [3]bool{false, true, true}},
		{"Black against a character", [2]match.Seat{game.Red: kid, game.Black: mei}, [3]bool{false, false, true}},
		{"two people", [2]match.Seat{game.Red: mei, game.Black: tom}, [3]bool{false, true, true}},
	} {
		m := match.Match{Seats: c.seats, Status: match.Open, Game: game.NewGame(game.Start(), game.Asian)}
		for ply, want := range c.want {
			if got := m.MayTakeBack(); got != want {
				t.Errorf("%s after %d plies: %v", c.name, ply, got)
			}
			mv, err := game.ParseMove([]string{"h2e2", "h9g7", "h0g2"}[ply])
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Game.Play(mv); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The free takeback within half a minute of a move ends with any other act: asking for it, offering a draw or letting the opponent
// take a move back does not make the move a fresh one.
func TestFreeTakebackWithinGracePeriod(t *testing.T) {
	undo := func(e *env, p id.Player) error {
		_, err := e.Takeback(t.Context(), e.from(p, match.FromCommand), room)
		return err
	}
	draw := func(e *env, p id.Player) error {
		_, err := e.OfferDraw(t.Context(), e.from(p, match.FromCommand), room)
		return err
	}
	for name, c := range map[string]struct {
		before func(*env, id.Match) error
		alone  bool
		err    error
	}{
		"at once":          {func(e *env, _ id.Match) error { return nil }, true, nil},
		"after 30 seconds": {func(e *env, _ id.Match) error { e.pass(30 * time.Second); return nil }, true, nil},
		"after 10 minutes": {func(e *env, _ id.Match) error { e.pass(10 * time.Minute); return nil }, false, nil},
		"asked for already": {func(e *env, _ id.Match) error {
			e.pass(10 * time.Minute)
			return undo(e, "mei")
		}, false, match.ErrOffered},
		"after the offer of a draw": {func(e *env, _ id.Match) error {
			e.pass(10 * time.Minute)
			return draw(e, "mei")
		}, false, nil},
		"after the offer of a draw at once": {func(e *env, _ id.Match) error { return draw(e, "mei") }, false, nil},
		"after the opponent offered a draw": {func(e *env, _ id.Match) error {
			e.pass(time.Second)
			return draw(e, "tom")
		}, false, nil},
		"after the opponent's own move went back": {func(e *env, at id.Match) error {
			e.pass(10 * time.Minute)
			if _, err := e.Move(t.Context(), e.from("tom", match.FromText), room, notation.Parse("h9g7"), notation.Auto); err != nil {
				return err
			}
			e.pass(time.Minute)
			if err := undo(e, "tom"); err != nil {
				return err
			}
			m, err := e.Get(t.Context(), at)
			if err == nil {
				_, err = e.Accord(t.Context(), e.from("mei", match.FromCard), at, m.Offer, true)
			}
			return err
		}, false, nil},
	} {
		e := newEnv(t)
		m := e.start(t, meiAgainstTom)
		if _, err := e.Move(t.Context(), e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto); err != nil {
			t.Fatal(err)
		}
		if err := c.before(e, m.ID); err != nil {
			t.Fatal(name, err)
		}
		err := undo(e, "mei")
		now, _ := e.Get(t.Context(), m.ID)
		if !errors.Is(err, c.err) || now.Game.Ply() != map[bool]int{true: 0, false: 1}[c.alone] {
			t.Errorf("%s: %d moves are on the board, %v", name, now.Game.Ply(), err)
		}
		if !c.alone && now.Offer.Kind != match.OfferTakeback {
			t.Errorf("%s: nobody is asked", name)
		}
	}
}

// In a rated game even a fresh move is taken back only with the other's consent, which makes the game casual.
func TestRatedTakebackNeedsAgreement(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	m, err := of(e.TakebackAt(t.Context(), e.from("mei", match.FromCard), g.id, g.now().Turn))
	if err != nil || m.Game.Ply() != 1 || m.Offer.Kind != match.OfferTakeback || m.CasualReason != match.Rated {
		t.Fatalf("asked: %d moves, offer %v, %v, %v", m.Game.Ply(), m.Offer.Kind, m.CasualReason, err)
	}
	m, err = of(e.Accord(t.Context(), e.from("tom", match.FromCard), g.id, m.Offer, true))
	if err != nil || m.Game.Ply() != 0 || m.CasualReason != match.AfterTakeback {
		t.Errorf("agreed: %d moves, %v, %v", m.Game.Ply(), m.CasualReason, err)
	}
}

// Help in a game at odds against a character is recorded: a win no longer counts as unaided. Between people it changes nothing.
func TestHelpAtOdds(t *testing.T) {
	for name, c := range map[string]struct {
		seats [2]match.Seat
		want  match.CasualReason
	}{
		"against a character": {[2]match.Seat{{Level: 1}, {Player: "mei", Name: "Mei"}}, match.AfterTakeback},
		"between people":      {meiAgainstTom, match.AtOdds},
	} {
		e := newEnv(t)
		m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Channel: room, Seats: c.seats, Odds: match.LeftHorse, Position: match.LeftHorse.Position()}))
		if err != nil || m.CasualReason != match.AtOdds || !m.Unaided() {
			t.Fatal(name, m.CasualReason, err)
		}
		_, err = e.MakeCasual(t.Context(), m.ID, match.AfterTakeback)
		now, _ := e.Get(t.Context(), m.ID)
		if now.CasualReason != c.want || now.Unaided() != (c.want == match.AtOdds) ||
			(c.want == match.AtOdds) != errors.Is(err, match.ErrStale) {
			t.Errorf("%s: %v, %v", name, now.CasualReason, err)
		}
	}
}

// Without asking a move is taken back once until the opponent moves, however soon it is played again: each move calls the opponent.
func TestOneFreeTakeback(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.start(t, meiAgainstTom)
	play := func(who id.Player, move string) {
		t.Helper()
		if _, err := e.Move(ctx, e.from(who, match.FromText), m.Channel, notation.Parse(move), notation.Auto); err != nil {
			t.Fatal(err)
		}
	}
	undo := func(who id.Player) match.Match {
		t.Helper()
		now, err := of(e.Takeback(ctx, e.from(who, match.FromCommand), m.Channel))
		if err != nil {
			t.Fatal(err)
		}
		return now
	}
	play("mei", "h2e2")
	if now := undo("mei"); now.Ply() != 0 || !now.TookBackLast(game.Red) || now.TookBackLast(game.Black) {
		t.Fatalf("after %d plies", now.Ply())
	}
	play("mei", "b2e2")
	now := undo("mei")
	if now.Ply() != 1 || now.Offer.Kind != match.OfferTakeback {
		t.Fatalf("again: after %d plies, %+v", now.Ply(), now.Offer)
	}
	now, err := of(e.Accord(ctx, e.from("tom", match.FromCard), m.ID, now.Offer, true))
	if err != nil || now.Ply() != 0 || now.TookBackLast(game.Red) {
		t.Fatalf("agreed: after %d plies, %v", now.Ply(), err)
	}
	play("mei", "h2e2")
	play("tom", "h9g7")
	play("mei", "h0g2")
	if now := undo("mei"); now.Ply() != 2 {
		t.Errorf("after a move of the other: after %d plies, %+v", now.Ply(), now.Offer)
	}
}
