package daily

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

const server id.Guild = "500"

func open(t *testing.T, now *time.Time) *Service {
	t.Helper()
	db, _ := testdb.Open(t, func() time.Time { return *now })
	n := 0
	var mu sync.Mutex
	return New(db, []string{"first", "second", "third"}, func() id.Match {
		mu.Lock()
		defer mu.Unlock()
		n++
		return id.Match(fmt.Sprintf("post%06d", n))
	})
}

// job returns the job of a server's next post.
func job(t *testing.T, s *Service) (j scheduler.Job) {
	t.Helper()
	j.Guild = server
	found, err := store.One(s.db.Read().Row(t.Context(), `SELECT version, due_at FROM jobs WHERE slot = ? AND id = ?`, JobPost, string(server)), &j.Version, store.Time(&j.Due))
	if err != nil || !found {
		t.Fatalf("no job (%v)", err)
	}
	return j
}

// posts returns the posts, oldest first.
func posts(t *testing.T, s *Service) []Post {
	t.Helper()
	all, err := store.All(t.Context(), s.db.Read(), func(r store.Row) (p Post, err error) {
		err = r.Scan(scanPost(&p)...)
		return p, err
	}, `SELECT `+postColumns+` FROM daily_posts ORDER BY number`)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func nothing(context.Context, store.Tx, Post, bool) error { return nil }

// TestTwoProcesses has several processes do the same job at once, and again: one makes the post.
func TestTwoProcesses(t *testing.T) {
	now := time.Date(2026, 12, 1, 6, 0, 0, 0, time.UTC)
	s := open(t, &now)
	if err := s.Enable(t.Context(), Server{Guild: server, Channel: "700", Hour: 8, Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	j := job(t, s)
	now = j.Due
	var mu sync.Mutex
	wanted := 0
	want := func(_ context.Context, _ store.Tx, _ Post, fresh bool) error {
		mu.Lock()
		defer mu.Unlock()
		if fresh {
			wanted++
		}
		return nil
	}
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if err := s.Post(t.Context(), j, true, want); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := posts(t, s); len(got) != 1 || wanted != 1 || got[0].Number != 31 {
		t.Errorf("%d cards were wanted for %+v", wanted, got)
	}
	if next := job(t, s); next.Version != 32 || next.Due.Sub(j.Due) != 24*time.Hour {
		t.Errorf("next: number %d at %v", next.Version, next.Due)
	}
	// Setting it anew makes no second post of today, whatever the hour.
	if err := s.Enable(t.Context(), Server{Guild: server, Channel: "701", Hour: 9, Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	if next := job(t, s); next.Version != 32 {
		t.Errorf("set anew: number %d at %v", next.Version, next.Due)
	}
}

// TestRefreshAtOnce has the jobs of a post run at once: the card is to be shown anew after each that closes it, and once for its counts,
// since a process may do a job that another was doing when its lease ended.
func TestRefreshAtOnce(t *testing.T) {
	now := time.Date(2026, 12, 1, 6, 0, 0, 0, time.UTC)
	s := open(t, &now)
	if err := s.Enable(t.Context(), Server{Guild: server, Channel: "700", Hour: 8, Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	j := job(t, s)
	now = j.Due
	if err := s.Post(t.Context(), j, true, nothing); err != nil {
		t.Fatal(err)
	}
	of := posts(t, s)[0]
	if _, _, err := s.RecordTry(t.Context(), Try{Player: "201", Guild: server, Number: of.Number, Mark: Right, Solved: true}); err != nil {
		t.Fatal(err)
	}
	revs := map[int64]bool{}
	var mu sync.Mutex
	var all sync.WaitGroup
	want := func(_ context.Context, _ store.Tx, p Post, _ bool) error {
		mu.Lock()
		defer mu.Unlock()
		revs[p.Rev] = true
		return nil
	}
	for i := range 8 {
		all.Go(func() {
			j := scheduler.Job{Kind: []string{JobCount, JobClose}[i%2], Subject: of.Subject()}
			if err := s.Refresh(t.Context(), j, want); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if p := posts(t, s)[0]; p.Rev != of.Rev+5 || p.Edits != 1 || len(revs) != 5 {
		t.Errorf("%+v, with the revisions %v, before %+v", p, revs, of)
	}
}

// TestCountedWhileShown has somebody solve while the counts are being shown, without them: the counts are shown once more.
func TestCountedWhileShown(t *testing.T) {
	now := time.Date(2026, 12, 1, 6, 0, 0, 0, time.UTC)
	s := open(t, &now)
	if err := s.Enable(t.Context(), Server{Guild: server, Channel: "700", Hour: 8, Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	j := job(t, s)
	now = j.Due
	if err := s.Post(t.Context(), j, true, nothing); err != nil {
		t.Fatal(err)
	}
	solve := func(p id.Player) error {
		_, _, err := s.RecordTry(t.Context(), Try{Player: p, Guild: server, Number: 31, Mark: Right, Solved: true})
		return err
	}
	if err := solve("201"); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Hour)
	jobs := dueJobs(t, s, JobCount)
	if len(jobs) != 1 {
		t.Fatalf("to be done: %+v", jobs)
	}
	done := make(chan error, 1)
	if err := s.Refresh(t.Context(), jobs[0], func(ctx context.Context, tx store.Tx, _ Post, _ bool) (err error) {
		go func() { done <- solve("202") }()
		// Where several write at once, it waits for this by now, or is done.
		for waiting := 0; tx.Dialect().SkipLocked() != "" && waiting == 0 && len(done) == 0 && err == nil; {
			waiting, err = store.Value[int](s.db.Read().Row(ctx, `SELECT COUNT(*) FROM pg_locks WHERE NOT granted`))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Hour)
	if jobs = dueJobs(t, s, JobCount); len(jobs) != 1 {
		t.Errorf("to be done after it: %+v", jobs)
	}
}

// TestKilled fails before the transaction is complete: nothing has happened, and the job is still there.
func TestKilled(t *testing.T) {
	now := time.Date(2026, 12, 1, 6, 0, 0, 0, time.UTC)
	s := open(t, &now)
	if err := s.Enable(t.Context(), Server{Guild: server, Channel: "700", Hour: 8, Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	j := job(t, s)
	now = j.Due
	killed := errors.New("killed")
	err := s.Post(t.Context(), j, true, func(context.Context, store.Tx, Post, bool) error { return killed })
	if !errors.Is(err, killed) || len(posts(t, s)) != 0 || job(t, s).Version != j.Version {
		t.Fatalf("%v, %v, job %+v", err, posts(t, s), job(t, s))
	}
	if err := s.Post(t.Context(), j, true, nothing); err != nil || len(posts(t, s)) != 1 {
		t.Errorf("again: %v, %v", err, posts(t, s))
	}
}

// TestYearOfPosts runs a server for a year, an hour at a time, with outages drawn at random: each date has at most one post, exactly
// one where the bot was there, and what is late comes neither in the night nor after three hours.
func TestYearOfPosts(t *testing.T) {
	for i, c := range []struct {
		zone string
		hour int
	}{{"Asia/Ho_Chi_Minh", 8}, {"Europe/Berlin", 2}, {"America/New_York", 21}, {"Australia/Lord_Howe", 23}} {
		random := rand.New(rand.NewPCG(7, uint64(i)))
		now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
		s := open(t, &now)
		to := Server{Guild: server, Channel: "700", Hour: c.hour, Zone: c.zone}
		if err := s.Enable(t.Context(), to); err != nil {
			t.Fatal(err)
		}
		begin, away, outages := now, time.Time{}, map[Number]bool{}
		for now.Before(begin.AddDate(1, 0, 0)) {
			hour := now.Add(time.Hour)
			if hour.Before(away) {
				now = hour
				outages[Today(now, to.zone())] = true
				continue
			}
			for range 3 { // a job that is due may put another one that is
				j := job(t, s)
				if j.Due.After(hour) {
					break
				}
				if now = j.Due; now.Before(away) { // while the bot was away
					now = hour
				}
				if err := s.Post(t.Context(), j, true, nothing); err != nil {
					t.Fatal(err)
				}
			}
			if now = hour; random.IntN(200) == 0 {
				away = now.Add(time.Duration(1+random.IntN(30)) * time.Hour)
			}
		}
		all := posts(t, s)
		has := map[Number]bool{}
		for _, p := range all {
			due, _ := p.Number.Due(c.hour, to.zone())
			due = due.Add(spread(server))
			if has[p.Number] {
				t.Errorf("%s: two posts of %v", c.zone, p.Number.Date())
			}
			has[p.Number] = true
			hour := p.At.In(to.zone()).Hour()
			if after := p.At.Sub(due); after < -time.Millisecond || after > maxLate || after > lateAtNight &&
				(hour >= night || hour < morning) {
				t.Errorf("%s: %v was posted at %v", c.zone, p.Number.Date(), p.At.In(to.zone()))
			}
		}
		if len(all) < 300 {
			t.Fatalf("%s: %d posts in a year", c.zone, len(all))
		}
		for n := all[0].Number; n < all[len(all)-1].Number; n++ {
			if !has[n] && !outages[n] {
				t.Errorf("%s: no post of %v, and no outage", c.zone, n.Date())
			}
		}
	}
}

// TestNote counts a try once however often its click is delivered, nothing after the end, and nothing once the number is closed.
func TestNote(t *testing.T) {
	n := Number(40)
	now := n.Date().Add(12 * time.Hour)
	s := open(t, &now)
	note := func(mark Mark, before int, solved bool) (Result, bool) {
		t.Helper()
		r, counted, err := s.RecordTry(t.Context(),
			Try{Player: "201", Guild: server, Number: n, Mark: mark, Before: before, Solved: solved})
		if err != nil {
			t.Fatal(err)
		}
		return r, counted
	}
	note(Wrong, 0, false)
	note(Wrong, 0, false) // delivered again
	if r, counted := note(Right, 1, true); r.Marks[0] != Wrong || len(r.Marks) != 2 || !counted || !r.Solved || r.AtOnce() {
		t.Errorf("%+v, %v", r, counted)
	}
	if _, counted := note(Right, 2, true); counted {
		t.Error("counted after the end")
	}
	now = n.Closes()
	if _, counted, err := s.RecordTry(t.Context(),
		Try{Player: "202", Guild: server, Number: n, Mark: Right, Solved: true}); err != nil || counted {
		t.Errorf("counted after the number was closed (%v)", err)
	}
	if total, err := s.Everywhere(t.Context(), n); err != nil || total != (Total{1, 1, 0}) {
		t.Errorf("%+v, %v", total, err)
	}
}

// TestRefused ends a server's posts after refusals in a row, and not after as many that were not.
func TestRefused(t *testing.T) {
	now := time.Date(2026, 12, 1, 6, 0, 0, 0, time.UTC)
	s := open(t, &now)
	if err := s.Enable(t.Context(), Server{Guild: server, Channel: "700", Hour: 8, Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	is := func(want bool, when string) {
		t.Helper()
		if got, err := s.Server(t.Context(), server); err != nil || got.On() != want {
			t.Errorf("%s: %+v (%v)", when, got, err)
		}
	}
	refuse := func(channel id.Channel, deleted bool) {
		t.Helper()
		if err := s.RecordRefusal(t.Context(), server, channel, deleted); err != nil {
			t.Fatal(err)
		}
	}
	for range MaxRefused {
		refuse("700", false)
		is(true, "refused once")
		if err := s.ResetRefusals(t.Context(), server); err != nil {
			t.Fatal(err)
		}
	}
	refuse("701", true)
	is(true, "another channel was deleted")
	for range MaxRefused {
		refuse("700", false)
	}
	is(false, "refused in a row")
	if err := s.ResetRefusals(t.Context(), server); err != nil {
		t.Fatal(err)
	}
	is(false, "an earlier post was seen")
	if err := s.Enable(t.Context(), Server{Guild: server, Channel: "702", Hour: 8, Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	is(true, "set anew")
	refuse("702", true)
	is(false, "deleted")
}

// TestNextIsPlanned tells of the post that is planned, also to whoever sets the hour that has just begun.
func TestNextIsPlanned(t *testing.T) {
	start := time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)
	for _, after := range []time.Duration{0, time.Minute, 5 * time.Minute, 9 * time.Minute, 11 * time.Minute} {
		now := start.Add(after)
		s := open(t, &now)
		set := Server{Guild: server, Channel: "700", Hour: 8, Zone: "UTC"}
		if err := s.Enable(t.Context(), set); err != nil {
			t.Fatal(err)
		}
		planned, err := store.Value[int64](s.db.Read().Row(t.Context(), `SELECT due_at FROM jobs WHERE job = 'daily'`))
		if err != nil {
			t.Fatal(err)
		}
		next, err := s.Next(t.Context(), set)
		if err != nil || store.Millis(next) != planned {
			t.Errorf("set at %v: %v is told, %v is planned (%v)", now, next, store.Instant(planned).UTC(), err)
		}
	}
}

// TestPlannedWestward plans a date that has no post yet where the zone moves so far west that the last post's date has not begun there.
func TestPlannedWestward(t *testing.T) {
	now := time.Date(2026, 12, 2, 1, 0, 0, 0, time.UTC)
	s := open(t, &now)
	set := Server{Guild: server, Channel: "700", Hour: 9, Zone: "Asia/Shanghai"}
	if err := s.Enable(t.Context(), set); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		now = now.Add(10 * time.Minute)
		if err := s.Post(t.Context(), job(t, s), true, nothing); err != nil {
			t.Fatal(err)
		}
		now = now.Add(24 * time.Hour)
	}
	now = now.Add(-23 * time.Hour) // the evening of the day before in Los Angeles
	all := posts(t, s)
	if len(all) != 2 {
		t.Fatalf("posted %+v", all)
	}
	set.Zone = "America/Los_Angeles"
	if err := s.Enable(t.Context(), set); err != nil {
		t.Fatal(err)
	}
	if j := job(t, s); Number(j.Version) != all[1].Number+1 {
		t.Errorf("number %d is planned after %d was posted", j.Version, all[1].Number)
	}
}
