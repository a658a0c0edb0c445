package match_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/game"
)

// env is a service on a database of its own, with controlled time and randomness.
type env struct {
	*match.Service
	studies *study.Service
	db      *store.DB
	path    string
	now     time.Time
	tick    time.Duration // by how much each reading of the clock moves it on
	mu      sync.Mutex
	event   int
}

func newEnv(t testing.TB, options ...match.Option) *env {
	t.Helper()
	e := &env{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	e.db, e.path = testdb.Open(t, e.time)
	seed := uint64(1)
	e.Service = match.NewService(e.db, append(options, match.WithRandom(func() uint64 {
		e.mu.Lock()
		defer e.mu.Unlock()
		seed = seed*6364136223846793005 + 1442695040888963407
		return seed
	}))...)
	e.studies = study.New(e.db, e.Service)
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
	e.now = e.now.Add(e.tick)
	return e.now
}

// from returns a new event by a player.
func (e *env) from(p id.Player, by match.Source) match.Actor {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.event++
	return match.Actor{Event: id.Event(fmt.Sprint("e", e.event)), Player: p, Name: string(p), Source: by}
}

// newChannel returns a channel that was never used.
func (e *env) newChannel() id.Channel { return id.Channel(e.from("", 0).Event) }

const room = id.Channel("room")

// Start calls the service, with the mode derived from the seats.
func (e *env) Start(ctx context.Context, by match.Actor, t match.Terms) (match.Change, error) {
	t.Mode = modeOf(t.Seats)
	return e.Service.Start(ctx, by, t)
}

// Flag, Remind and Adjourn call the service on a freshly read match.
func (e *env) Flag(ctx context.Context, of id.Match) (match.Change, error) {
	return e.read(ctx, of, e.Service.Flag)
}

func (e *env) Remind(ctx context.Context, of id.Match) (match.Change, error) {
	return e.read(ctx, of, e.Service.Remind)
}

func (e *env) Adjourn(ctx context.Context, of id.Match) (match.Change, error) {
	return e.read(ctx, of, e.Service.Adjourn)
}

func (e *env) read(ctx context.Context, of id.Match, act func(context.Context, *match.Match) (match.Change, error)) (match.Change, error) {
	m, err := e.Get(ctx, of)
	if err != nil {
		return match.Change{}, err
	}
	return act(ctx, &m)
}

func modeOf(seats [2]match.Seat) match.Mode {
	red, black := seats[game.Red], seats[game.Black]
	switch {
	case red.Human() && black.Human():
		return match.Duel
	case red.Human() || black.Human():
		return match.Versus
	}
	return match.Exhibition
}

func (e *env) start(t testing.TB, seats [2]match.Seat) match.Match {
	t.Helper()
	m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Channel: room, Seats: seats, Position: game.Start(), Locale: "en-US"}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// study opens a study of Mei's.
func (e *env) study(t testing.TB, channel id.Channel) match.Match {
	t.Helper()
	g := game.NewGame(game.Start(), game.Asian)
	m, err := of(e.studies.Open(t.Context(), e.from("mei", match.FromCommand), testplay.May(t, new(fairplay.Service), "mei", g), "", channel, "en-US", study.Board{Game: g}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// bring brings a match of Mei's to a state, by name; any other than these leaves it open.
func (e *env) bring(t testing.TB, m id.Match, state string) {
	t.Helper()
	var err error
	switch ctx := t.Context(); state {
	case "adjourned":
		e.pass(25 * time.Hour)
		_, err = e.Adjourn(ctx, m)
	case "held":
		_, err = e.Rule(ctx, e.from("mod", match.FromCommand), m, match.PausedByModerator)
	case "over":
		_, err = e.Resign(ctx, e.from("mei", match.FromCommand), m)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// of returns the match after a change.
func of(c match.Change, err error) (match.Match, error) { return c.Match, err }

var (
	meiAgainstKid = [2]match.Seat{{Player: "mei", Name: "Mei"}, {Level: 1}}
	meiAgainstTom = [2]match.Seat{{Player: "mei", Name: "Mei"}, {Player: "tom", Name: "Tom"}}
	exhibition    = [2]match.Seat{{Level: 1}, {Level: 2}}
)

func move(text string) game.Move {
	m, err := game.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return m
}

// Suspend adjourns a match whose channel the bot can no longer see.
func (e *env) Suspend(ctx context.Context, of id.Match, channel id.Channel) (match.Change, error) {
	return e.Displace(ctx, of, place.Fact{Status: place.NoPermission, Channel: channel})
}
