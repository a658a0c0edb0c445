package analysis

import (
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
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
			if err := insert(ctx, tx, a); err != nil {
				return err
			}
		}
		return scheduler.Put(ctx, tx, scheduler.Job{Slot: job, Kind: job, Subject: first.subject(), Due: now, Pool: scheduler.Slow})
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
