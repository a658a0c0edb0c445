package backfill

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/shards"
	"yeye/game"
	"yeye/game/notation"
)

func TestMain(m *testing.M) { testdb.Main(m) }

var errDown = errors.New("the database is down, on purpose")

// env is a game between Mei and Tom whose clock runs, on a database that can be taken away, in the time of a bubble.
type env struct {
	matches *match.Service
	db      *store.DB
	game    id.Match
	down    atomic.Bool
}

// bubble runs a test in a bubble of its own, where time passes only while nothing is done.
func bubble(t *testing.T, f func(t *testing.T, e *env)) {
	t.Helper()
	where := testdb.New(t)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))) // ids of Discord are no older than 2015
		e := &env{db: testdb.At(t, where, time.Now)}
		defer e.db.Close()
		e.begin(t)
		f(t, e)
	})
}

func (e *env) begin(t *testing.T) {
	t.Helper()
	e.db.Observe(store.Observer{Statement: func(context.Context, string) error {
		if e.down.Load() {
			return errDown
		}
		return nil
	}})
	e.matches = match.NewService(e.db)
	c, err := e.matches.Start(t.Context(), match.Actor{Player: "2", Source: match.FromCommand}, match.Terms{Mode: match.Duel,
		Guild: "5", Channel: "7", Seats: [2]match.Seat{{Player: "2"}, {Player: "3"}}, Position: game.Start(), TimeControl: match.TimeControl{Base: 5 * time.Minute}})
	for n, text := range []string{"h2e2", "h9g7"} {
		if err == nil {
			by := match.Actor{Event: id.Event(text), Player: id.Player([]string{"2", "3"}[n]), Guild: "5", Source: match.FromText, At: e.db.Now()}
			c, err = e.matches.Move(t.Context(), by, "7", notation.Parse(text), notation.Auto)
		}
		if err == nil && c.Match.ClockWaits() {
			c, err = e.matches.Shown(t.Context(), c.Match.ID, c.Match.Turn, e.db.Now())
		}
	}
	if err != nil || c.Match.Clock.Since.IsZero() {
		t.Fatalf("%+v %v", c.Match.Clock, err)
	}
	e.game = c.Match.ID
}

// monitor returns the monitor of another process that is connected.
func (e *env) monitor() *Monitor {
	return NewMonitor(MonitorOptions{Matches: e.matches, Facts: e.db, Connected: func() bool { return true },
		LastAck: func() time.Time { return time.Time{} }, Now: e.db.Now, Logger: slog.New(slog.DiscardHandler)})
}

// left returns the time that the player to move has now.
func (e *env) left(t *testing.T) time.Duration {
	t.Helper()
	m, err := e.matches.Get(t.Context(), e.game)
	if err != nil {
		t.Fatal(err)
	}
	return m.LeftAt(m.ToMove(), e.db.Now())
}

// While the database cannot be used nobody can move: no flag falls, and the time is nobody's.
func TestLostDatabaseIsAnAbsence(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		m := e.monitor()
		m.Begin(t.Context())
		if m.check(t.Context()); e.matches.IsAway("5") {
			t.Fatal("away at the start")
		}
		before := e.left(t)
		e.down.Store(true)
		for range 3 {
			time.Sleep(9 * time.Second)
			m.check(t.Context())
		}
		if !e.matches.IsAway("5") {
			t.Error("clocks run without a database")
		}
		time.Sleep(time.Minute)
		m.check(t.Context())
		e.down.Store(false)
		if !e.matches.IsAway("5") {
			t.Error("clocks run before the absence is taken out of them")
		}
		m.check(t.Context())
		if left := e.left(t); e.matches.IsAway("5") || left != before {
			t.Errorf("away %v; %v were left, and after an outage %v", e.matches.IsAway("5"), before, left)
		}
	})
}

// One failure of the database, or a few seconds of it, stop no clock.
func TestShortFaultIsNoAbsence(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		m := e.monitor()
		m.Begin(t.Context())
		m.check(t.Context())
		for _, down := range []bool{true, false, true, false} {
			e.down.Store(down)
			time.Sleep(3 * time.Second)
			if m.check(t.Context()); e.matches.IsAway("5") {
				t.Fatal("clocks stopped")
			}
		}
	})
}

