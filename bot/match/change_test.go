package match_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// row reads a single value.
func row[T any](t testing.TB, e *env, query string, args ...any) T {
	t.Helper()
	v, err := store.Value[T](e.db.Read().Row(t.Context(), query, args...))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// jobOf returns the job of a match's next act, "" if it has no job.
func jobOf(t testing.TB, e *env, m match.Match) string {
	t.Helper()
	all, err := store.All(t.Context(), e.db.Read(), func(r store.Row) (string, error) {
		var job, pool, guild, owner string
		var version int64
		var rank int
		var due time.Time
		err := r.Scan(&job, &version, store.Time(&due), &pool, &rank, &guild, &owner)
		return fmt.Sprintf("%s of turn %d in %v: %s %d, %q for %q", job, version, due.Sub(e.time()), pool, rank, guild, owner), err
	}, `SELECT job, version, due_at, pool, rank, guild, owner FROM jobs WHERE slot = 'next' AND kind = ? AND id = ?`, string(m.Mode.Kind), string(m.ID))
	if err != nil || len(all) > 1 {
		t.Fatal(all, err)
	}
	return strings.Join(all, "")
}

// A change writes the next act's job, and who owns the channel.
func TestAChangeWritesItsJobAndChannel(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	timing, _ := match.ParseTimeControl("5+3")
	m, err := of(e.Start(ctx, e.from("mei", match.FromCommand), match.Terms{Guild: "park", Channel: room, Seats: [2]match.Seat{{Level: 1}, {Player: "mei"}}, Position: game.Start()}))
	if err != nil {
		t.Fatal(err)
	}
	owner := func() string {
		o, err := store.All(ctx, e.db.Read(), store.Value[string], `SELECT channel || ' ' || kind || '/' || id FROM channel_owner ORDER BY channel`)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(o, ", ")
	}
	expect := func(what string, m match.Match, job, channel string) {
		t.Helper()
		if got := jobOf(t, e, m); got != job {
			t.Errorf("%s: the job is %q, not %q", what, got, job)
		}
		if got := owner(); got != channel {
			t.Errorf("%s: the channels are %q, not %q", what, got, channel)
		}
	}
	here := "room versus/" + string(m.ID)
	expect("started", m, `think of turn 1 in 0s: engine 0, "park" for "mei"`, here)
	e.pass(time.Second)
	if m, err = of(e.Answer(ctx, &m, move("h2e2"), 0, false)); err != nil {
		t.Fatal(err)
	}
	expect("answered", m, `adjourn of turn 2 in 24h0m0s: timed 2, "park" for ""`, here)
	if m, err = of(e.Transfer(ctx, e.from("mei", match.FromCommand), m.ID, "yard", "bench")); err != nil {
		t.Fatal(err)
	}
	expect("transferred", m, `adjourn of turn 2 in 24h0m0s: timed 2, "yard" for ""`, "bench versus/"+string(m.ID))
	e.pass(24 * time.Hour)
	if m, err = of(e.Adjourn(ctx, m.ID)); err != nil {
		t.Fatal(err)
	}
	expect("adjourned", m, "", "")
	if m, err = of(e.Resume(ctx, e.from("mei", match.FromCommand), m.ID)); err != nil {
		t.Fatal(err)
	}
	expect("resumed", m, `adjourn of turn 2 in 24h0m0s: timed 2, "yard" for ""`, "bench versus/"+string(m.ID))
	if m, err = of(e.Resign(ctx, e.from("mei", match.FromCommand), m.ID)); err != nil {
		t.Fatal(err)
	}
	expect("ended", m, "", "")

	m, err = of(e.Start(ctx, e.from("mei", match.FromCommand), match.Terms{Channel: room, Seats: meiAgainstTom, Position: game.Start(), TimeControl: timing}))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"h2e2", "h9g7"} {
		if m, err = of(e.Step(ctx, e.from(m.Seats[m.ToMove()].Player, match.FromCard), m.ID, m.Turn, move(text))); err != nil {
			t.Fatal(err)
		}
	}
	if m, err = of(e.Shown(ctx, m.ID, m.Turn, e.time())); err != nil {
		t.Fatal(err)
	}
	duel := "room duel/" + string(m.ID)
	expect("a clock runs", m, `warn of turn 3 in 4m30s: timed 1, "" for ""`, duel)
	e.pass(4*time.Minute + 30*time.Second)
	if m, err = of(e.Warn(ctx, m.ID)); err != nil {
		t.Fatal(err)
	}
	expect("warned", m, `flag of turn 3 in 32s: timed 0, "" for ""`, duel)
}

