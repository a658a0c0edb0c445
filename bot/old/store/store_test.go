package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"yeye/bot/agenda"
	"yeye/bot/board"
	"yeye/bot/session"
	"yeye/bot/old/store"
	"yeye/game"
)

// clock is a time that tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

func open(t *testing.T) (*store.Store, *clock) {
	t.Helper()
	c := &clock{t: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a?b #1.db"), c.now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, c
}

// table is a session of Mei, Red, against the Kid.
func table(c *clock, id session.ID, place session.Place, moves ...string) session.Session {
	g := game.NewGame(game.Start(), game.NoChase)
	for _, t := range moves {
		m, err := game.ParseMove(t)
		if err != nil {
			panic(err)
		}
		if err := g.Play(m); err != nil {
			panic(err)
		}
	}
	now := c.now()
	return session.Session{
		ID: id, Place: place, Starter: "mei", Locale: "zh-CN", Seed: 1<<63 + 5, Game: g,
		Seats: [2]session.Seat{{Player: "mei", Name: "Mei"}, {Level: 1}},
		Rev:   1, Turn: 1, NewCard: 1, Created: now, Touched: now,
		Acted: [2]time.Time{now, {}},
		Next:  session.Act{Kind: session.Think, Due: now},
	}
}

var sameSession = cmp.Options{
	cmp.Comparer(func(a, b *game.Game) bool {
		x, y := a.Start(), b.Start()
		return x == y && *a.Position() == *b.Position() && a.Rules() == b.Rules() &&
			cmp.Equal(a.Moves(), b.Moves(), cmpopts.EquateEmpty())
	}),
	cmpopts.EquateApproxTime(0),
}

func TestSessionRoundTrip(t *testing.T) {
	s, c := open(t)
	want := table(c, "aaaaaaaaaa", "room", "h2e2", "h9g7")
	want.Status = session.Ended
	want.Seats[1] = session.Seat{Level: session.Vacant}
	want.Seats[0].Novice = true
	want.Reminded, want.Odds = true, session.NineMen
	want.Closing, want.Offer = session.Expired, session.Offer{Kind: session.OfferTakeback, By: game.Black, Turn: 7}
	want.Played, want.Asked = c.now(), [2]session.Asked{2, 4}
	want.Outcome = game.Outcome{Result: game.BlackWins, Method: game.Resignation}
	if err := s.Insert(t.Context(), "e1", want); err != nil {
		t.Fatal(err)
	}
	got, err := s.ByID(t.Context(), want.ID)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got, sameSession); d != "" {
		t.Error(d)
	}
	if _, err := s.ByPlace(t.Context(), "room"); !errors.Is(err, session.ErrNoSession) {
		t.Errorf("an ended session is open in its place: %v", err)
	}
	if latest, err := s.Latest(t.Context(), "room"); err != nil || latest.ID != want.ID {
		t.Errorf("latest is %v, %v", latest.ID, err)
	}
}

func TestUpdateNeedsItsRevision(t *testing.T) {
	s, c := open(t)
	ctx := t.Context()
	se := table(c, "aaaaaaaaaa", "room")
	if err := s.Insert(ctx, "", se); err != nil {
		t.Fatal(err)
	}
	se.Rev = 2
	if err := s.Update(ctx, "e2", se, 1); err != nil {
		t.Fatal(err)
	}
	se.Turn = 99
	if err := s.Update(ctx, "e3", se, 1); !errors.Is(err, session.ErrConflict) {
		t.Errorf("a change from revision 1 on top of 2: %v", err)
	}
	// The refused change left its event forgotten: it may come again.
	se.Rev = 3
	if err := s.Update(ctx, "e3", se, 2); err != nil {
		t.Errorf("after a conflict: %v", err)
	}
	if err := s.Update(ctx, "e3", se, 3); !errors.Is(err, session.ErrSeen) {
		t.Errorf("the same event again: %v", err)
	}
}