// If the end of the last process cannot be read at the start, it is read later, before clocks run again.
func TestBeginsWithoutDatabase(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		first := e.monitor()
		first.Begin(t.Context())
		first.check(t.Context())
		before := e.left(t)
		time.Sleep(2 * time.Minute) // it has died
		m := e.monitor()
		e.down.Store(true)
		m.Begin(t.Context())
		if m.check(t.Context()); !e.matches.IsAway("5") {
			t.Error("clocks run before it is known how long nobody could move")
		}
		e.down.Store(false)
		m.check(t.Context())
		if left := e.left(t); e.matches.IsAway("5") || left != before {
			t.Errorf("away %v; %v were left, and after an absence %v", e.matches.IsAway("5"), before, left)
		}
	})
}

// A monitor begins with the absence from its own guilds, however the guilds were divided when the bot was last reachable.
func TestBeginsWhereTheLastProcessEnded(t *testing.T) {
	const long = 90 * 24 * time.Hour
	type ago = map[string]time.Duration
	for name, c := range map[string]struct {
		part  shards.Part
		facts ago // when the bot was last reachable, by the names of the entries
		want  time.Duration
	}{
		"never reachable":                  {shards.Single(0, 2), nil, 0},
		"one connection again":             {shards.Part{}, ago{"alive": 3 * time.Minute}, 3 * time.Minute},
		"the same shard again":             {shards.Single(0, 2), ago{"alive 0/2": 3 * time.Minute}, 3 * time.Minute},
		"other shards went on":             {shards.Single(0, 2), ago{"alive 0/2": 3 * time.Minute, "alive 1/2": time.Second}, 3 * time.Minute},
		"another shard ended earlier":      {shards.Single(0, 2), ago{"alive 0/2": 2 * time.Minute, "alive 1/2": 3 * time.Minute}, 2 * time.Minute},
		"twice as many shards":             {shards.Single(0, 4), ago{"alive 0/2": 3 * time.Minute, "alive 1/2": time.Minute}, 3 * time.Minute},
		"half as many shards":              {shards.Single(0, 2), ago{"alive 0/4": 3 * time.Minute, "alive 2/4": 4 * time.Minute, "alive 1/4": time.Minute}, 3 * time.Minute},
		"three shards of two":              {shards.Single(0, 3), ago{"alive 0/2": 3 * time.Minute, "alive 1/2": 2 * time.Minute}, 2 * time.Minute},
		"the first shards":                 {shards.Single(0, 2), ago{"alive": 3 * time.Minute}, 3 * time.Minute},
		"shards no more":                   {shards.Part{}, ago{"alive 0/2": 3 * time.Minute, "alive 1/2": 4 * time.Minute}, 3 * time.Minute},
		"one shard of several connections": {shards.Single(0, 1), ago{"alive 0/2": 3 * time.Minute, "alive 1/2": 4 * time.Minute}, 3 * time.Minute},
		"a number of shards of old":        {shards.Single(0, 2), ago{"alive 0/2": long, "alive 0/4": 2 * time.Minute}, 2 * time.Minute},
		"one connection as of old":         {shards.Part{}, ago{"alive": long, "alive 1/2": 2 * time.Minute}, 2 * time.Minute},
		"three numbers of shards":          {shards.Single(0, 4), ago{"alive": long, "alive 0/2": 2 * time.Minute}, 2 * time.Minute},
		"the next number is of old":        {shards.Single(0, 2), ago{"alive 0/2": 2 * time.Minute, "alive 0/4": long, "alive": long}, 2 * time.Minute},
		"after a clock that was ahead":     {shards.Single(0, 4), ago{"alive 0/2": -long, "alive 0/4": 3 * time.Minute}, 3 * time.Minute},
		"other entries":                    {shards.Single(0, 2), ago{"alive 0/2": 3 * time.Minute, "alive 0/0": 0, "alive auto": 0, "alive again": 0, "alive0/2": 0}, 3 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				before := e.left(t)
				const away = 4 * time.Minute
				time.Sleep(away)
				e.record(t, c.facts)
				m := e.monitor()
				m.Part = c.part
				m.Begin(t.Context())
				if m.check(t.Context()); e.matches.IsAway("5") {
					t.Error("clocks stand still")
				}
				if back := away - (before - e.left(t)); back != c.want {
					t.Errorf("%v of %v were taken out, want %v", back, away, c.want)
				}
			})
		})
	}
}

