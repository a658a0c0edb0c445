// Package testplay plays matches for tests of what follows from them, on a new database with a clock that tests set.
//
// Out of scope: anything that is not for tests; the packages under test.
package testplay

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// Env holds matches. Its methods end the test if something fails.
type Env struct {
	T       testing.TB
	DB      *store.DB
	Where   string // the database's file or address
	Matches *match.Service

	mu    sync.Mutex
	now   time.Time
	event int
}

// Open makes an environment without matches.
func Open(t testing.TB) *Env {
	t.Helper()
	e := &Env{T: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	e.DB, e.Where = testdb.Open(t, func() time.Time {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.now
	})
	e.Matches = match.NewService(e.DB)
	return e
}

// OK ends the test after an error.
func (e *Env) OK(err error) {
	e.T.Helper()
	if err != nil {
		e.T.Fatal(err)
	}
}

// Pass lets time pass.
func (e *Env) Pass(d time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now = e.now.Add(d)
}

// By returns a new event of a player.
func (e *Env) By(p id.Player) match.Actor {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.event++
	return match.Actor{Event: id.Event(fmt.Sprint("e", e.event)), Player: p, Name: string(p), Source: match.FromText}
}

// NameOf returns the name that a player has in matches.
func NameOf(p id.Player) string { return "name of " + string(p) }

// Duel returns the terms of an even game of two people on a clock, on a server named "server".
func Duel(red, black id.Player) match.Terms {
	return match.Terms{Mode: match.Duel, Guild: "server", Position: game.Start(),
		TimeControl: match.TimeControl{Base: 5 * time.Minute},
		Seats: [2]match.Seat{
			{Player: red, Name: NameOf(red)},
			{Player: black, Name: NameOf(black)},
		}, Locale: "en-US"}
}

// Versus returns the terms of an even game of a person against a character, on that server too.
func Versus(p id.Player, level character.Level) match.Terms {
	t := Duel(p, "")
	t.Mode, t.TimeControl, t.Seats[game.Black] = match.Versus, match.TimeControl{}, match.Seat{Level: level}
	return t
}

// Smothered is the shortest mate, if the other side cooperates.
var Smothered = []string{"b2c2", "f9e8", "c2c6", "b7c7", "c6c9"}

// Start starts a match in a new channel and plays moves.
func (e *Env) Start(t match.Terms, moves ...string) match.Match {
	e.T.Helper()
	t.Channel = id.Channel(e.By("").Event)
	c, err := e.Matches.Start(e.T.Context(), e.By(t.Seats[game.Red].Player), t)
	e.OK(err)
	for _, text := range moves {
		m := e.Get(c.Match.ID)
		if seat := m.Seats[m.ToMove()]; seat.Human() {
			_, err = e.Matches.Move(e.T.Context(), e.By(seat.Player), t.Channel, notation.Parse(text), notation.Auto)
		} else {
			var mv game.Move
			mv, err = game.ParseMove(text)
			e.OK(err)
			_, err = e.Matches.Answer(e.T.Context(), &m, mv, 0, false)
		}
		e.OK(err)
	}
	return e.Get(c.Match.ID)
}

// Get returns a match.
func (e *Env) Get(of id.Match) match.Match {
	e.T.Helper()
	m, err := e.Matches.Get(e.T.Context(), of)
	e.OK(err)
	return m
}

// Leave ends a player's part in a match: a game with another player is resigned.
func (e *Env) Leave(m match.Match, p id.Player) {
	e.T.Helper()
	_, err := e.Matches.Leave(e.T.Context(), e.By(p), m.ID)
	e.OK(err)
}

// Resign gives up a game.
func (e *Env) Resign(m match.Match, p id.Player) {
	e.T.Helper()
	_, err := e.Matches.Resign(e.T.Context(), e.By(p), m.ID)
	e.OK(err)
}

// Beat plays a rated game in which one player beats another.
func (e *Env) Beat(winner, loser id.Player) {
	e.T.Helper()
	e.Leave(e.Start(Duel(winner, loser), "h2e2", "h9g7"), loser)
}

// Count returns the number that a query selects.
func (e *Env) Count(query string, args ...any) int {
	e.T.Helper()
	n, err := store.Value[int](e.DB.Read().Row(e.T.Context(), query, args...))
	e.OK(err)
	return n
}

// Tx runs f in a transaction.
func (e *Env) Tx(f func(store.Tx) error) {
	e.T.Helper()
	e.OK(e.DB.Tx(e.T.Context(), f))
}

// May permits the last position of a game to be judged for a player.
func May(t testing.TB, fair *fairplay.Service, p id.Player, g *game.Game) fairplay.Permit {
	t.Helper()
	may, err := fair.PermitPosition(t.Context(), []id.Player{p}, g, fairplay.FromUser)
	if err != nil {
		t.Fatal(err)
	}
	return may
}
