package archive_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/jieqi/pgn"
	"yeye/game/record"
)

type env struct {
	*archive.Service
	db  *store.DB
	now time.Time
}

func newEnv(t *testing.T) *env {
	e := &env{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	e.db, _ = testdb.Open(t, func() time.Time { return e.now })
	matches := match.NewService(e.db)
	e.Service = archive.New(e.db, matches, study.New(e.db, matches), nil, nil)
	return e
}

// keep stores a file for a player, a second after the previous one.
func (e *env) keep(t *testing.T, owner string, data []byte) (l archive.Library) {
	t.Helper()
	e.now = e.now.Add(time.Second)
	err := e.Open(t.Context(), data, func(f *record.File) (err error) {
		l, err = e.StoreLibrary(t.Context(), id.Player(owner), data, f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

const book = "[Red \"a\"]\n\n1. h2e2 {center} h9g7 (1... b9c7 {other} 2. h0g2) 2. h0g2 1-0\n\n[Red \"b\"]\n\n1. c3c4 *\n\n[Red \"c\"]\n\n1. h2e2 h2h9 *\n"

func TestLibrary(t *testing.T) {
	e, ctx := newEnv(t), t.Context()
	l := e.keep(t, "mei", []byte(book))
	if _, err := e.Library(ctx, l.ID, "tom"); !errors.Is(err, archive.ErrNoLibrary) {
		t.Errorf("somebody else's: %v", err)
	}
	if _, err := e.LastLibrary(ctx, "tom"); !errors.Is(err, archive.ErrNoLibrary) {
		t.Errorf("nobody's: %v", err)
	}
	if got, err := e.LastLibrary(ctx, "mei"); err != nil || got.ID != l.ID || got.Games != 3 || !got.ImportedAt.Equal(l.ImportedAt) {
		t.Errorf("%+v, %v", got, err)
	}
	one, read, err := e.StoreEntry(ctx, &l, 0)
	if err != nil || read == nil || read.Info.Red != "a" {
		t.Fatalf("%+v, %v", read, err)
	}
	if again, read, err := e.StoreEntry(ctx, &l, 0); err != nil || again != one || read != nil {
		t.Errorf("chosen again: %s, %v", again, err)
	}
	g, err := e.Imported(ctx, one, "mei")
	if err != nil || g.Record.Line[1].Variations[0][0].Comment != "other" || g.Game.Ply() != 3 || g.Names[0] != "a" {
		t.Errorf("%+v, %v", g, err)
	}
	if _, _, err := e.StoreEntry(ctx, &l, 3); !errors.Is(err, archive.ErrNoGame) {
		t.Errorf("beyond its end: %v", err)
	}
	var at *record.MoveError
	if _, _, err := e.StoreEntry(ctx, &l, 2); !errors.As(err, &at) {
		t.Errorf("an illegal game: %v", err)
	}
	if n, err := e.Count(ctx, "mei"); err != nil || n != 2 {
		t.Errorf("%d are counted, %v", n, err)
	}
}

// A long file waits for its turn again when it is read again, a short one does not.
func TestInLibrary(t *testing.T) {
	e := newEnv(t)
	for text, waits := range map[string]bool{book: false, book + "{" + strings.Repeat("a", 100_000) + "}": true} {
		l := e.keep(t, "mei", []byte(text))
		a, err := e.LibraryResponse(&l, func(context.Context) (interaction.Response, error) { return interaction.Say("read"), nil }).Work(t.Context())
		if err != nil || a.Work == nil || a.OwnLimit != waits {
			t.Errorf("%d bytes: %+v, %v", len(text), a, err)
		}
	}
}

// The oldest imports make room, by number and by size.
func TestRoom(t *testing.T) {
	e, ctx := newEnv(t), t.Context()
	other := e.keep(t, "tom", []byte(book))
	first := e.keep(t, "mei", []byte(book))
	for range 9 {
		e.keep(t, "mei", []byte(book))
	}
	if _, err := e.Library(ctx, first.ID, "mei"); err != nil {
		t.Errorf("ten: %v", err)
	}
	tenth := e.keep(t, "mei", []byte(book))
	if _, err := e.Library(ctx, first.ID, "mei"); !errors.Is(err, archive.ErrNoLibrary) {
		t.Errorf("eleven: %v", err)
	}
	chance := rand.New(rand.NewPCG(1, 2))
	noise := func(n int) []byte { // incompressible text, in a comment
		b := []byte(book + "{")
		for len(b) < n {
			b = append(b, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-"[chance.IntN(64)])
		}
		return append(b, '}')
	}
	var big []archive.Library
	for range 4 {
		big = append(big, e.keep(t, "mei", noise(record.MaxSize-1)))
	}
	for i, want := range []error{archive.ErrNoLibrary, nil, nil, nil} {
		if _, err := e.Library(ctx, big[i].ID, "mei"); !errors.Is(err, want) {
			t.Errorf("the %d. of 8 MiB: %v", i+1, err)
		}
	}
	if _, err := e.Library(ctx, tenth.ID, "mei"); err != nil {
		t.Errorf("a small one that has room: %v", err)
	}
	if _, err := e.Library(ctx, other.ID, "tom"); err != nil {
		t.Errorf("somebody else's: %v", err)
	}
	e.now = e.now.Add(91 * 24 * time.Hour)
	if more, err := e.Tidy(ctx, 100); err != nil || more {
		t.Errorf("tidied: %v", err)
	}
	if n, err := e.Count(ctx, "mei"); err != nil || n != 0 {
		t.Errorf("%d are left, %v", n, err)
	}
}

// Whoever keeps something about imported games is told of those that are deleted, for room and after their time, and can prevent it.
func TestGone(t *testing.T) {
	e, ctx := newEnv(t), t.Context()
	var gone []id.Match
	var fails error
	e.OnDeleted(func(_ context.Context, _ store.Tx, games []id.Match) error {
		gone = append(gone, games...)
		return fails
	})
	one := func(n int) archive.Imported {
		return archive.Imported{Owner: "mei", Title: fmt.Sprint("game ", n), Game: game.NewGame(game.Start(), game.NoRepetition), Record: new(record.Record)}
	}
	for n := range 50 {
		if _, err := e.Store(ctx, one(n)); err != nil {
			t.Fatal(err)
		}
	}
	if len(gone) > 0 {
		t.Errorf("of fifty: %v", gone)
	}
	fails = errors.New("not now")
	if _, err := e.Store(ctx, one(50)); !errors.Is(err, fails) {
		t.Errorf("a failure: %v", err)
	}
	if n, err := e.Count(ctx, "mei"); n != 50 || err != nil {
		t.Errorf("after it there are %d, %v", n, err)
	}
	gone, fails = nil, nil
	e.now = e.now.Add(time.Minute)
	if _, err := e.Store(ctx, one(50)); err != nil || len(gone) != 1 {
		t.Fatalf("for room: %v, %v", gone, err)
	}
	if _, err := e.Imported(ctx, gone[0], "mei"); !errors.Is(err, archive.ErrNoGame) {
		t.Errorf("the one that is gone: %v", err)
	}
	gone = nil
	e.now = e.now.Add(91 * 24 * time.Hour)
	if more, err := e.Tidy(ctx, 100); err != nil || more || len(gone) != 50 {
		t.Errorf("after their time: %d, %v", len(gone), err)
	}
}

func TestPersonal(t *testing.T) {
	e, ctx := newEnv(t), t.Context()
	l := e.keep(t, "mei", []byte(book))
	if _, _, err := e.StoreEntry(ctx, &l, 0); err != nil {
		t.Fatal(err)
	}
	sections, err := e.Owner().Export(ctx, e.db.Read(), "mei")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(sections)
	if err != nil || !strings.Contains(string(text), "{other}") || !strings.Contains(string(text), `"file":"W1JlZ`) {
		t.Errorf("%s, %v", text, err)
	}
	if err := e.db.Tx(ctx, func(tx store.Tx) error { return e.Owner().Erase(ctx, tx, "mei") }); err != nil {
		t.Fatal(err)
	}
	if n, err := e.Count(ctx, "mei"); err != nil || n != 0 {
		t.Errorf("%d are left, %v", n, err)
	}
}

// What is too large to be exported whole is counted, for its owner to be told.
func TestExportTooLarge(t *testing.T) {
	e, ctx := newEnv(t), t.Context()
	random := rand.New(rand.NewPCG(1, 2))
	left := func() (left int) {
		sections, err := e.Owner().Export(ctx, e.db.Read(), "mei")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sections {
			left += s.Omitted
		}
		return left
	}
	for n := range 10 {
		text := make([]byte, 1<<20)
		for i := range text {
			text[i] = byte('a' + random.IntN(26))
		}
		e.keep(t, "mei", fmt.Appendf(nil, "[Red \"%d\"]\n\n1. h2e2 {%s} *\n\n[Red \"b\"]\n\n1. c3c4 *\n", n, text))
		if n == 5 && left() != 0 {
			t.Errorf("%d are left out of %d files", left(), n)
		}
	}
	if n := left(); n == 0 || n > 4 {
		t.Errorf("%d of 10 files are left out", n)
	}
}

// The games of an export are unpacked one after the other, and those that have no room in it not at all.
func TestExportUnpacksLittle(t *testing.T) {
	e, ctx := newEnv(t), t.Context()
	const games, plies = 12, 52
	for n := range games {
		text := fmt.Appendf(nil, "[Red \"%d\"]\n\n", n)
		for i := range plies {
			text = fmt.Appendf(text, "%s {%s} ", []string{"h0g2", "h9g7", "g2h0", "g7h9"}[i%4], strings.Repeat("a", 20000))
		}
		e.now = e.now.Add(time.Second)
		if err := e.Open(ctx, text, func(f *record.File) error {
			rec, g, err := archive.ReadFirst(f)
			if err == nil {
				_, err = e.Store(ctx, archive.NewImported("mei", rec, g))
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	unpacked := 0
	e.db.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
		if strings.Contains(query, "record") && strings.Contains(query, "FROM imported") {
			unpacked++
			if !strings.Contains(query, "WHERE id = ?") {
				t.Errorf("all at once: %s", query)
			}
		}
		return nil
	}})
	defer e.db.Observe(store.Observer{})
	sections, err := e.Owner().Export(ctx, e.db.Read(), "mei")
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(sections[0].Value)
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Red, Result, Start, PGN string
		Moves                   []string
	}
	if err := json.Unmarshal(data, &list); err != nil || len(list) != games {
		t.Fatalf("%d games, %v", len(list), err)
	}
	whole := 0
	for n, g := range list {
		if g.PGN != "" {
			whole++
		}
		if g.Red != strconv.Itoa(n) || g.Result != "*" || g.Start != game.StartFEN || len(g.Moves) != plies || g.Moves[1] != "h9g7" {
			t.Errorf("game %d: %.200v", n, g)
		}
	}
	if whole != 6 || unpacked != whole || sections[0].Omitted != games-whole {
		t.Errorf("%d games are whole, %d were unpacked, %d are left out", whole, unpacked, sections[0].Omitted)
	}
}

// A game of flipped chess whose text could not be read again is not stored.
func TestKeepUnreadable(t *testing.T) {
	e, ctx := newEnv(t), t.Context()
	if _, err := e.Store(ctx, archive.NewFlipped("mei", &pgn.Record{Event: strings.Repeat("a", 300_000)})); !errors.Is(err, pgn.ErrTooBig) {
		t.Errorf("%v", err)
	}
	if n, err := e.Count(ctx, "mei"); err != nil || n != 0 {
		t.Errorf("%d are stored, %v", n, err)
	}
}

// A stored game that cannot be read is counted as left out of an export, which has everything else.
func TestExportUnreadable(t *testing.T) {
	e, ctx := newEnv(t), t.Context()
	l := e.keep(t, "mei", []byte(book))
	var games []id.Match
	for n := range 2 {
		one, _, err := e.StoreEntry(ctx, &l, n)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, one)
	}
	for _, event := range []string{"Cup", "Other"} {
		one, err := e.Store(ctx, archive.NewFlipped("mei", &pgn.Record{Event: event}))
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, one)
	}
	for of, stored := range map[id.Match]string{games[0]: "\xff", games[2]: (&pgn.Record{Event: strings.Repeat("a", 300_000)}).String()} {
		if _, err := e.db.Write().Exec(ctx, `UPDATE imported SET record = ? WHERE id = ?`, []byte(stored), string(of)); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Imported(ctx, of, "mei"); err == nil {
			t.Errorf("%s can be read", of)
		}
	}
	sections, err := e.Owner().Export(ctx, e.db.Read(), "mei")
	if err != nil || sections[0].Omitted != 2 {
		t.Fatalf("%+v, %v", sections, err)
	}
	text, err := json.Marshal(sections)
	if err != nil || len(text) > 10_000 || !strings.Contains(string(text), `[Event \"Other\"]`) ||
		!strings.Contains(string(text), `"moves":["h2e2","h9g7","h0g2"]`) {
		t.Errorf("%s, %v", text, err)
	}
	for _, of := range games {
		if !strings.Contains(string(text), `"id":"`+string(of)+`"`) {
			t.Errorf("%s is not named in %s", of, text)
		}
	}
}

// Reading a long file is aborted after its time limit, and the next one is read.
func TestReadingTooLong(t *testing.T) {
	e, ctx := newEnv(t), t.Context()
	e.Reading(0)
	long := []byte("1. h2e2 " + strings.Repeat("h2e2;", 20000))
	for range 2 {
		err := e.Open(ctx, long, func(f *record.File) error {
			_, err := f.First()
			return err
		})
		if !errors.Is(err, archive.ErrTooLong) {
			t.Errorf("%v", err)
		}
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if err := e.Open(gone, long, func(*record.File) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("the bot ends: %v", err)
	}
	e.Reading(time.Minute)
	if err := e.Open(ctx, []byte(book), func(f *record.File) error {
		if f.Len() != 3 {
			return fmt.Errorf("%d games", f.Len())
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}
