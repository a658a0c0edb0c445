package player_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/bot/store/scheduler"
)

const (
	who  = id.Player("471100000000000815")
	name = "Methuselah of Ur"
)

// busy prevents erasure while it is set, and counts its checks.
type busy struct {
	live   bool
	erased int
	fail   error
}

func (b *busy) Name() string                                            { return "matches" }
func (b *busy) Busy(context.Context, store.Tx, id.Player) (bool, error) { return b.live, nil }
func (b *busy) Export(context.Context, store.Conn, id.Player) ([]player.Section, error) {
	return []player.Section{{Key: "games", Value: []string{"one"}}}, nil
}
func (b *busy) Erase(context.Context, store.Tx, id.Player) error { b.erased++; return b.fail }

// open returns a database with data of every kind of one player.
func open(t *testing.T) (path string, db *store.DB, players *player.Service, guilds *guild.Service) {
	t.Helper()
	ctx := t.Context()
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db, path = testdb.Open(t, func() time.Time { now = now.Add(time.Second); return now })
	players, guilds = player.New(db), guild.New(db)
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ok(players.SaveLocale(ctx, who, "vi"))
	first, err := players.NotifyOnce(ctx, who, "words")
	ok(err)
	if !first {
		t.Fatal("it was told before")
	}
	ok(players.SetPreferences(ctx, who, player.Preferences{Theme: "night", Pings: "off"}))
	ok(db.Tx(ctx, func(tx store.Tx) error {
		scheduler.Put(ctx, tx, scheduler.Job{Slot: "next", Kind: "think", Subject: id.Subject{Kind: "versus", ID: "a"},
			Pool: scheduler.Engine, Owner: who})
		return errors.Join(players.Block(ctx, tx, who, "tom", "Tom"), players.Block(ctx, tx, "linh", who, name))
	}))
	_, err = guilds.Bar(ctx, guild.Entry{Guild: "s", By: "mod", Act: "bar", Player: who}, name)
	ok(err)
	_, err = guilds.Bar(ctx, guild.Entry{Guild: "s2", By: who, Act: "bar", Player: "ann"}, "Ann")
	ok(err)
	return path, db, players, guilds
}

