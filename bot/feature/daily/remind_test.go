package daily

import (
	"context"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// reminding returns the job of somebody's next reminder, if there is one.
func reminding(t *testing.T, s *Service, p id.Player) (j scheduler.Job, planned bool) {
	t.Helper()
	j.Subject = playerSubject(p)
	planned, err := store.One(s.db.Read().Row(t.Context(), `SELECT version, due_at FROM jobs WHERE slot = ? AND id = ?`, JobRemind, string(p)),
		&j.Version, store.Time(&j.Due))
	if err != nil {
		t.Fatal(err)
	}
	return j, planned
}

func at(t *testing.T, text string) time.Time {
	t.Helper()
	when, err := time.Parse(time.DateTime, text)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

// TestEvening has people reminded in the evening of their server, once it has posted, and not on the day of asking if that has begun.
func TestEvening(t *testing.T) {
	for _, c := range []struct {
		name, asked string
		guild       id.Guild
		hour        int
		zone        string
		want        string // not before, in UTC, and at most ten minutes later
	}{
		{"in a direct conversation", "2026-11-24 12:00:00", "", 0, "", "2026-11-24 19:00:00"},
		{"where nothing is posted", "2026-11-24 12:00:00", server, 0, "", "2026-11-24 19:00:00"},
		{"by the clocks of the server", "2026-11-24 11:00:00", server, 9, "Asia/Ho_Chi_Minh", "2026-11-24 12:00:00"},
		{"in the evening", "2026-11-24 12:30:00", server, 9, "Asia/Ho_Chi_Minh", "2026-11-25 12:00:00"},
		{"where it is posted late", "2026-11-24 12:00:00", server, 20, "UTC", "2026-11-24 21:00:00"},
		{"where it is posted at night", "2026-11-24 12:00:00", server, 23, "UTC", "2026-11-24 22:00:00"},
	} {
		now := at(t, c.asked)
		s := open(t, &now)
		if c.zone != "" {
			if err := s.Enable(t.Context(), Server{Guild: server, Channel: "700", Hour: c.hour, Zone: c.zone}); err != nil {
				t.Fatal(err)
			}
		}
		first, err := s.EnableReminders(t.Context(), "tom", c.guild)
		if err != nil {
			t.Fatal(err)
		}
		j, planned := reminding(t, s, "tom")
		if late := first.Sub(at(t, c.want)); !planned || !j.Due.Equal(first.Truncate(time.Millisecond)) || late < 0 || late > spreadOver {
			t.Errorf("%s: %v, want %s", c.name, first.UTC(), c.want)
		}
	}
}

// TestUnsolved reminds once a number, of what is neither solved nor given up, and not when it is too late.
func TestUnsolved(t *testing.T) {
	for _, c := range []struct {
		name string
		try  *Try
		late time.Duration
		want bool
	}{
		{"not begun", nil, 0, true},
		{"begun", &Try{Mark: Wrong}, 0, true},
		{"solved", &Try{Mark: Right, Solved: true}, 0, false},
		{"given up", &Try{Shown: true}, 0, false},
		{"after a short outage", nil, 2 * time.Hour, true},
		{"at night", nil, 5 * time.Hour, false},
	} {
		now := at(t, "2026-11-24 12:00:00")
		s := open(t, &now)
		due, err := s.EnableReminders(t.Context(), "tom", server)
		if err != nil {
			t.Fatal(err)
		}
		j, _ := reminding(t, s, "tom")
		now = due.Add(c.late)
		if c.try != nil {
			c.try.Player, c.try.Number = "tom", Number(j.Version)
			if _, counted, err := s.RecordTry(t.Context(), *c.try); err != nil || !counted {
				t.Fatalf("%v (%v)", counted, err)
			}
		}
		r, n, ok, err := s.DueReminder(t.Context(), j)
		if err != nil || ok != c.want || n != Today(due, time.UTC) || r != (Reminder{"tom", server, ""}) {
			t.Errorf("%s: %+v, #%d, %v (%v)", c.name, r, n, ok, err)
		}
		if err := s.Reminded(t.Context(), j, "dm"); err != nil {
			t.Fatal(err)
		}
		next, planned := reminding(t, s, "tom")
		if !planned || next.Version != j.Version+1 || !next.Due.After(now) {
			t.Errorf("%s: then #%d at %v", c.name, next.Version, next.Due)
		}
		if r, _, _, err := s.DueReminder(t.Context(), next); err != nil || r.Channel != "dm" {
			t.Errorf("%s: the conversation is %q (%v)", c.name, r.Channel, err)
		}
		// Who asks again is not reminded twice of a day.
		if _, err := s.EnableReminders(t.Context(), "tom", server); err != nil {
			t.Fatal(err)
		}
		if again, _ := reminding(t, s, "tom"); again.Version != next.Version {
			t.Errorf("%s: asked again, #%d instead of #%d", c.name, again.Version, next.Version)
		}
	}
}

// TestRemindedNoMore has a reminder end where its player wants none, or is erased, also while it is being done.
func TestRemindedNoMore(t *testing.T) {
	for name, end := range map[string]func(context.Context, *Service) error{
		"stopped": func(ctx context.Context, s *Service) error { return s.StopReminding(ctx, "tom") },
		"erased": func(ctx context.Context, s *Service) error {
			return player.NewPersonalData(s.db, s.Owner()).Erase(ctx, "tom")
		},
	} {
		now := at(t, "2026-11-24 12:00:00")
		s := open(t, &now)
		for _, p := range []id.Player{"tom", "mei"} {
			if _, err := s.EnableReminders(t.Context(), p, server); err != nil {
				t.Fatal(err)
			}
		}
		j, _ := reminding(t, s, "tom")
		now = j.Due
		if err := end(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if _, _, ok, err := s.DueReminder(t.Context(), j); ok || err != nil {
			t.Errorf("%s: reminded all the same (%v)", name, err)
		}
		if err := s.Reminded(t.Context(), j, "dm"); err != nil {
			t.Fatal(err)
		}
		_, planned := reminding(t, s, "tom")
		wanted, err := s.WantsReminders(t.Context(), "tom")
		if planned || wanted || err != nil {
			t.Errorf("%s: planned %v, wanted %v (%v)", name, planned, wanted, err)
		}
		if _, planned := reminding(t, s, "mei"); !planned {
			t.Errorf("%s: somebody else's is gone", name)
		}
	}
}
