package lessons

import (
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/store"
)

const mei, tom id.Player = "201", "202"

// Progress is kept for each player, goes on where it was, and is erased.
func TestProgress(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db, _ := testdb.Open(t, func() time.Time { now = now.Add(time.Second); return now })
	s, ctx := NewService(db), t.Context()
	next := func(p id.Player, c Course) string {
		t.Helper()
		now, err := s.Progress(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		one, _ := now.Next(c)
		return one.Name
	}
	if now, err := s.Progress(ctx, mei); err != nil || now.Course != "" || len(now.Done) > 0 || next(mei, New) != "1.1" {
		t.Errorf("at first: %+v, %v", now, err)
	}
	for _, name := range []string{"1.1", "2.1", "1.1"} {
		if err := s.Done(ctx, mei, name, New); err != nil {
			t.Fatal(err)
		}
	}
	if got := next(mei, New); got != "1.2" {
		t.Errorf("next is %s", got)
	}
	if err := s.Done(ctx, mei, "1.2", Chess); err != nil {
		t.Fatal(err)
	}
	got, err := s.Progress(ctx, mei)
	if err != nil || got.Course != Chess || !got.Finished(New, 1) || got.Finished(New, 2) || len(got.Done) != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	if after, ok := got.After(New, "2.1"); !ok || after.Name != "2.2" {
		t.Errorf("after 2.1 comes %s", after.Name)
	}
	if after, ok := got.After(Chess, "14.1"); !ok || after.Name != "15.1" {
		t.Errorf("after the last task comes %s", after.Name)
	}
	if got := next(tom, New); got != "1.1" {
		t.Errorf("another's next is %s", got)
	}
	for _, task := range New.Tasks() {
		if err := s.Done(ctx, tom, task.Name, New); err != nil {
			t.Fatal(err)
		}
	}
	if got := next(tom, New); got != "" {
		t.Errorf("all are done, and next is %s", got)
	}
	if err := db.Tx(ctx, func(tx store.Tx) error { return s.Owner().Erase(ctx, tx, tom) }); err != nil {
		t.Fatal(err)
	}
	sections, err := s.Owner().Export(ctx, s.db.Read(), mei)
	if err != nil || len(sections) != 1 || len(sections[0].Value.([]exported)) != 3 || next(tom, New) != "1.1" {
		t.Errorf("%+v, %v", sections, err)
	}
}
