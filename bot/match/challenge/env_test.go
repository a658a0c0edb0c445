package challenge_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
)

// env has challenges and matches on a database of their own, with controlled time and randomness.
type env struct {
	*challenge.Service
	matches *match.Service
	players *player.Service
	db      *store.DB
	now     time.Time
	mu      sync.Mutex
	event   int
}

func newEnv(t testing.TB, options ...match.Option) *env {
	t.Helper()
	e := &env{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	e.db, _ = testdb.Open(t, e.time)
	e.players = player.New(e.db)
	e.matches = match.NewService(e.db, options...)
	e.Service = challenge.NewService(e.db, e.matches, e.players)
	return e
}

func (e *env) pass(by time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now = e.now.Add(by)
}

func (e *env) time() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.now
}

// from returns a new event by a player.
func (e *env) from(p id.Player) match.Actor {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.event++
	return match.Actor{Event: id.Event(fmt.Sprint("e", e.event)), Player: p, Name: string(p), Source: match.FromCommand}
}

// newChannel returns a channel that was never used.
func (e *env) newChannel() id.Channel { return id.Channel(e.from("").Event) }

const room = id.Channel("room")

// terms returns terms by which one player is Red and asks another, "" for an open challenge.
func terms(channel id.Channel, who, other id.Player) match.Terms {
	seats := [2]match.Seat{{Player: who, Name: string(who)}, {Player: other, Name: string(other)}}
	if other == "" {
		seats[1] = match.Seat{Open: true}
	}
	return match.Terms{Guild: "park", Channel: channel, Seats: seats, Position: game.Start(), Locale: "vi"}
}

func (e *env) propose(t testing.TB, who, other id.Player) (challenge.Challenge, error) {
	t.Helper()
	return of(e.Propose(t.Context(), e.from(who), terms(e.newChannel(), who, other)))
}

// made proposes a challenge that must not be refused.
func (e *env) made(t testing.TB, who, other id.Player) challenge.Challenge {
	t.Helper()
	c, err := e.propose(t, who, other)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// of returns the challenge after a change.
func of(c challenge.Change, err error) (challenge.Challenge, error) { return c.Challenge, err }

// row reads a single value.
func row[T any](t testing.TB, e *env, query string, args ...any) T {
	t.Helper()
	v, err := store.Value[T](e.db.Read().Row(t.Context(), query, args...))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
