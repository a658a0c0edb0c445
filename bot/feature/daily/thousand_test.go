package daily

import (
	"context"
	"fmt"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// servers is how many servers want their post at the same hour, and most how many requests a second Discord allows a bot.
const servers, most = 1000, 50

// TestThousandServers lets a thousand servers have their post at the same hour, second by second, and counts what would be asked of
// Discord: a post each, spread over minutes, far below the limit.
func TestThousandServers(t *testing.T) {
	now := Number(31).Date().Add(6 * time.Hour)
	s := open(t, &now)
	for i := range servers {
		if err := s.Enable(t.Context(), Server{Guild: id.Guild(fmt.Sprint(1_000_000_007 * (i + 1))), Channel: "700", Hour: 8,
			Zone: "UTC"}); err != nil {
			t.Fatal(err)
		}
	}
	posts := map[id.Guild]int{}
	want := func(_ context.Context, _ store.Tx, p Post, fresh bool) error {
		if !fresh {
			t.Errorf("%s: an edit", p.Guild)
		}
		posts[p.Guild]++
		return nil
	}
	hour := Number(31).Date().Add(8 * time.Hour)
	busiest, minutes := 0, map[int]int{}
	for now = hour.Add(-time.Minute); now.Before(hour.Add(spreadOver + time.Minute)); now = now.Add(time.Second) {
		due := dueJobs(t, s, JobPost)
		busiest = max(busiest, len(due))
		minutes[int(now.Sub(hour).Minutes())] += len(due)
		for _, j := range due {
			if err := s.Post(t.Context(), j, true, want); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(posts) != servers {
		t.Errorf("%d of %d servers have a post", len(posts), servers)
	}
	for g, n := range posts {
		if n != 1 {
			t.Errorf("%s has %d posts", g, n)
		}
	}
	if busiest > most/5 {
		t.Errorf("%d posts in a second", busiest)
	}
	for m := range int(spreadOver.Minutes()) {
		if n := minutes[m]; n < servers/20 || n > servers/5 {
			t.Errorf("%d posts in minute %d", n, m)
		}
	}
}

// TestEditsOfADay has people solve all day long in one server: its card is posted, and edited a dozen times at most.
func TestEditsOfADay(t *testing.T) {
	now := Number(31).Date().Add(6 * time.Hour)
	s := open(t, &now)
	if err := s.Enable(t.Context(), Server{Guild: server, Channel: "700", Hour: 8, Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	requests := 0
	want := func(context.Context, store.Tx, Post, bool) error { requests++; return nil }
	for n := 0; now.Before(Number(32).Date().Add(7 * time.Hour)); now = now.Add(4 * time.Minute) {
		for _, j := range dueJobs(t, s, JobPost) {
			if err := s.Post(t.Context(), j, true, want); err != nil {
				t.Fatal(err)
			}
		}
		for _, j := range dueJobs(t, s, JobCount) {
			if err := s.Refresh(t.Context(), j, want); err != nil {
				t.Fatal(err)
			}
		}
		n++
		if _, _, err := s.RecordTry(t.Context(),
			Try{Player: id.Player(fmt.Sprint(n)), Guild: server, Number: 31, Mark: Right, Solved: true}); err != nil {
			t.Fatal(err)
		}
	}
	if requests < 5 || requests > 14 {
		t.Errorf("%d requests for a post that hundreds of people solved", requests)
	}
}

// dueJobs returns the jobs of a slot that are due, and removes those that are done once.
func dueJobs(t *testing.T, s *Service, slot string) []scheduler.Job {
	t.Helper()
	all, err := store.All(t.Context(), s.db.Read(), func(r store.Row) (j scheduler.Job, err error) {
		err = r.Scan(&j.Subject.Kind, &j.Subject.ID, &j.Version, store.Time(&j.Due), &j.Guild)
		return j, err
	}, `SELECT kind, id, version, due_at, guild FROM jobs WHERE slot = ? AND due_at <= ?`, slot, store.Millis(s.db.Now()))
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i].Kind = slot
		if slot == JobCount {
			if _, err := s.db.Write().Exec(t.Context(), `DELETE FROM jobs WHERE slot = ? AND id = ?`, slot, string(all[i].Subject.ID)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return all
}
