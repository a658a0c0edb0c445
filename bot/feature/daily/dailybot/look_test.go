package dailybot_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/feature/daily"
	feat "yeye/bot/feature/daily/dailybot"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// view is what a process knows of the connection over which direct messages come.
type view struct{ another, away atomic.Bool }

// Overdue is true if another process has the connection.
func (v *view) Overdue(id.Guild) bool { return v.another.Load() }

// IsAway is true while it cannot reach Discord, or its database.
func (v *view) IsAway(id.Guild) bool { return v.away.Load() }

// Of two processes one cannot tell whether people can reach the bot: the other notes it in time. It is an outage only if neither can.
func TestLookOfTwoProcesses(t *testing.T) {
	where := testdb.New(t)
	synctest.Test(t, func(t *testing.T) {
		db := testdb.At(t, where, nil)
		defer db.Close()
		var ended []<-chan struct{}
		ctx, stop := context.WithCancel(t.Context())
		begin := func(worker string, v *view) {
			s := daily.New(db, []string{"first"}, nil)
			var look []scheduler.Periodic
			for _, p := range feat.New(feat.Services{Daily: s, Connection: v, Away: v}).Periodic {
				if p.Every == daily.ReachableEvery {
					look = append(look, p)
				}
			}
			sched, err := scheduler.New(scheduler.Options{DB: db, Worker: worker, Periodic: look, Poll: 10 * time.Second,
				Logger: slog.New(slog.DiscardHandler)})
			if err != nil || len(look) != 1 {
				t.Fatalf("%d jobs, %v", len(look), err)
			}
			done := make(chan struct{})
			go func() { sched.Run(ctx); close(done) }()
			ended = append(ended, done)
			time.Sleep(3 * time.Second)
		}
		one, two := &view{}, &view{}
		two.another.Store(true)
		begin("one", one)
		begin("two", two)
		expect := func(when string, want int) {
			t.Helper()
			synctest.Wait()
			n, err := store.Value[int](db.Read().Row(t.Context(), `SELECT COUNT(*) FROM daily_outages`))
			if err != nil || n != want {
				t.Errorf("%s: %d outages, want %d (%v)", when, n, want, err)
			}
		}
		for n := range 3 {
			one.another.Store(n%2 == 1)
			two.another.Store(n%2 == 0)
			time.Sleep(40 * time.Minute)
			expect("one of them knows", 0)
		}
		one.another.Store(true)
		time.Sleep(40 * time.Minute)
		two.another.Store(false)
		time.Sleep(time.Minute)
		expect("nobody had the connection", 1)
		two.away.Store(true)
		time.Sleep(40 * time.Minute)
		two.away.Store(false)
		time.Sleep(time.Minute)
		expect("Discord was down", 2)
		stop()
		for _, done := range ended {
			<-done
		}
	})
}
