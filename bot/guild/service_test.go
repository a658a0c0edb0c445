package guild

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/player"
	"yeye/bot/store"
)

func open(t *testing.T) (*Service, *store.DB) {
	t.Helper()
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db, _ := testdb.Open(t, func() time.Time { now = now.Add(time.Second); return now })
	return New(db), db
}

func TestSettingsAreStored(t *testing.T) {
	s, db := open(t)
	ctx := t.Context()
	if got, err := s.Settings(ctx, "900"); err != nil || got.Games != SameChannel || got.Starters != Everybody {
		t.Errorf("of a new server: %+v %v", got, err)
	}
	for _, want := range []Settings{
		{Games: ListedChannels, Channels: []id.Channel{"1", "2"}, Starters: RoleHolders, Role: "7"},
		{Games: OwnThreads, Starters: Managers, Milestones: true, Off: []string{"learn", "puzzle"}},
	} {
		if err := saveSettings(ctx, db.Write(), "900", want); err != nil {
			t.Fatal(err)
		}
		got, err := s.Settings(ctx, "900")
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%v %s", err, d)
		}
	}
	if got, err := s.Edit(ctx, "900", Edit{Channel: "5"}); err != nil || got.Games != ListedChannels || !slices.Equal(got.Channels, []id.Channel{"5"}) {
		t.Errorf("edited: %+v %v", got, err)
	}
	if _, err := s.Edit(ctx, "901", Edit{Games: new(Where)}); err != nil {
		t.Error(err)
	}
	if got, err := s.Settings(ctx, "900"); err != nil || got.Starters != Managers || got.Games != ListedChannels {
		t.Errorf("%+v %v", got, err)
	}
}

// A value that this program does not know does not let everybody in.
func TestUnknownPolicy(t *testing.T) {
	for _, column := range []string{"games", "starters"} {
		s, db := open(t)
		if _, err := s.Edit(t.Context(), "900", Edit{}); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Write().Exec(t.Context(), `UPDATE guilds SET `+column+` = 'members'`); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Settings(t.Context(), "900"); err == nil || !strings.Contains(err.Error(), "members") {
			t.Errorf("%s: %+v, %v", column, got, err)
		}
		if _, err := s.Edit(t.Context(), "900", Edit{}); err == nil {
			t.Errorf("%s: edited all the same", column)
		}
	}
}

func TestBarsAndTheirRecord(t *testing.T) {
	s, _ := open(t)
	ctx := t.Context()
	bar := func(p id.Player, want bool) {
		t.Helper()
		changed, err := s.Bar(ctx, Entry{Guild: "900", Channel: "1", By: "mod", Act: "bar", Player: p}, "Name of "+string(p))
		if err != nil || changed != want {
			t.Errorf("barring %s: %v %v", p, changed, err)
		}
	}
	bar("tom", true)
	bar("tom", false)
	bar("linh", true)
	for who, want := range map[id.Player]bool{"tom": true, "linh": true, "mei": false} {
		if err := s.MayPlay(ctx, "900", who); errors.Is(err, ErrBarred) != want || !want && err != nil {
			t.Errorf("%s: %v", who, err)
		}
		for _, elsewhere := range []id.Guild{"901", ""} {
			if err := s.MayPlay(ctx, elsewhere, who); err != nil {
				t.Errorf("%s elsewhere: %v", who, err)
			}
		}
	}
	list, err := s.Bars(ctx, "900", 1)
	if d := cmp.Diff([]Bar{{Named: player.Named{Player: "linh", Name: "Name of linh"}}}, list); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
	for _, want := range []bool{true, false} {
		if changed, err := s.Unbar(ctx, Entry{Guild: "900", By: "mod", Act: "lift", Player: "tom"}); changed != want || err != nil {
			t.Errorf("lifting: %v %v", changed, err)
		}
	}
	if err := s.Record(ctx, Entry{Guild: "900", Channel: "2", Subject: "aaaaaaaaaa", By: "mod", Act: "end"}); err != nil {
		t.Fatal(err)
	}
	var acts []string
	entries, err := s.Moderation(ctx, "900", 3)
	for _, e := range entries {
		acts = append(acts, fmt.Sprint(e.Act, " ", e.Subject, e.Player))
		if e.At.IsZero() || e.By != "mod" {
			t.Errorf("%+v", e)
		}
	}
	if d := cmp.Diff([]string{"end aaaaaaaaaa", "lift tom", "bar linh"}, acts); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
}

// A bar with an end ends by itself, is not listed any more, cannot be lifted and can be renewed; until then it cannot be replaced.
func TestBarEnds(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db, _ := testdb.Open(t, func() time.Time { return now })
	s, ctx := New(db), t.Context()
	barUntil := func(until time.Time, reason string) bool {
		t.Helper()
		changed, err := s.BarUntil(ctx, Entry{Guild: "900", By: "mod", Act: "bar", Player: "tom"}, Bar{Named: player.Named{Player: "tom", Name: "Tom"}, Until: until, Reason: reason})
		if err != nil {
			t.Fatal(err)
		}
		return changed
	}
	check := func(want bool, reason string) {
		t.Helper()
		listed, err := s.Bars(ctx, "900", 10)
		if err != nil || (len(listed) == 1) != want || want && listed[0].Reason != reason {
			t.Errorf("listed: %+v %v", listed, err)
		}
		if err := s.MayPlay(ctx, "900", "tom"); errors.Is(err, ErrBarred) != want || !want && err != nil {
			t.Errorf("barred: %v", err)
		}
	}
	if !barUntil(now.Add(time.Hour), "rude") || barUntil(time.Time{}, "again") {
		t.Error("a bar is not stored, or replaced before its end")
	}
	check(true, "rude")
	now = now.Add(time.Hour)
	check(false, "")
	if changed, err := s.Unbar(ctx, Entry{Guild: "900", By: "mod", Act: "lift", Player: "tom"}); changed || err != nil {
		t.Errorf("lifting what has ended: %v %v", changed, err)
	}
	if !barUntil(time.Time{}, "once more") {
		t.Error("a bar that has ended is not renewed")
	}
	now = now.Add(10_000 * time.Hour)
	check(true, "once more")
}

// Frequent queries use an index.
func TestPlans(t *testing.T) {
	testdb.OnSQLite(t)
	_, db := open(t)
	for _, q := range append([]string{selectBarred + store.Params(2), barsOfPlayer, barsOfGuild, entriesOfGuild, entriesOfPlayer}, eraseStatements[:3]...) {
		plan := testdb.Plan(t, db, q)
		for _, step := range plan {
			if strings.HasPrefix(step, "SCAN ") {
				t.Errorf("%s: %s", q, step)
			}
		}
	}
}
