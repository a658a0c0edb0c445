package analysis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"yeye/ai/report"
	"yeye/bot/feature"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/engine"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// The analysis of a deleted game goes with it, and so does its job; the player's next one gets its turn.
func TestForget(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db, _ := testdb.Open(t, func() time.Time { return now })
	ctx := t.Context()
	tx := func(f func(store.Tx) error) {
		t.Helper()
		if err := db.Tx(ctx, f); err != nil {
			t.Fatal(err)
		}
	}
	first := row{Game: "g1", Kind: kindImported, Owner: "mei", Requester: "mei", State: underway, Asked: now}
	second := row{Game: "g2", Kind: match.Duel.Kind, Requester: "mei", State: waiting, Asked: now.Add(time.Second)}
	tx(func(tx store.Tx) error {
		for _, a := range []*row{&first, &second} {
			insert(ctx, tx, a)
		}
		scheduler.Put(ctx, tx, scheduler.Job{Slot: job, Kind: job, Subject: first.subject(), Due: now, Pool: scheduler.Slow})
		return nil
	})
	tx(func(tx store.Tx) error { return forget(ctx, tx, []id.Match{"g1", "none"}) })
	if _, there, err := load(ctx, db.Read(), "g1"); there || err != nil {
		t.Errorf("the analysis is there, %v", err)
	}
	jobs, err := store.All(ctx, db.Read(), store.Value[id.Match], `SELECT id FROM jobs`)
	if err != nil || len(jobs) != 1 || jobs[0] != "g2" {
		t.Errorf("jobs of %v, %v", jobs, err)
	}
	if a, there, err := load(ctx, db.Read(), "g2"); !there || a.State != underway || err != nil {
		t.Errorf("the next one: %+v, %v", a, err)
	}
}

// queues are the queues of players, in a database of its own, without an engine.
type queues struct {
	*analyses
	t *testing.T
}

func newQueues(t *testing.T) *queues {
	t.Helper()
	db, _ := testdb.Open(t, func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) })
	reviewer := struct{ engine.Searcher }{}
	return &queues{&analyses{Services: Services{DB: db, Engine: engine.New(engine.Options{Reviewer: reviewer}), Waker: scheduler.NewWaker(db)}}, t}
}

// waiting returns how many analyses of a player wait. If any is open, exactly one of them has a job.
func (q *queues) waiting(p id.Player) int {
	q.t.Helper()
	all, err := openRequests(q.t.Context(), q.DB.Read(), p)
	if err != nil {
		q.t.Fatal(err)
	}
	working := 0
	for _, a := range all {
		jobs, err := store.Value[int](q.DB.Read().Row(q.t.Context(), `SELECT COUNT(*) FROM jobs WHERE slot = ? AND id = ?`, job, string(a.Game)))
		if err != nil || (jobs == 1) != (a.State == underway) {
			q.t.Errorf("%s is in state %d and has %d jobs, %v", a.Game, a.State, jobs, err)
		}
		working += jobs
	}
	if len(all) > 0 && working != 1 {
		q.t.Errorf("%d of %d analyses of %s have jobs", working, len(all), p)
	}
	return max(0, len(all)-1)
}

