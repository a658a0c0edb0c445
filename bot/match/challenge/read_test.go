package challenge_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/store"
)

// The lists of challenges.
func TestLists(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	var ids []id.Match
	names := func(all []challenge.Challenge, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		s := ""
		for _, c := range all {
			s += fmt.Sprint(slices.Index(ids, c.ID))
		}
		return s
	}
	propose := func(who, other id.Player) id.Match {
		t.Helper()
		e.pass(20 * time.Minute)
		c, err := of(e.Propose(ctx, e.from(who), terms(room, who, other)))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, c.ID)
		return c.ID
	}
	for n, end := range []func(id.Match) error{
		func(of id.Match) error { _, err := e.Decline(ctx, e.from("tom"), of); return err },
		func(of id.Match) error {
			_, err := e.Rule(ctx, e.from("mod"), of, match.DeletedByModerator)
			return err
		},
		func(of id.Match) error {
			_, err := e.AcceptIn(ctx, e.from("tom"), of, challenge.Answer{}, "park", "yard")
			return err
		},
		func(id.Match) error { return nil },
	} {
		if err := end(propose("mei", "tom")); err != nil {
			t.Fatal(n, err)
		}
	}
	propose("linh", "mei")
	for list, want := range map[string]string{
		names(e.ByChannel(ctx, room, 10)):  "430",
		names(e.ByChannel(ctx, room, 2)):   "43",
		names(e.InChannel(ctx, room)):      "34",
		names(e.InChannel(ctx, "yard")):    "",
		names(e.InGuild(ctx, "park")):      "34",
		names(e.InGuild(ctx, "yard")):      "",
		names(e.ByPlayer(ctx, "mei", 10)):  "34",
		names(e.ByPlayer(ctx, "mei", 1)):   "4",
		names(e.ByPlayer(ctx, "linh", 10)): "4",
		names(e.About(ctx, "tom")):         "03",
	} {
		if list != want {
			t.Errorf("%s, not %s", list, want)
		}
	}
	if n, err := e.Count(ctx); err != nil || n != 2 {
		t.Errorf("%d wait, %v", n, err)
	}
}

// A player's challenges are erased with them; those whose messages are still maintained wait until these are deleted.
func TestErase(t *testing.T) {
	heard := map[id.Match]challenge.Verb{}
	e := newEnv(t)
	ctx := t.Context()
	const who = id.Player("471100000000000815")
	erase := func() (busy bool) {
		t.Helper()
		if err := e.db.Tx(ctx, func(tx store.Tx) (err error) {
			if busy, err = e.Owner().Busy(ctx, tx, who); err != nil || busy {
				return err
			}
			return e.Owner().Erase(ctx, tx, who)
		}); err != nil {
			t.Fatal(err)
		}
		return busy
	}
	answered := func(c challenge.Challenge) challenge.Challenge {
		t.Helper()
		if _, err := e.Decline(ctx, e.from(c.Seats[1].Player), c.ID); err != nil {
			t.Fatal(err)
		}
		return c
	}
	old := answered(e.made(t, who, "tom"))
	e.pass(8 * 24 * time.Hour)
	late, accepted := answered(e.made(t, "tom", who)), e.made(t, "zoe", who)
	if _, err := e.Accept(ctx, e.from(who), accepted.ID, challenge.Answer{}); err != nil {
		t.Fatal(err)
	}
	ruled := e.made(t, "linh", "tom")
	if _, err := e.Rule(ctx, e.from(who), ruled.ID, match.EndedByModerator); err != nil {
		t.Fatal(err)
	}
	waiting := e.made(t, who, "")
	parts, err := e.Owner().Export(ctx, e.db.Read(), who)
	text, _ := json.Marshal(parts)
	if err != nil || len(parts) != 1 || strings.Count(string(text), `"declined"`) != 2 || strings.Count(string(text), `"made_by_you":true`) != 2 || strings.Contains(string(text), `"zoe"`) {
		t.Errorf("exported %s %v", text, err)
	}
	if !erase() {
		t.Error("erased while a challenge waits")
	}
	if _, err := e.Leave(ctx, e.from(who), waiting.ID); err != nil {
		t.Fatal(err)
	}
	e.Listen(store.Listener[challenge.Change]{InTx: func(_ context.Context, _ store.Tx, c *challenge.Change) error {
		heard[c.Challenge.ID] = c.Verb
		return nil
	}})
	if erase() {
		t.Error("busy with nothing")
	}
	if _, err := e.Stored(ctx, accepted.ID); !errors.Is(err, challenge.ErrNoChallenge) {
		t.Errorf("%s is still there: %v", accepted.ID, err)
	}
	for _, c := range []challenge.Challenge{old, late, waiting} { // however old

		if now, err := e.Stored(ctx, c.ID); err != nil || now.Status != challenge.Removed || heard[c.ID] != challenge.Deleted {
			t.Errorf("%s: %v, heard %q, %v", c.ID, now.Status, heard[c.ID], err)
		}
	}
	if len(heard) != 3 {
		t.Errorf("listeners heard of %v", heard)
	}
	if now, err := e.Get(ctx, ruled.ID); err != nil || now.CalledOffBy != "" || now.Status != challenge.CalledOff {
		t.Errorf("what they decided: %+v %v", now, err)
	}
	for _, column := range testdb.Columns(t, e.db, "challenges") {
		if n := row[int](t, e, `SELECT COUNT(*) FROM challenges WHERE CAST("`+column+`" AS TEXT) LIKE ?`, "%"+string(who)+"%"); n > 0 {
			t.Errorf("column %s of %d challenges still names them", column, n)
		}
	}
	forgotten := map[id.Subject]bool{}
	forget := func(_ context.Context, _ store.Tx, s id.Subject) error {
		forgotten[s] = true
		return nil
	}
	for limit, more := range map[int]bool{1: false, 10: false} { // none is old enough
		if got, err := e.Tidy(ctx, limit, forget); err != nil || got != more {
			t.Errorf("tidied: %v %v", got, err)
		}
	}
	e.pass(8 * 24 * time.Hour)
	failing := errors.New("on purpose")
	if _, err := e.Tidy(ctx, 2, func(context.Context, store.Tx, id.Subject) error { return failing }); !errors.Is(err, failing) {
		t.Errorf("tidied, and their cards are not forgotten: %v", err)
	}
	if more, err := e.Tidy(ctx, 2, forget); err != nil || !more {
		t.Errorf("tidied two: %v %v", more, err)
	}
	if more, err := e.Tidy(ctx, 10, forget); err != nil || more || row[int](t, e, `SELECT COUNT(*) FROM challenges`) != 0 {
		t.Errorf("tidied: %v %v", more, err)
	}
	if len(forgotten) != 4 || !forgotten[old.Subject()] || !forgotten[late.Subject()] || !forgotten[ruled.Subject()] || !forgotten[waiting.Subject()] {
		t.Errorf("the cards of %v are forgotten", forgotten)
	}
}

// Frequent queries use an index.
func TestPlans(t *testing.T) {
	testdb.OnSQLite(t)
	e := newEnv(t)
	for name, query := range challenge.Queries {
		details := testdb.Plan(t, e.db, query)
		for _, detail := range details {
			if strings.HasPrefix(detail, "SCAN ") && !strings.HasPrefix(detail, "SCAN seats") && !strings.HasPrefix(detail, "SCAN (") && !strings.Contains(detail, "challenges_waiting") {
				t.Errorf("%s: %s", name, detail)
			}
			t.Log(name, detail)
		}
	}
}