// A process that did not run for a while charges players for the time in which another served their guilds, and for no other.
func TestServedByAnotherMeanwhile(t *testing.T) {
	for name, c := range map[string]struct {
		facts map[string]time.Duration
		want  time.Duration
	}{
		"nobody":             {nil, 4 * time.Minute},
		"the same shard":     {map[string]time.Duration{"alive 0/2": time.Minute}, time.Minute},
		"another shard":      {map[string]time.Duration{"alive 1/2": time.Minute}, 4 * time.Minute},
		"after more shards":  {map[string]time.Duration{"alive 0/4": time.Minute}, time.Minute},
		"without any shards": {map[string]time.Duration{"alive": time.Minute}, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				m := e.monitor()
				m.Part = shards.Single(0, 2)
				m.Begin(t.Context())
				m.check(t.Context())
				before := e.left(t)
				const away = 4 * time.Minute
				time.Sleep(away)
				e.record(t, c.facts)
				m.check(t.Context())
				if back := away - (before - e.left(t)); back != c.want {
					t.Errorf("%v of %v were taken out, want %v", back, away, c.want)
				}
			})
		})
	}
}

// record stores when the bot was last reachable, as processes do that have ended since.
func (e *env) record(t *testing.T, ago map[string]time.Duration) {
	t.Helper()
	for name, d := range ago {
		if err := e.db.SetFact(t.Context(), name, strconv.FormatInt(e.db.Now().Add(-d).UnixMilli(), 10)); err != nil {
			t.Fatal(err)
		}
	}
}

// unread has nothing in any channel, and counts the readings.
type unread struct{ times atomic.Int64 }

func (u *unread) Recent(context.Context, id.Channel, int, id.Message) ([]discord.Received, error) {
	u.times.Add(1)
	return nil, nil
}

// Channels are read as soon as the database answers, if it did not when the connection began.
func TestReadsOnceTheDatabaseAnswers(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		rest := &unread{}
		r := &Reader{Matches: e.matches, REST: rest, Now: e.db.Now, Logger: slog.New(slog.DiscardHandler),
			Notation: func(*match.Match) notation.Family { return notation.Auto }}
		r.Ready(nil)
		e.down.Store(true)
		time.AfterFunc(time.Minute, func() { e.down.Store(false) })
		if r.ReadAll(t.Context()); rest.times.Load() != 1 {
			t.Errorf("%d channels were read", rest.times.Load())
		}
	})
}

// votes records what is taken out of the time for votes.
type votes struct{ skipped []time.Duration }

func (*votes) Running(context.Context, shards.Part) (bool, error) { return true, nil }

func (v *votes) DeductAbsence(_ context.Context, _ shards.Part, from, to time.Time) error {
	v.skipped = append(v.skipped, to.Sub(from))
	return nil
}

// An absence is taken out of the time for votes too, also where no clock runs.
func TestVotesWait(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		if _, err := e.matches.Resign(t.Context(), match.Actor{Player: "2"}, e.game); err != nil {
			t.Fatal(err)
		}
		first, second := &votes{}, &votes{}
		m := e.monitor()
		m.Votes = first
		m.Begin(t.Context())
		for range time.Minute / checkInterval {
			m.check(t.Context())
			time.Sleep(checkInterval)
		}
		m.check(t.Context())
		time.Sleep(2 * time.Minute) // it has died
		next := e.monitor()
		next.Votes = second
		next.Begin(t.Context())
		next.check(t.Context())
		if !slices.Equal(first.skipped, []time.Duration{0}) || !slices.Equal(second.skipped, []time.Duration{2 * time.Minute}) {
			t.Errorf("%v, then %v were taken out", first.skipped, second.skipped)
		}
	})
}