// An analysis that waits for none gets its job when it is asked for again, by whomever.
func TestAskAgain(t *testing.T) {
	for _, p := range []id.Player{"mei", "tom"} {
		q := newQueues(t)
		err := q.DB.Tx(t.Context(), func(tx store.Tx) error {
			insert(t.Context(), tx, &row{Game: "g1", Kind: kindImported, Owner: "mei", Requester: "mei", Asked: tx.Now})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if a, err := q.enqueue(t.Context(), p, &archive.Game{ID: "g1"}); err != nil || a.State != underway || a.Requester != "mei" {
			t.Errorf("%s is told %+v, %v", p, a, err)
		}
		q.waiting("mei")
	}
}

// Whoever erases themselves while a report is being made is not in what it is passed on with.
func TestErasedBeforeTheReportIsTold(t *testing.T) {
	q := newQueues(t)
	q.Matches = match.NewService(q.DB)
	ctx := t.Context()
	by := func(event id.Event) match.Actor {
		return match.Actor{Event: event, Player: "mei", Name: "Mei", Source: match.FromText}
	}
	begun, err := q.Matches.Start(ctx, by("1"), match.Terms{Mode: match.Duel, Channel: "room", Position: game.Start(),
		Seats: [2]match.Seat{{Player: "mei", Name: "Mei"}, {Player: "tom", Name: "Tom"}}})
	if err != nil {
		t.Fatal(err)
	}
	m := begun.Match.ID
	if _, err := q.Matches.StepConfirmed(ctx, by("2"), m, begun.Match.Turn, game.NewMove(game.SquareAt(7, 2), game.SquareAt(4, 2))); err != nil {
		t.Fatal(err)
	}
	ended, err := q.Matches.Resign(ctx, by("3"), m)
	if err != nil {
		t.Fatal(err)
	}
	done := report.NewAnalysis(ended.Match.Game)
	for i, move := range []game.Move{game.NewMove(game.SquareAt(7, 2), game.SquareAt(4, 2)), game.NewMove(game.SquareAt(7, 9), game.SquareAt(6, 7))} {
		done.Entries[i] = report.Entry{Pass: report.Quick, Line: report.Line{move}}
	}
	gone := false
	q.Finished = feature.NewOptionalAPI("puzzle", guild.New(q.DB), func(_ context.Context, _ store.Tx, m *match.Match, _ *report.Report, _ id.Player) error {
		gone = m.Seats[game.Black].Erased()
		return nil
	})
	_, tell, err := q.reportNotifier(ctx, &row{Game: m, Kind: match.Duel.Kind, Requester: "mei"}, &done)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []func(context.Context, store.Tx) error{
		func(ctx context.Context, tx store.Tx) error { return q.Matches.Owner().Erase(ctx, tx, "tom") }, tell,
	} {
		if err := q.DB.Tx(ctx, func(tx store.Tx) error { return f(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
	}
	if !gone {
		t.Error("the report knows the erased player")
	}
}

// overtaken is a transaction before one of whose statements something else is done, if the database lets it.
type overtaken struct {
	statement int // counted from 1
	other     func() error
	ended     chan error
}

// overtakes bounds the wait for what overtakes: it may itself have to wait for the transaction.
const overtakes = 20 * time.Millisecond

func (o *overtaken) next() {
	if o.statement--; o.statement != 0 {
		return
	}
	go func() { o.ended <- o.other() }()
	for end := time.Now().Add(overtakes); len(o.ended) == 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
}

// Results so far that the database is too slow to take are saved after the next position.
func TestSlowDatabase(t *testing.T) {
	q := newQueues(t)
	of := row{Game: "g0", Kind: kindImported, Owner: "mei", Requester: "mei"}
	if err := q.DB.Tx(t.Context(), func(tx store.Tx) error {
		insert(t.Context(), tx, &of)
		return startNext(t.Context(), tx, "mei")
	}); err != nil {
		t.Fatal(err)
	}
	review, err := q.Engine.Review("mei")
	if err != nil {
		t.Fatal(err)
	}
	slow := true
	q.DB.Observe(store.Observer{Statement: func(_ context.Context, statement string) error {
		if slow && strings.HasPrefix(statement, "UPDATE analyses") {
			return context.DeadlineExceeded
		}
		return nil
	}})
	w := &worker{f: q.analyses, row: &of, review: review}
	for n := 1; n <= 2; n++ {
		if err := w.onPosition(t.Context(), new(report.Analysis), n, 9); err != nil {
			t.Error(err)
		}
		slow = false
	}
	if a, _, err := load(t.Context(), q.DB.Read(), "g0"); a.Done != 2 || err != nil {
		t.Errorf("%d positions are saved, %v", a.Done, err)
	}
}

type overtakenKey struct{}

// Whatever happens to a player's queue while something else happens to it, exactly one of the analyses in it has a job.
func TestOvertaking(t *testing.T) {
	type act func(context.Context, *queues) error
	ask := func(p id.Player, of id.Match) act {
		return func(ctx context.Context, q *queues) error {
			a, err := q.enqueue(ctx, p, &archive.Game{ID: of})
			if err == nil && a.Game != of {
				err = fmt.Errorf("the analysis of %s is that of %q", of, a.Game)
			}
			return err
		}
	}
	within := func(f func(context.Context, *queues, store.Tx) error) act {
		return func(ctx context.Context, q *queues) error {
			return q.DB.Tx(ctx, func(tx store.Tx) error { return f(ctx, q, tx) })
		}
	}
	of := row{Game: "g0", Kind: kindImported, Owner: "tom", Requester: "mei"}
	begun := within(func(ctx context.Context, _ *queues, tx store.Tx) error {
		insert(ctx, tx, &of)
		return startNext(ctx, tx, "mei")
	})
	finish := func(ctx context.Context, q *queues) error {
		return (&worker{f: q.analyses, row: &of, total: 1}).finish(ctx, &report.Analysis{})
	}
	cancel := func(ctx context.Context, q *queues) error { return q.cancel(ctx, "mei", of.Game) }
	abandon := func(ctx context.Context, q *queues) error { return q.abandon(ctx, &of) }
	gone := within(func(ctx context.Context, _ *queues, tx store.Tx) error { return forget(ctx, tx, []id.Match{of.Game}) })
	erase := within(func(ctx context.Context, q *queues, tx store.Tx) error { return q.owner().Erase(ctx, tx, "tom") })
	for name, c := range map[string]struct {
		before     []act
		one, other act
		waiting    int // of Mei's and Tom's in the end
	}{
		"two games":            {nil, ask("mei", "g1"), ask("mei", "g2"), 1},
		"the same game":        {nil, ask("mei", "g1"), ask("mei", "g1"), 0},
		"the same game of two": {nil, ask("mei", "g1"), ask("tom", "g1"), 0},
		"the last place":       {[]act{begun, ask("mei", "g1"), ask("mei", "g2")}, ask("mei", "g3"), ask("mei", "g4"), maxOpen - 1},
		"ask, finish":          {[]act{begun}, ask("mei", "g1"), finish, 0},
		"finish, ask":          {[]act{begun}, finish, ask("mei", "g1"), 0},
		"ask, cancel":          {[]act{begun}, ask("mei", "g1"), cancel, 0},
		"cancel, ask":          {[]act{begun}, cancel, ask("mei", "g1"), 0},
		"cancel, another asks": {[]act{begun, ask("mei", "g1")}, func(ctx context.Context, q *queues) error { return q.cancel(ctx, "mei", "g1") }, ask("tom", "g1"), 0},
		"cancel, finish":       {[]act{begun, ask("mei", "g1")}, cancel, finish, 0},
		"finish, cancel":       {[]act{begun, ask("mei", "g1")}, finish, cancel, 0},
		"abandon, ask":         {[]act{begun}, abandon, ask("mei", "g1"), 0},
		"delete, ask":          {[]act{begun}, gone, ask("mei", "g1"), 0},
		"finish, delete":       {[]act{begun, ask("mei", "g1")}, finish, gone, 0},
		"erase, ask":           {[]act{begun}, erase, ask("mei", "g1"), 0},
		"ask, erase":           {[]act{begun}, ask("mei", "g1"), erase, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := newQueues(t)
			q.DB.Observe(store.Observer{Statement: func(ctx context.Context, _ string) error {
				if o, ok := ctx.Value(overtakenKey{}).(*overtaken); ok {
					o.next()
				}
				return nil
			}})
			for n := 1; ; n++ {
				for _, do := range c.before {
					if err := do(t.Context(), q); err != nil {
						t.Fatal(err)
					}
				}
				o := &overtaken{n, func() error { return c.other(t.Context(), q) }, make(chan error, 1)}
				err := c.one(context.WithValue(t.Context(), overtakenKey{}, o), q)
				if o.statement > 0 {
					if err != nil {
						t.Error(err)
					}
					return // there are fewer
				}
				if err = errors.Join(err, <-o.ended); err != nil && !errors.Is(err, errMany) {
					t.Errorf("before statement %d: %v", n, err)
				}
				if waiting := q.waiting("mei") + q.waiting("tom"); waiting != c.waiting || t.Failed() {
					t.Fatalf("before statement %d: %d wait, want %d", n, waiting, c.waiting)
				}
				for _, table := range []string{"analyses", "jobs"} {
					if _, err := q.DB.Write().Exec(t.Context(), `DELETE FROM `+table); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}