func TestOneSessionInAPlace(t *testing.T) {
	s, c := open(t)
	ctx := t.Context()
	if err := s.Insert(ctx, "e1", table(c, "aaaaaaaaaa", "room")); err != nil {
		t.Fatal(err)
	}
	var occupied *session.OccupiedError
	if err := s.Insert(ctx, "e2", table(c, "bbbbbbbbbb", "room")); !errors.As(err, &occupied) || occupied.Session.ID != "aaaaaaaaaa" {
		t.Errorf("a second session: %v", err)
	}
	if err := s.Insert(ctx, "e2", table(c, "bbbbbbbbbb", "hall")); err != nil {
		t.Errorf("elsewhere, with the event of the refused one: %v", err)
	}
}

func TestClaim(t *testing.T) {
	s, c := open(t)
	ctx := t.Context()
	if err := s.Insert(ctx, "", table(c, "aaaaaaaaaa", "room")); err != nil {
		t.Fatal(err)
	}
	late := table(c, "bbbbbbbbbb", "hall")
	late.Next.Due = c.now().Add(time.Hour)
	if err := s.Insert(ctx, "", late); err != nil {
		t.Fatal(err)
	}
	claim := func(owner string, want ...agenda.Job) {
		t.Helper()
		jobs, err := s.Claim(ctx, owner, 5*time.Second, agenda.Hands{Thinking: 10, Timed: 10})
		if d := cmp.Diff(want, jobs, cmpopts.EquateEmpty()); err != nil || d != "" {
			t.Errorf("%s claims: %v %s", owner, err, d)
		}
	}
	a := agenda.Job{Session: "aaaaaaaaaa", Turn: 1, Thinks: true}
	claim("one", a)
	claim("two")
	c.add(4 * time.Second)
	if err := s.Renew(ctx, "one", "aaaaaaaaaa", 5*time.Second); err != nil {
		t.Fatal(err)
	}
	c.add(2 * time.Second)
	claim("two")
	c.add(3 * time.Second)
	claim("two", a) // the lease has run out
	if err := s.Release(ctx, "one", "aaaaaaaaaa"); err != nil {
		t.Fatal(err)
	}
	claim("one") // not one's to release any more
	if err := s.Release(ctx, "two", "aaaaaaaaaa"); err != nil {
		t.Fatal(err)
	}
	claim("one", a)
	c.add(time.Hour)
	claim("one", a, agenda.Job{Session: "bbbbbbbbbb", Turn: 1, Thinks: true})
}

// Each starter's first due game comes before anybody's second.
func TestClaimIsFair(t *testing.T) {
	s, c := open(t)
	for n, who := range []session.PlayerID{"mei", "mei", "mei", "mei", "tom", "lan"} {
		one := table(c, session.ID(fmt.Sprintf("%cbbbbbbbbb", 'a'+n)), session.Place(fmt.Sprint(n)))
		one.Starter, one.Next.Due = who, c.now().Add(time.Duration(n-10)*time.Second)
		if err := s.Insert(t.Context(), "", one); err != nil {
			t.Fatal(err)
		}
	}
	jobs, err := s.Claim(t.Context(), "one", time.Minute, agenda.Hands{Thinking: 4})
	var ids []string
	for _, j := range jobs {
		ids = append(ids, string(j.Session[:1]))
	}
	slices.Sort(ids)
	if got := strings.Join(ids, ""); err != nil || got != "abef" {
		t.Errorf("claimed %s, %v", got, err)
	}
}

