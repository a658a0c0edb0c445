package standing

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
)

// env holds matches whose results are recorded, with a clock that tests set.
type env struct {
	*standing
	t       testing.TB
	matches *match.Service
	path    string

	mu    sync.Mutex
	now   time.Time
	event int
}

func newEnv(t testing.TB) *env {
	t.Helper()
	e := &env{t: t, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	db, path := testdb.Open(t, func() time.Time {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.now
	})
	e.path, e.standing = path, &standing{db: db, guilds: guild.New(db), players: player.New(db)}
	e.players.Listen(e.relisted)
	e.matches = match.NewService(db, match.WithListeners(match.Listener{InTx: e.ended}))
	return e
}

func (e *env) pass(d time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now = e.now.Add(d)
}

// by returns a new event of a player.
func (e *env) by(p id.Player) match.Actor {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.event++
	return match.Actor{Event: id.Event(fmt.Sprint("e", e.event)), Player: p, Name: string(p), Source: match.FromText}
}

// terms returns the terms of an even game of two people on a clock.
func terms(red, black id.Player) match.Terms {
	return match.Terms{Mode: match.Duel, Guild: "server", Position: game.Start(), Timing: match.Timing{Base: 5 * time.Minute},
		Seats: [2]match.Seat{{Player: red, Name: "name of " + string(red)}, {Player: black, Name: "name of " + string(black)}}, Locale: "en-US"}
}

func against(p id.Player, level int) match.Terms {
	t := terms(p, "")
	t.Mode, t.Timing, t.Seats[game.Black] = match.Versus, match.Timing{}, match.Seat{Level: level}
	return t
}

// start begins a match in a channel of its own and plays moves.
func (e *env) start(t match.Terms, moves ...string) match.Match {
	e.t.Helper()
	t.Channel = id.Channel(e.by("").Event)
	c, err := e.matches.Start(e.t.Context(), e.by(t.Seats[game.Red].Player), t)
	e.ok(err)
	for _, text := range moves {
		m, err := e.matches.Get(e.t.Context(), c.Match.ID)
		e.ok(err)
		if seat := m.Seats[m.ToMove()]; seat.Human() {
			_, err = e.matches.Move(e.t.Context(), e.by(seat.Player), t.Channel, text, 0)
		} else {
			var mv game.Move
			mv, err = game.ParseMove(text)
			e.ok(err)
			_, err = e.matches.Answer(e.t.Context(), m.ID, m.Turn, mv, 0, false)
		}
		e.ok(err)
	}
	m, err := e.matches.Get(e.t.Context(), c.Match.ID)
	e.ok(err)
	return m
}

func (e *env) resign(m match.Match, p id.Player) {
	e.t.Helper()
	_, err := e.matches.Leave(e.t.Context(), e.by(p), m.ID)
	e.ok(err)
}

// beat has one player beat another in a game that counts.
func (e *env) beat(winner, loser id.Player) {
	e.t.Helper()
	e.resign(e.start(terms(winner, loser), "h2e2", "h9g7"), loser)
}

func (e *env) ok(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

func (e *env) rating(p id.Player, in pool) rated {
	e.t.Helper()
	r, err := loadRating(e.t.Context(), e.db.Read(), p, in)
	e.ok(err)
	return r
}

func (e *env) count(query string, args ...any) int {
	e.t.Helper()
	n, err := store.Value[int](e.db.Read().Row(e.t.Context(), query, args...))
	e.ok(err)
	return n
}
