package player

import (
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/store"
)

func open(t *testing.T) (*Service, *store.DB) {
	t.Helper()
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db, _ := testdb.Open(t, func() time.Time { now = now.Add(time.Second); return now })
	return New(db), db
}

func TestPreferences(t *testing.T) {
	s, _ := open(t)
	ctx := t.Context()
	if got, err := s.Preferences(ctx, "mei"); err != nil || got != (Preferences{}) {
		t.Errorf("of a stranger: %+v %v", got, err)
	}
	want := Preferences{"vi", "wxf", "night", "letter", "both", "plain", "red", "off", "nobody", "nobody", "everywhere", "off", "on", "off", "on"}
	if err := s.SetPreferences(ctx, "mei", want); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveLocale(ctx, "mei", "zh-CN"); err != nil {
		t.Fatal(err)
	}
	got, err := s.Preferences(ctx, "mei")
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
	if l, err := s.Locale(ctx, "mei"); err != nil || l != "zh-CN" {
		t.Errorf("the locale beside it: %s %v", l, err)
	}
	var unknown *UnknownValueError
	if err := s.SetPreferences(ctx, "mei", Preferences{Theme: "night", Pings: "loud"}); !errors.As(err, &unknown) || unknown.Setting != "pings" {
		t.Errorf("an unknown value: %v", err)
	}
	if got, _ := s.Preferences(ctx, "mei"); got != want {
		t.Errorf("a refused change: %+v", got)
	}
}

func TestLocales(t *testing.T) {
	s, _ := open(t)
	for _, l := range []string{"", "vi", "vi", "zh-TW"} {
		if l != "" {
			if err := s.SaveLocale(t.Context(), "mei", l); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := s.Locale(t.Context(), "mei"); err != nil || got != l {
			t.Errorf("locale %q, %v; want %q", got, err, l)
		}
	}
}

// Every value of every setting is its own, and each is stored and read.
func TestEverySetting(t *testing.T) {
	s, _ := open(t)
	fields := map[*string]bool{}
	var p Preferences
	for _, setting := range Settings() {
		fields[setting.Field(&p)] = true
		for _, v := range setting.Values {
			want := Preferences{}
			*setting.Field(&want) = v
			if err := s.SetPreferences(t.Context(), "mei", want); err != nil {
				t.Fatal(err)
			}
			if got, err := s.Preferences(t.Context(), "mei"); err != nil || got != want {
				t.Errorf("%s %s: %+v %v", setting.Name, v, got, err)
			}
		}
	}
	if len(fields) != reflect.TypeFor[Preferences]().NumField() {
		t.Errorf("%d fields can be chosen", len(fields))
	}
}

// A value stored by a later program leaves looks to the bot, and does not weaken a player's protection.
func TestUnknownValues(t *testing.T) {
	s, db := open(t)
	ctx := t.Context()
	if err := s.SaveLocale(ctx, "mei", "vi"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Write().Exec(ctx, `UPDATE players SET theme = 'sepia', pings = 'mornings', challenges = 'friends'`); err != nil {
		t.Fatal(err)
	}
	got, err := s.Preferences(ctx, "mei")
	if d := cmp.Diff(Preferences{Pings: "off", Challenges: "nobody"}, got); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
	if ok, err := s.AcceptsChallenges(ctx, db.Read(), "mei", "tom"); ok || err != nil {
		t.Errorf("Tom may challenge Mei: %v %v", ok, err)
	}
}

// Of changes that are made at the same time none is lost.
func TestPreferAtTheSameTime(t *testing.T) {
	db, _ := testdb.Open(t, time.Now)
	s := New(db)
	var want Preferences
	var all sync.WaitGroup
	for _, setting := range Settings() {
		value := setting.Values[0]
		*setting.Field(&want) = value
		all.Go(func() {
			if _, err := s.UpdatePreferences(t.Context(), "mei", func(p *Preferences) { *setting.Field(p) = value }); err != nil {
				t.Errorf("%s: %v", setting.Name, err)
			}
		})
	}
	all.Wait()
	if got, err := s.Preferences(t.Context(), "mei"); err != nil || got != want {
		t.Errorf("%v %s", err, cmp.Diff(want, got))
	}
}

func TestBlocks(t *testing.T) {
	s, db := open(t)
	ctx := t.Context()
	welcome := func(from id.Player, want bool) {
		t.Helper()
		if ok, err := s.AcceptsChallenges(ctx, db.Read(), "mei", from); ok != want || err != nil {
			t.Errorf("from %s: %v %v", from, ok, err)
		}
	}
	for _, from := range []id.Player{"tom", "linh", "tom"} {
		if err := db.Tx(ctx, func(tx store.Tx) error { return s.Block(ctx, tx, "mei", from, strings.ToUpper(string(from))) }); err != nil {
			t.Fatal(err)
		}
	}
	welcome("tom", false)
	welcome("ann", true)
	list, err := s.Blocked(ctx, "mei", 10)
	if d := cmp.Diff([]Named{{"linh", "LINH"}, {"tom", "TOM"}}, list); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
	if err := s.Unblock(ctx, "mei", "tom"); err != nil {
		t.Fatal(err)
	}
	welcome("tom", true)
	for _, c := range []struct {
		choice string
		want   bool
	}{{"nobody", false}, {"everybody", true}, {"", true}} {
		if err := s.SetPreferences(ctx, "mei", Preferences{Challenges: c.choice}); err != nil {
			t.Fatal(err)
		}
		welcome("ann", c.want)
		welcome("linh", false)
	}
}

// Frequent queries use an index.
func TestPlans(t *testing.T) {
	testdb.OnSQLite(t)
	_, db := open(t)
	for _, q := range append([]string{against, blockedBy, countBlocking}, eraseStatements...) {
		plan := testdb.Plan(t, db, q)
		for _, step := range plan {
			if strings.HasPrefix(step, "SCAN ") && step != "SCAN CONSTANT ROW" {
				t.Errorf("%s: %s", q, step)
			}
		}
	}
}