func TestOwed(t *testing.T) {
	s, c := open(t)
	ctx := t.Context()
	for _, id := range []session.ID{"aaaaaaaaaa", "bbbbbbbbbb"} {
		if err := s.Insert(ctx, "", table(c, id, session.Place(id))); err != nil {
			t.Fatal(err)
		}
	}
	owed := func(want ...session.ID) {
		t.Helper()
		got, err := s.Owed(ctx, 10)
		if d := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.SortSlices(func(a, b session.ID) bool { return a < b })); err != nil || d != "" {
			t.Errorf("owed: %v %s", err, d)
		}
	}
	set := func(b board.Board) {
		t.Helper()
		now, err := s.Board(ctx, b.Session)
		if b.Version = now.Version; err == nil {
			err = s.SetBoard(ctx, &b)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	owed("aaaaaaaaaa", "bbbbbbbbbb")
	set(board.Board{Session: "aaaaaaaaaa", Channel: "1", Message: "10", ShownRev: 1})
	set(board.Board{Session: "bbbbbbbbbb", Retry: c.now().Add(time.Minute), Tries: 1})
	owed()
	c.add(time.Minute)
	owed("bbbbbbbbbb")
	set(board.Board{Session: "bbbbbbbbbb", Channel: "2", Message: "20", ShownRev: 1})
	owed()

	// A new card leaves a husk behind, which is owed until it has been dropped.
	set(board.Board{Session: "aaaaaaaaaa", Channel: "1", Message: "11", ShownRev: 1})
	owed("aaaaaaaaaa")
	husks, err := s.Husks(ctx, "aaaaaaaaaa")
	if d := cmp.Diff([]board.Husk{{Channel: "1", Message: "10", Times: 1}}, husks); err != nil || d != "" {
		t.Errorf("husks: %v %s", err, d)
	}
	for _, m := range []string{"10", "11"} {
		if id, err := s.SessionOf(ctx, m); err != nil || id != "aaaaaaaaaa" {
			t.Errorf("message %s is of %q, %v", m, id, err)
		}
	}
	if err := s.Shrunk(ctx, husks[0]); err != nil {
		t.Fatal(err)
	}
	owed()
	set(board.Board{Session: "aaaaaaaaaa", Channel: "1", Message: "11", ShownRev: 1})
	owed() // the same card again is no husk
	lines := func(want ...board.Husk) {
		t.Helper()
		if err := s.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		got, err := s.Lines(ctx, "aaaaaaaaaa")
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("lines: %v %s", err, d)
		}
	}
	lines(board.Husk{Channel: "1", Message: "10", Times: 1})

	// A doubt is owed once it is over, and a debt before that.
	set(board.Board{Session: "bbbbbbbbbb", Channel: "2", Message: "20", ShownRev: 1, Doubt: c.now().Add(time.Minute)})
	owed()
	if n, err := s.Debts(ctx, 10); n != 1 || err != nil {
		t.Errorf("%d debts, %v", n, err)
	}
	c.add(time.Minute)
	owed("bbbbbbbbbb")
	if b, err := s.Board(ctx, "bbbbbbbbbb"); err != nil || !b.Doubt.Equal(c.now()) {
		t.Errorf("%+v, %v", b, err)
	}
	set(board.Board{Session: "bbbbbbbbbb", Channel: "2", Message: "20", ShownRev: 1})
	owed()
	c.add(8 * 24 * time.Hour)
	lines() // of a game that nobody has touched for so long
}

func TestEventsAreForgottenAfterADay(t *testing.T) {
	s, c := open(t)
	ctx := t.Context()
	se := table(c, "aaaaaaaaaa", "room")
	if err := s.Insert(ctx, "e1", se); err != nil {
		t.Fatal(err)
	}
	update := func(from int64) error {
		se.Rev = from + 1
		return s.Update(ctx, "e1", se, from)
	}
	c.add(23 * time.Hour)
	if err := s.Forget(ctx); err != nil {
		t.Fatal(err)
	}
	if err := update(1); !errors.Is(err, session.ErrSeen) {
		t.Errorf("after 23 hours: %v", err)
	}
	c.add(2 * time.Hour)
	if err := s.Forget(ctx); err != nil {
		t.Fatal(err)
	}
	if err := update(1); err != nil {
		t.Errorf("after 25 hours: %v", err)
	}
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	s, err := store.Open(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	store.PretendVersion(t, path, 9999)
	if _, err := store.Open(t.Context(), path, nil); !errors.Is(err, store.ErrNewer) {
		t.Errorf("opening it: %v", err)
	}
}

func TestOpenFailsKindly(t *testing.T) {
	if _, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "no", "such", "dir.db"), nil); err == nil {
		t.Error("a database in a directory that is not there was opened")
	}
}