func TestExport(t *testing.T) {
	_, db, players, guilds := open(t)
	data, _, err := player.NewPersonalData(db, players.Owner(), &busy{}, guilds.Owner()).Export(t.Context(), who)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	delete(got, "exported")
	for _, act := range got["moderation"].([]any) {
		delete(act.(map[string]any), "at")
	}
	want := map[string]any{
		"player": string(who), "client_language": "vi", "settings": map[string]any{"theme": "night", "pings": "off"}, "told_once": []any{"words"},
		"takes_no_challenges_from":                []any{map[string]any{"player": "tom", "name": "Tom"}},
		"players_who_take_no_challenges_from_you": 1.0, "games": []any{"one"}, "barred_from_servers": []any{map[string]any{"server": "s"}},
		"moderation": []any{
			map[string]any{"server": "s", "channel": "", "act": "bar", "by_you": false, "about_you": true},
			map[string]any{"server": "s2", "channel": "", "act": "bar", "by_you": true, "about_you": false},
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if order := strings.Index(string(data), `"games"`); order < strings.Index(string(data), `"settings"`) || order > strings.Index(string(data), `"moderation"`) {
		t.Errorf("out of order: %s", data)
	}
}

// A player is erased everywhere in one transaction or not at all: while something of theirs is active, or if an owner fails,
// nothing changes.
func TestErase(t *testing.T) {
	path, db, players, guilds := open(t)
	ctx := t.Context()
	matches := &busy{live: true}
	data := player.NewPersonalData(db, players.Owner(), guilds.Owner())
	data.Add(matches, player.NewOwner("jobs", scheduler.Erase))
	untouched := func(when string) {
		t.Helper()
		if prefs, err := players.Preferences(ctx, who); err != nil || prefs.Theme != "night" {
			t.Errorf("%s: %+v %v", when, prefs, err)
		}
	}
	if err := data.Erase(ctx, who); !errors.Is(err, player.ErrBusy) || matches.erased > 0 {
		t.Errorf("while a match goes on: %v", err)
	}
	untouched("while a match goes on")
	matches.live, matches.fail = false, errors.New("no idea")
	if err := data.Erase(ctx, who); !errors.Is(err, matches.fail) {
		t.Errorf("while an owner fails: %v", err)
	}
	untouched("after a failure")
	matches.fail = nil
	if file := !postgres.IsAddress(path); file && (!found(t, path, name) || !found(t, path, string(who))) {
		t.Fatal("nobody is there to begin with")
	}
	if err := data.Erase(ctx, who); err != nil {
		t.Fatal(err)
	}
	if found(t, path, name) {
		t.Error("the name is still among the bytes of the database")
	}
	if ok, err := players.AcceptsChallenges(ctx, db.Read(), "linh", who); ok || err != nil {
		t.Errorf("Linh is asked by them again: %v %v", ok, err)
	}
	if err := guilds.MayPlay(ctx, "s", who); !errors.Is(err, guild.ErrBarred) {
		t.Errorf("the bar is gone: %v", err)
	}
	// Only data that protects others still has the id.
	for _, statement := range []string{`DELETE FROM bars WHERE player = ?`, `DELETE FROM blocks WHERE challenger = ?`} {
		if n, err := db.Write().Exec(ctx, statement, string(who)); n != 1 || err != nil {
			t.Errorf("%s: %d %v", statement, n, err)
		}
	}
	if err := db.Scrub(ctx); err != nil {
		t.Fatal(err)
	}
	if found(t, path, string(who)) {
		t.Error("the id is still among the bytes of the database")
	}
}

// An erasure begins anew while others change what it erases, with nothing done twice, and not for ever.
func TestEraseMeanwhile(t *testing.T) {
	_, db, players, _ := open(t)
	left, begun := 2, 0
	changing := player.NewOwner("changing", func(context.Context, store.Tx, id.Player) error {
		if begun++; left == 0 {
			return nil
		}
		left--
		return store.ErrConflict
	})
	data := player.NewPersonalData(db, players.Owner(), changing)
	if err := data.Erase(t.Context(), who); err != nil || begun != 3 {
		t.Errorf("begun %d times: %v", begun, err)
	}
	left = 1000
	if err := data.Erase(t.Context(), who); !errors.Is(err, store.ErrConflict) || left == 0 {
		t.Errorf("it never ends changing, and yet: %v", err)
	}
}

// Bytes that cannot be removed at once are removed by the next Tidy; the file is not rewritten for each of many erasures.
func TestScrubbedLater(t *testing.T) {
	path, db, players, guilds := open(t)
	ctx := t.Context()
	data := player.NewPersonalData(db, players.Owner(), guilds.Owner())
	if err := data.Erase(ctx, "tom"); err != nil {
		t.Fatal(err)
	}
	if err := data.Erase(ctx, who); err != nil { // a moment later
		t.Fatal(err)
	}
	if mark, err := store.Fact(ctx, db.Read(), "unscrubbed"); mark == "" || err != nil {
		t.Fatalf("nothing is left to do: %v", err)
	}
	pass(db, 10*time.Minute)
	restarted := player.NewPersonalData(db, players.Owner(), guilds.Owner())
	if more, err := restarted.Tidy(ctx, 10); more || err != nil {
		t.Fatal(more, err)
	}
	if found(t, path, name) {
		t.Error("the name is still among the bytes of the database")
	}
	if mark, err := store.Fact(ctx, db.Read(), "unscrubbed"); mark != "" || err != nil {
		t.Errorf("still to do: %q %v", mark, err)
	}
}

// Rewriting a large database takes long: no player waits for that. Any process does it later, once a day.
func TestLargeScrubbedDaily(t *testing.T) {
	path, db, players, guilds := open(t)
	ctx := t.Context()
	process := func() *player.PersonalData {
		data := player.NewPersonalData(db, players.Owner(), guilds.Owner())
		data.SetSmall(1000)
		return data
	}
	expect := func(when string, marked bool) {
		t.Helper()
		if mark, err := store.Fact(ctx, db.Read(), "unscrubbed"); (mark != "") != marked || err != nil {
			t.Errorf("%s: %q %v", when, mark, err)
		}
	}
	erase := func(p id.Player) {
		t.Helper()
		if err := process().Erase(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	tidy := func() {
		t.Helper()
		if more, err := process().Tidy(ctx, 10); more || err != nil {
			t.Fatal(more, err)
		}
	}
	erase(who)
	expect("in the player's answer", true)
	tidy()
	expect("after the first", false)
	if found(t, path, name) {
		t.Error("the name is still among the bytes of the database")
	}
	erase("tom")
	pass(db, 23*time.Hour)
	tidy()
	expect("on the same day", true)
	pass(db, time.Hour)
	tidy()
	expect("on the next day", false)
}

// pass lets time pass: a second with each look at the clock.
func pass(db *store.DB, d time.Duration) {
	for until := db.Now().Add(d); db.Now().Before(until); {
	}
}

// found reports whether the database's files have a text among their bytes.
func found(t *testing.T, path, text string) bool {
	t.Helper()
	if postgres.IsAddress(path) { // the server's files are not accessible here
		return false
	}
	for _, file := range []string{path, path + "-wal"} {
		data, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if strings.Contains(string(data), text) {
			return true
		}
	}
	return false
}

// Each player is informed once, even by a process that starts later.
func TestTellOnce(t *testing.T) {
	_, db, players, _ := open(t) // in which the player was informed of "words"
	for _, c := range []struct {
		by   *player.Service
		to   id.Player
		what string
		want bool
	}{
		{players, who, "words", false},
		{player.New(db), who, "words", false},
		{player.New(db), who, "something else", true},
		{player.New(db), "tom", "words", true},
		{players, "tom", "words", false},
	} {
		if first, err := c.by.NotifyOnce(t.Context(), c.to, c.what); first != c.want || err != nil {
			t.Errorf("%s of %s: %v, %v", c.to, c.what, first, err)
		}
	}
}