// A character that thinks is not interrupted by changes that leave it the same turn, but by any other.
func TestWhatInterruptsThinking(t *testing.T) {
	for name, c := range map[string]struct {
		do          func(*env, match.Match) error
		interrupted bool
	}{
		"a draw that is refused": {func(e *env, m match.Match) error {
			_, err := e.OfferDraw(t.Context(), e.from("mei", match.FromCommand), room)
			if on := (*match.PlaysOnError)(nil); !errors.As(err, &on) {
				return err
			}
			return nil
		}, false},
		"becoming casual": {func(e *env, m match.Match) error {
			_, err := e.MakeCasual(t.Context(), m.ID, match.AfterHint)
			return err
		}, false},
		"a newcomer": {func(e *env, m match.Match) error {
			_, err := e.Newcomer(t.Context(), e.from("mei", match.FromCard), m.ID)
			return err
		}, false},
		"a takeback": {func(e *env, m match.Match) error {
			_, err := e.Takeback(t.Context(), e.from("mei", match.FromCard), room)
			return err
		}, true},
		"a moderator's pause": {func(e *env, m match.Match) error {
			_, err := e.Rule(t.Context(), e.from("mod", match.FromCommand), m.ID, match.PausedByModerator)
			return err
		}, true},
		"another channel": {func(e *env, m match.Match) error {
			_, err := e.Transfer(t.Context(), e.from("mei", match.FromCommand), m.ID, "yard", "bench")
			return err
		}, true},
	} {
		e := newEnv(t)
		e.start(t, meiAgainstKid)
		m, err := of(e.Move(t.Context(), e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto))
		if err != nil {
			t.Fatal(err)
		}
		const claim = `SELECT COALESCE(SUM(claim), -1) FROM jobs WHERE job = 'think'`
		before := row[int64](t, e, claim)
		e.pass(time.Second)
		if err := c.do(e, m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if interrupted := row[int64](t, e, claim) != before; interrupted != c.interrupted {
			t.Errorf("%s: interrupted %v", name, interrupted)
		}
	}
}

// An answer that is held back is due later, with its result; the match is unchanged, and jobs for other turns are left
// alone.
func TestPostpone(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	e.start(t, meiAgainstKid)
	m, err := of(e.Move(ctx, e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Postpone(ctx, m.ID, m.Turn, e.time().Add(time.Minute), []byte("a move")); err != nil {
		t.Fatal(err)
	}
	if job := jobOf(t, e, m); job != `think of turn 2 in 1m0s: engine 0, "" for "mei"` {
		t.Errorf("then %s", job)
	}
	if payload := row[[]byte](t, e, `SELECT payload FROM jobs`); string(payload) != "a move" {
		t.Errorf("with %q", payload)
	}
	if now, err := e.Get(ctx, m.ID); err != nil || now.Rev != m.Rev || !now.Next.Due.Equal(m.Next.Due) {
		t.Errorf("the match: rev %d→%d, next %v, %v", m.Rev, now.Rev, now.Next, err)
	}
	if _, err := e.Takeback(ctx, e.from("mei", match.FromCard), room); err != nil {
		t.Fatal(err)
	}
	before := jobOf(t, e, m)
	if err := e.Postpone(ctx, m.ID, m.Turn, e.time().Add(time.Minute), nil); !errors.Is(err, match.ErrStale) || jobOf(t, e, m) != before {
		t.Errorf("after a takeback: %v, then %s", err, jobOf(t, e, m))
	}
}

// Listeners write in the transaction in their order, one of them can roll back all of it, and After is called once.
func TestListeners(t *testing.T) {
	var log []string
	refuse := false
	listener := func(name string) match.Listener {
		return match.Listener{
			InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
				log = append(log, name+" in: "+string(c.Verb))
				if refuse && name == "two" {
					return errors.New("no")
				}
				return store.Once(ctx, tx, id.Event(fmt.Sprint(name, c.Match.ID, c.Match.Rev)))
			},
			After: func(_ context.Context, c *match.Change) { log = append(log, name+" after: "+string(c.Verb)) },
		}
	}
	e := newEnv(t, match.WithListeners(listener("one"), listener("two")))
	expect := func(want ...string) {
		t.Helper()
		if !slices.Equal(log, want) {
			t.Errorf("heard %q, not %q", log, want)
		}
		log = nil
	}
	m := e.start(t, meiAgainstTom)
	expect("one in: started", "two in: started", "one after: started", "two after: started")
	if _, err := e.Move(t.Context(), e.from("tom", match.FromText), room, notation.Parse("h2e2"), notation.Auto); !errors.Is(err, match.ErrNotYourTurn) {
		t.Fatal(err)
	}
	expect()
	events := row[int](t, e, `SELECT COUNT(*) FROM events`)
	refuse = true
	by := e.from("mei", match.FromText)
	c, err := e.Move(t.Context(), by, room, notation.Parse("h2e2"), notation.Auto)
	if err == nil || c.Match.Rev != m.Rev || c.Match.Turn != m.Turn || c.Match.Game.Ply() != 0 {
		t.Errorf("refused in the transaction: turn %d, ply %d, %v", c.Match.Turn, c.Match.Game.Ply(), err)
	}
	expect("one in: moved", "two in: moved")
	if now, err := e.Get(t.Context(), m.ID); err != nil || now.Rev != m.Rev || row[int](t, e, `SELECT COUNT(*) FROM events`) != events {
		t.Errorf("what a listener refuses was written: rev %d→%d, %v", m.Rev, now.Rev, err)
	}
	refuse = false
	if _, err := e.Move(t.Context(), by, room, notation.Parse("h2e2"), notation.Auto); err != nil { // the same event: it was rolled back as well
		t.Error(err)
	}
	expect("one in: moved", "two in: moved", "one after: moved", "two after: moved")
}

// The state before a change.
func TestBefore(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.start(t, meiAgainstTom) // casual because it has no clock: a slip can be taken back without asking
	if _, err := e.Move(ctx, e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto); err != nil {
		t.Fatal(err)
	}
	c, err := e.Takeback(ctx, e.from("mei", match.FromCard), room)
	if err != nil || c.Verb != match.TookBack || !slices.Equal(c.Before.Undone, []game.Move{move("h2e2")}) || c.Before.Ply != 1 || c.Before.Turn != 2 ||
		!c.PositionChanged() || c.Ended() || c.New() || c.Before.Casual != match.Untimed || c.Match.CasualReason != match.Untimed {
		t.Errorf("%+v %v", c.Before, err)
	}
	if c, err = e.OfferDraw(ctx, e.from("mei", match.FromCommand), room); err != nil || c.Verb != match.Offering || c.PositionChanged() {
		t.Errorf("%+v %v", c.Verb, err)
	}
	if c, err = e.Accord(ctx, e.from("tom", match.FromCommand), m.ID, c.Match.Offer, true); err != nil || c.Verb != match.Finished || !c.Ended() || c.Before.Offer.Kind != match.OfferDraw {
		t.Errorf("%+v %v", c, err)
	}
	if c, err = e.Resign(ctx, e.from("tom", match.FromCommand), m.ID); !errors.Is(err, match.ErrEnded) || c.Match.ID != m.ID {
		t.Errorf("a refusal does not say of what: %+v %v", c.Match.ID, err)
	}
}

// Two processes on one database: of two simultaneous changes each is made on top of the other, and none is lost.
func TestTwoProcesses(t *testing.T) {
	e := newEnv(t)
	m := e.start(t, meiAgainstKid)
	services := []*match.Service{e.Service}
	for range 2 {
		db := testdb.At(t, e.path, e.time)
		defer db.Close()
		services = append(services, match.NewService(db))
	}
	var all sync.WaitGroup
	for _, s := range services {
		all.Go(func() {
			for range 10 {
				if _, err := s.Newcomer(t.Context(), e.from("mei", match.FromCard), m.ID); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if now, err := e.Get(t.Context(), m.ID); err != nil || now.Rev != m.Rev+30 {
		t.Errorf("30 changes raised the revision from %d to %d, %v", m.Rev, now.Rev, err)
	}
}

// A channel that belongs to a subject other than a match is occupied, too.
func TestChannelOwnedByOtherKind(t *testing.T) {
	e := newEnv(t)
	if _, err := e.db.Write().Exec(t.Context(), `INSERT INTO channel_owner (channel, kind, id) VALUES (?, 'puzzle', 'p')`, string(room)); err != nil {
		t.Fatal(err)
	}
	_, err := e.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Channel: room, Seats: meiAgainstKid, Position: game.Start()})
	var occupied *match.OccupiedError
	if !errors.As(err, &occupied) || occupied.Subject != (id.Subject{Kind: "puzzle", ID: "p"}) || occupied.Match.ID != "" {
		t.Errorf("%+v", err)
	}
	if n := row[int](t, e, `SELECT COUNT(*) FROM matches`) + row[int](t, e, `SELECT COUNT(*) FROM jobs`); n != 0 {
		t.Errorf("%d rows were left by what was refused", n)
	}
}

// A mode that is not declared does not start.
func TestUndeclaredMode(t *testing.T) {
	e := newEnv(t)
	_, err := e.Service.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Mode: match.Mode{Kind: "raffle"}, Channel: room, Seats: meiAgainstKid, Position: game.Start()})
	if !errors.Is(err, match.ErrUnknownMode) {
		t.Error(err)
	}
}