func TestLocales(t *testing.T) {
	s, _ := open(t)
	ctx := t.Context()
	for _, l := range []string{"", "vi", "vi", "zh-TW"} {
		if l != "" {
			if err := s.SeeLocale(ctx, "mei", l); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := s.Locale(ctx, "mei"); err != nil || got != l {
			t.Errorf("locale %q, %v; want %q", got, err, l)
		}
	}
}

// Two writers from the same revision: exactly one of each pair wins.
func TestTwoProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	var stores [2]*store.Store
	for i := range stores {
		s, err := store.Open(t.Context(), path, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		stores[i] = s
	}
	c := &clock{t: time.Now()}
	se := table(c, "aaaaaaaaaa", "room")
	if err := stores[0].Insert(t.Context(), "", se); err != nil {
		t.Fatal(err)
	}
	for rev := int64(1); rev < 30; rev++ {
		var wg sync.WaitGroup
		var errs [2]error
		for i, s := range stores {
			wg.Go(func() {
				mine := table(c, "aaaaaaaaaa", "room")
				mine.Rev = rev + 1
				errs[i] = s.Update(t.Context(), "", mine, rev)
			})
		}
		wg.Wait()
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
			} else if !errors.Is(err, session.ErrConflict) {
				t.Fatal(err)
			}
		}
		if won != 1 {
			t.Fatalf("revision %d: %d winners", rev, won)
		}
	}
}

func TestTastes(t *testing.T) {
	s, _ := open(t)
	ctx := t.Context()
	if got, err := s.Taste(ctx, "mei"); err != nil || got != (board.Taste{}) {
		t.Errorf("of a stranger: %+v %v", got, err)
	}
	want := board.Taste{Language: "vi", Notation: "wxf", Theme: "night", Men: "letter", Coords: "both"}
	if err := s.SetTaste(ctx, "mei", want); err != nil {
		t.Fatal(err)
	}
	if err := s.SeeLocale(ctx, "mei", "zh-CN"); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Taste(ctx, "mei"); err != nil || got != want {
		t.Errorf("%+v %v", got, err)
	}
	if l, err := s.Locale(ctx, "mei"); err != nil || l != "zh-CN" {
		t.Errorf("the locale beside it: %s %v", l, err)
	}
}

// Who stores a board on top of one that another process has stored meanwhile is
// overtaken: the newer card of a channel lives, the other shrinks, and what is shown
// is owed again.
func TestOvertaken(t *testing.T) {
	first := board.Board{Session: "aaaaaaaaaa", Channel: "1", Message: "10", ShownRev: 1}
	for _, c := range []struct {
		name        string
		other, late board.Board // what each makes of the first
		want        board.Board
		husks       []string
	}{
		{"both edited it", board.Board{Channel: "1", Message: "10", ShownRev: 3}, board.Board{Channel: "1", Message: "10", ShownRev: 2},
			board.Board{Channel: "1", Message: "10", ShownRev: 3}, nil},
		{"the older of two new cards", board.Board{Channel: "1", Message: "12", ShownRev: 2}, board.Board{Channel: "1", Message: "11", ShownRev: 3},
			board.Board{Channel: "1", Message: "12", ShownRev: 3}, []string{"10", "11"}},
		{"the newer of two new cards", board.Board{Channel: "1", Message: "11", ShownRev: 3}, board.Board{Channel: "1", Message: "12", ShownRev: 2},
			board.Board{Channel: "1", Message: "12", ShownRev: 3}, []string{"10", "11"}},
		{"edited what was replaced", board.Board{Channel: "1", Message: "11", ShownRev: 2}, board.Board{Channel: "1", Message: "10", ShownRev: 2},
			board.Board{Channel: "1", Message: "11", ShownRev: 2}, []string{"10"}},
		{"brought elsewhere", board.Board{Channel: "2", Message: "11", ShownRev: 2}, board.Board{Channel: "1", Message: "12", ShownRev: 2},
			board.Board{Channel: "2", Message: "11", ShownRev: 2}, []string{"10", "12"}},
		{"stranded", board.Board{ShownRev: 2}, board.Board{Channel: "1", Message: "12", ShownRev: 2},
			board.Board{Channel: "1", Message: "12", ShownRev: 2}, []string{"10"}},
		{"nothing sent", board.Board{Channel: "1", Message: "11", ShownRev: 2}, board.Board{ShownRev: 1, Tries: 1},
			board.Board{Channel: "1", Message: "11", ShownRev: 2}, []string{"10"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, clock := open(t)
			ctx := t.Context()
			if err := s.Insert(ctx, "", table(clock, first.Session, "room")); err != nil {
				t.Fatal(err)
			}
			b := first
			if err := s.SetBoard(ctx, &b); err != nil || b.Version != 1 {
				t.Fatal(b.Version, err)
			}
			c.other.Session, c.other.Version = first.Session, b.Version
			c.late.Session, c.late.Version, c.late.Doubt = first.Session, b.Version, clock.now().Add(time.Minute)
			if err := s.SetBoard(ctx, &c.other); err != nil || c.other.Version != 2 {
				t.Fatal(c.other.Version, err)
			}
			if err := s.SetBoard(ctx, &c.late); !errors.Is(err, board.ErrOvertaken) {
				t.Fatal(err)
			}
			c.want.Session, c.want.Stale, c.want.Doubt, c.want.Version, c.want.Late = first.Session, true, c.late.Doubt, 2, 1
			if c.want.Message != c.other.Message {
				c.want.Version++
			}
			got, err := s.Board(ctx, first.Session)
			if d := cmp.Diff(c.want, got); err != nil || d != "" {
				t.Errorf("%v %s", err, d)
			}
			husks, err := s.Husks(ctx, first.Session)
			var messages []string
			for _, h := range husks {
				messages = append(messages, h.Message)
				if err := s.Shrunk(ctx, h); err != nil {
					t.Error(err)
				}
			}
			slices.Sort(messages)
			if d := cmp.Diff(c.husks, messages); err != nil || d != "" {
				t.Errorf("husks: %v %s", err, d)
			}
			if ids, err := s.Owed(ctx, 10); err != nil || len(ids) != 1 {
				t.Errorf("owed: %v %v", ids, err)
			}
			// A third that knows nothing of the late one does not hide it.
			third := got
			third.Stale, third.Doubt, third.Late = false, time.Time{}, 0
			if err := s.SetBoard(ctx, &third); err != nil || !third.Stale || !third.Doubt.Equal(c.late.Doubt) {
				t.Errorf("%v %+v", err, third)
			}
			third.Stale, third.Doubt = false, time.Time{}
			if err := s.SetBoard(ctx, &third); err != nil {
				t.Fatal(err)
			}
			if n, err := s.Debts(ctx, 10); n != 0 || err != nil {
				t.Errorf("%d debts, %v", n, err)
			}
		})
	}
}

