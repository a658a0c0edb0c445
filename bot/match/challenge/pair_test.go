package challenge_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/game"
)

// rookEnding has Black to move, who has just been checked.
const rookEnding = "4k4/9/4R4/9/9/9/9/9/9/3K1A3 b - - 0 1"

// pairEnv has the first game of a pair, from a position, which is over unless the test is to end it.
func pairEnv(t *testing.T, options ...match.Option) (e *env, first match.Match) {
	t.Helper()
	e = newEnv(t, options...)
	made := terms(room, "mei", "tom")
	at, err := game.ParseFEN(rookEnding)
	if err != nil {
		t.Fatal(err)
	}
	made.Position, made.Rules, made.Pair, made.TimeControl = at, game.Chinese, true, match.TimeControl{Days: 3}
	c, err := of(e.Propose(t.Context(), e.from("mei"), made))
	if err != nil || !c.Pair || c.Casual != match.FromPosition {
		t.Fatalf("%+v, %v", c, err)
	}
	if stored, err := e.Get(t.Context(), c.ID); err != nil || !stored.Pair {
		t.Fatalf("stored as %+v, %v", stored, err)
	}
	began, err := e.Accept(t.Context(), e.from("tom"), c.ID, challenge.Answer{})
	if err != nil {
		t.Fatal(err)
	}
	first = e.match(t, c.ID)
	if first.ID != began.Started.Match.ID || !first.First() || first.Second() {
		t.Fatalf("the first game: %+v", first)
	}
	return e, first
}

func (e *env) match(t *testing.T, of id.Match) match.Match {
	t.Helper()
	m, err := e.matches.Get(t.Context(), of)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (e *env) resigned(t *testing.T, by id.Player, of id.Match) {
	t.Helper()
	if _, err := e.matches.Resign(t.Context(), e.from(by), of); err != nil {
		t.Fatal(err)
	}
}

func (e *env) second(t *testing.T, by id.Player, of id.Match) (match.Match, error) {
	t.Helper()
	c, err := e.matches.StartSecond(t.Context(), e.from(by), of, "park", room)
	return c.Match, err
}

// The second game of a pair is the first with the colors changed, begun by either player once the first has a result, and once.
func TestPair(t *testing.T) {
	e, first := pairEnv(t)
	if _, err := e.second(t, "mei", first.ID); !errors.Is(err, match.ErrNoSecond) {
		t.Errorf("while the first is played: %v", err)
	}
	if _, err := e.matches.OtherOfPair(t.Context(), &first); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("before there is another: %v", err)
	}
	e.resigned(t, "tom", first.ID)
	if _, err := e.second(t, "linh", first.ID); !errors.Is(err, match.ErrNotSeated) {
		t.Errorf("by somebody else: %v", err)
	}
	second, err := e.second(t, "tom", first.ID)
	if err != nil {
		t.Fatal(err)
	}
	second = e.match(t, second.ID)
	if second.Seats != [2]match.Seat{first.Seats[1], first.Seats[0]} || second.Game.Start() != first.Game.Start() ||
		second.Game.Rules() != first.Game.Rules() || second.Clock.TimeControl != first.Clock.TimeControl ||
		second.CasualReason != match.FromPosition ||
		second.Mode.Kind != match.Duel.Kind || !second.Second() || second.First() || second.Pair != first.ID || second.Starter != "tom" {
		t.Errorf("the second game: %+v", second)
	}
	if !second.Acted[game.Red].Equal(e.time()) || !second.Acted[game.Black].IsZero() {
		t.Errorf("who is here: %v", second.Acted)
	}
	e.resigned(t, "tom", second.ID)
	if _, err := e.second(t, "mei", first.ID); !errors.Is(err, match.ErrBegun) {
		t.Errorf("a third game: %v", err)
	}
	if _, err := e.second(t, "mei", second.ID); !errors.Is(err, match.ErrNoSecond) {
		t.Errorf("after the second: %v", err)
	}
	for _, pair := range [][2]match.Match{{first, second}, {second, first}} {
		if other, err := e.matches.OtherOfPair(t.Context(), &pair[0]); err != nil || other.ID != pair[1].ID {
			t.Errorf("the other of %s is %s, %v", pair[0].ID, other.ID, err)
		}
	}
}

// Of a first game without a result, one that was long ago and one of an erased player no second follows; and none follows a single
// game.
func TestNoSecond(t *testing.T) {
	for name, spoil := range map[string]func(*testing.T, *env, match.Match){
		"called off": func(t *testing.T, e *env, m match.Match) {
			if _, err := e.matches.Rule(t.Context(), e.from("mod"), m.ID, match.EndedByModerator); err != nil {
				t.Fatal(err)
			}
		},
		"long ago": func(t *testing.T, e *env, m match.Match) {
			e.resigned(t, "mei", m.ID)
			e.pass(73 * time.Hour) // a move has three days
		},
		"erased": func(t *testing.T, e *env, m match.Match) {
			e.resigned(t, "mei", m.ID)
			if err := e.db.Tx(t.Context(), func(tx store.Tx) error { return e.matches.Owner().Erase(t.Context(), tx, "tom") }); err != nil {
				t.Fatal(err)
			}
		},
		"single": func(t *testing.T, e *env, m match.Match) {
			e.resigned(t, "mei", m.ID)
			if _, err := e.db.Write().Exec(t.Context(), `UPDATE matches SET pair = ''`); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			e, first := pairEnv(t)
			spoil(t, e, first)
			if _, err := e.second(t, "mei", first.ID); !errors.Is(err, match.ErrNoSecond) {
				t.Errorf("%v", err)
			}
		})
	}
}

// Who has blocked the other, or may not play, is not seated for the second game, and a full channel or limit refuses it; afterwards
// it can be tried again.
func TestSecondAsksForSeats(t *testing.T) {
	e, first := pairEnv(t, match.WithLimits(match.Limits{Player: 1, Guild: 9}))
	e.resigned(t, "tom", first.ID)
	if err := e.db.Tx(t.Context(), func(tx store.Tx) error { return e.players.Block(t.Context(), tx, "mei", "tom", "Tom") }); err != nil {
		t.Fatal(err)
	}
	if _, err := e.second(t, "tom", first.ID); !errors.Is(err, policy.ErrBlocked) {
		t.Errorf("by somebody who was blocked: %v", err)
	}
	versus := terms(room, "mei", "")
	versus.Mode, versus.Seats[1] = match.Versus, match.Seat{Level: 1}
	m, err := e.matches.Start(t.Context(), e.from("mei"), versus)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.second(t, "mei", first.ID); !errors.Is(err, match.ErrTooMany) {
		t.Errorf("beyond the limit: %v", err)
	}
	e.resigned(t, "mei", m.Match.ID)
	if _, err := e.second(t, "mei", first.ID); err != nil {
		t.Errorf("by the one who has blocked: %v", err)
	}
}

// Of many who press at once, in two processes, one begins the second game.
func TestSecondOnce(t *testing.T) {
	e, first := pairEnv(t)
	e.resigned(t, "tom", first.ID)
	others := match.NewService(e.db)
	var pressed sync.WaitGroup
	results := make(chan error, 8)
	for i := range cap(results) {
		service, by := e.matches, e.from([]id.Player{"mei", "tom"}[i%2])
		if i >= cap(results)/2 {
			service = others
		}
		channel := e.newChannel()
		pressed.Go(func() {
			_, err := service.StartSecond(context.Background(), by, first.ID, "park", channel)
			results <- err
		})
	}
	pressed.Wait()
	close(results)
	began := 0
	for err := range results {
		if err == nil {
			began++
		} else if !errors.Is(err, match.ErrBegun) {
			t.Errorf("%v", err)
		}
	}
	if n := row[int](t, e, `SELECT COUNT(*) FROM matches`); began != 1 || n != 2 {
		t.Errorf("begun %d times, %d games", began, n)
	}
}

// A challenge to two games does not answer one to a single game.
func TestPairIsNotReciprocal(t *testing.T) {
	e := newEnv(t)
	made := terms(room, "mei", "tom")
	made.Pair = true
	if _, err := e.Propose(t.Context(), e.from("mei"), made); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Reciprocal(t.Context(), e.from("tom"), made); err != nil {
		t.Errorf("the same: %v", err)
	}
	made.Pair = false
	if _, err := e.Reciprocal(t.Context(), e.from("tom"), made); !errors.Is(err, challenge.ErrNoChallenge) {
		t.Errorf("one game: %v", err)
	}
}