// A card that becomes a husk again while it is shrunk still has to shrink.
func TestHuskAgain(t *testing.T) {
	s, clock := open(t)
	ctx := t.Context()
	if err := s.Insert(ctx, "", table(clock, "aaaaaaaaaa", "room")); err != nil {
		t.Fatal(err)
	}
	b := board.Board{Session: "aaaaaaaaaa", Channel: "1", Message: "10", ShownRev: 1}
	set := func(message string, version int64, want error) {
		t.Helper()
		b.Message, b.Version = message, version
		if err := s.SetBoard(ctx, &b); !errors.Is(err, want) {
			t.Fatal(err)
		}
	}
	set("10", 0, nil)
	set("11", 1, nil)
	before, err := s.Husks(ctx, b.Session)
	if err != nil || len(before) != 1 {
		t.Fatal(before, err)
	}
	set("10", 1, board.ErrOvertaken) // whose edit came after the shrinking
	if err := s.Shrunk(ctx, before[0]); err != nil {
		t.Fatal(err)
	}
	after, err := s.Husks(ctx, b.Session)
	if err != nil || len(after) != 1 || after[0].Message != "10" {
		t.Fatal(after, err)
	}
	if err := s.Shrunk(ctx, after[0]); err != nil {
		t.Fatal(err)
	}
	if after, err = s.Husks(ctx, b.Session); err != nil || len(after) != 0 {
		t.Fatal(after, err)
	}
}

// A check writes something: a full disk refuses nothing else.
func TestCheckWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	c := &clock{t: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	s, err := store.Open(t.Context(), path, c.now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 2 {
		before, err := os.ReadFile(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		c.add(time.Second) // SQLite writes no value that is there already
		if err := s.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(before, after) {
			t.Error("nothing was written")
		}
	}
}

// What is made is its owner's only, as backups are.
func TestOnlyTheOwnerReadsTheFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions")
	}
	dir := t.TempDir()
	s, err := store.Open(t.Context(), filepath.Join(dir, "yeye.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f.Name(), info.Mode(), err)
		}
	}
}
