package challenge_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// An accepted challenge is a match of the same id, with its terms, and the match continues its revisions.
func TestAcceptedBecomesAMatch(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	made := terms(room, "mei", "tom")
	made.Rules, made.Odds, made.Position, made.Casual = game.NoChase, match.LeftHorse, match.LeftHorse.Position(), true
	made.TimeControl = match.TimeControl{Days: 3}
	c, err := of(e.Propose(ctx, e.from("mei"), made))
	if err != nil || c.Casual != match.Agreed || c.Side() != game.Red || c.Subject() != (id.Subject{Kind: "challenge", ID: c.ID}) {
		t.Fatalf("%+v %v", c, err)
	}
	const jobs = `SELECT COALESCE(STRING_AGG(kind || ' ' || job || ' ' || (due_at - ?), ','), '') FROM jobs`
	if job := row[string](t, e, jobs, e.time().UnixMilli()); job != fmt.Sprintf("challenge expire %d", (24*time.Hour).Milliseconds()) {
		t.Errorf("its job: %s", job)
	}
	e.pass(time.Hour)
	change, err := e.Accept(ctx, e.from("tom"), c.ID, challenge.Answer{Newcomer: true})
	if err != nil || change.Verb != challenge.Accepting || change.Became != (id.Subject{Kind: "duel", ID: c.ID}) || change.Challenge.Status != challenge.Accepted {
		t.Fatalf("%+v %v", change, err)
	}
	m, err := e.matches.Get(ctx, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := match.Match{ID: c.ID, Mode: match.Duel, Guild: "park", Channel: room, Status: match.Open, Starter: "mei", Locale: "vi",
		Seats: [2]match.Seat{made.Seats[0], {Player: "tom", Name: "tom", Newcomer: true}}, Odds: match.LeftHorse,
		CasualReason: match.Agreed, CasualTurn: 1, Rev: 3, Turn: 1}
	got := match.Match{ID: m.ID, Mode: m.Mode, Guild: m.Guild, Channel: m.Channel, Status: m.Status, Starter: m.Starter, Locale: m.Locale,
		Seats: m.Seats, Odds: m.Odds, CasualReason: m.CasualReason, CasualTurn: m.CasualTurn, Rev: m.Rev, Turn: m.Turn}
	if fmt.Sprint(got) != fmt.Sprint(want) || m.Game.Start() != made.Position || m.Game.Rules() != made.Rules || m.Clock.TimeControl != made.TimeControl {
		t.Errorf("%+v, not %+v", got, want)
	}
	if !m.Created.Equal(c.Created) || !m.Touched.Equal(e.time()) || !m.Acted[game.Red].Equal(c.Created) || !m.Acted[game.Black].Equal(e.time()) || m.BothPresent() {
		t.Errorf("created %v, touched %v, acted %v", m.Created, m.Touched, m.Acted)
	}
	if job := row[string](t, e, jobs, e.time().UnixMilli()); job == "" || job[:5] != "duel " {
		t.Errorf("the job then: %s", job)
	}
	if _, err := e.Accept(ctx, e.from("tom"), c.ID, challenge.Answer{}); !errors.Is(err, challenge.ErrClosed) {
		t.Errorf("accepted twice: %v", err)
	}
	if now, err := e.matches.InChannel(ctx, room); err != nil || now.ID != c.ID {
		t.Errorf("in the channel: %v %v", now.ID, err)
	}
}

// A challenge is not accepted in a channel that is occupied by now, but elsewhere.
func TestAcceptElsewhere(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	c, err := of(e.Propose(ctx, e.from("mei"), terms(room, "mei", "tom")))
	if err != nil {
		t.Fatal(err)
	}
	m := terms(room, "ann", "")
	m.Mode, m.Seats[1] = match.Versus, match.Seat{Level: 1}
	there, err := e.matches.Start(ctx, e.from("ann"), m)
	if err != nil {
		t.Fatal(err)
	}
	by := e.from("tom")
	var occupied *match.OccupiedError
	if _, err := e.Accept(ctx, by, c.ID, challenge.Answer{}); !errors.As(err, &occupied) || occupied.Match.ID != there.Match.ID {
		t.Errorf("in an occupied channel: %v", err)
	}
	if now, err := e.Get(ctx, c.ID); err != nil || now.Status != challenge.Waiting || now.Rev != c.Rev {
		t.Errorf("what was refused: %+v %v", now, err)
	}
	change, err := e.AcceptIn(ctx, by, c.ID, challenge.Answer{}, "park", "thread") // the same event: it was not recorded as processed before
	if err != nil || change.Started.Match.Channel != "thread" || change.Started.Match.Status != match.Open || !change.Started.New() {
		t.Errorf("%+v %v", change.Started.Match, err)
	}
}

// Challenges that wait are no way past the limits of open games: they hold when one is accepted, for its challenger.
func TestAcceptedWithinLimits(t *testing.T) {
	e := newEnv(t, match.WithLimits(match.Limits{Player: 1, Guild: 2}))
	ctx := t.Context()
	first, second := e.made(t, "mei", "tom"), e.made(t, "mei", "linh")
	begun, err := e.Accept(ctx, e.from("tom"), first.ID, challenge.Answer{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Accept(ctx, e.from("linh"), second.ID, challenge.Answer{}); !errors.Is(err, challenge.ErrBusy) || errors.Is(err, match.ErrTooMany) {
		t.Errorf("a second game of the challenger's: %v", err)
	}
	if now, err := e.Get(ctx, second.ID); err != nil || now.Status != challenge.Waiting {
		t.Errorf("what was refused: %v %v", now.Status, err)
	}
	third := e.made(t, "tom", "ann") // in tom's game the challenger was another
	if _, err := e.matches.Resign(ctx, e.from("tom"), begun.Started.Match.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Accept(ctx, e.from("linh"), second.ID, challenge.Answer{}); err != nil {
		t.Errorf("after the first is over: %v", err)
	}
	m := terms(room, "bob", "")
	m.Mode, m.Seats[1] = match.Versus, match.Seat{Level: 1}
	if _, err := e.matches.Start(ctx, e.from("bob"), m); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Accept(ctx, e.from("ann"), third.ID, challenge.Answer{}); !errors.Is(err, match.ErrGuildFull) {
		t.Errorf("in a server that is full by now: %v", err)
	}
}

// Listeners of challenges are notified of an accepted one before those of matches, in one transaction with them.
func TestAcceptingIsOneTransaction(t *testing.T) {
	var log []string
	refuse := true
	e := newEnv(t, match.WithListeners(match.Listener{
		InTx: func(_ context.Context, _ store.Tx, c *match.Change) error {
			log = append(log, "match "+string(c.Verb))
			if refuse {
				return errors.New("no")
			}
			return nil
		},
		After: func(_ context.Context, c *match.Change) { log = append(log, "after match "+string(c.Verb)) },
	}))
	e.Listen(store.Listener[challenge.Change]{
		InTx: func(_ context.Context, _ store.Tx, c *challenge.Change) error {
			log = append(log, fmt.Sprint("challenge ", c.Verb, " ", c.Became.Kind, " ", c.New()))
			return nil
		},
		After: func(_ context.Context, c *challenge.Change) { log = append(log, "after challenge "+string(c.Verb)) },
	})
	expect := func(want ...string) {
		t.Helper()
		if !slices.Equal(log, want) {
			t.Errorf("heard %q, not %q", log, want)
		}
		log = nil
	}
	c := e.made(t, "mei", "tom")
	expect("challenge proposed  true", "after challenge proposed")
	by := e.from("tom")
	if _, err := e.Accept(t.Context(), by, c.ID, challenge.Answer{}); err == nil {
		t.Error("accepted in spite of a listener")
	}
	expect("challenge accepted duel false", "match started")
	if now, err := e.Get(t.Context(), c.ID); err != nil || now.Status != challenge.Waiting {
		t.Errorf("%+v %v", now.Status, err)
	}
	refuse = false
	if _, err := e.Accept(t.Context(), by, c.ID, challenge.Answer{}); err != nil {
		t.Error(err)
	}
	expect("challenge accepted duel false", "match started", "after challenge accepted", "after match started")
}

// Who may decline for good: the player who was asked, while the challenge waits.
func TestDeclineForGood(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	c, open := e.made(t, "mei", "tom"), e.made(t, "mei", "")
	for _, s := range []struct {
		who  id.Player
		of   id.Match
		want error
	}{
		{"mei", c.ID, challenge.ErrNotAsked}, {"linh", c.ID, challenge.ErrNotAsked}, {"tom", open.ID, challenge.ErrNotAsked},
		{"tom", "nothing", challenge.ErrNoChallenge}, {"tom", c.ID, nil}, {"tom", c.ID, challenge.ErrClosed},
	} {
		if _, err := e.DeclineForGood(ctx, e.from(s.who), s.of); !errors.Is(err, s.want) {
			t.Errorf("%s: %v, want %v", s.who, err, s.want)
		}
	}
	blocked, err := e.players.Blocked(ctx, "tom", 10)
	if err != nil || len(blocked) != 1 || blocked[0].Player != "mei" || blocked[0].Name != "mei" {
		t.Fatalf("blocked: %+v %v", blocked, err)
	}
	if other, err := e.players.Blocked(ctx, "linh", 10); err != nil || len(other) != 0 {
		t.Errorf("a stranger blocked somebody: %+v %v", other, err)
	}
	if err := e.players.Unblock(ctx, "tom", "mei"); err != nil {
		t.Fatal(err)
	}
	e.pass(10 * time.Minute)
	if _, err := e.propose(t, "mei", "tom"); err != nil {
		t.Errorf("after unblocking: %v", err)
	}
}

// Everybody but the challenger is refused to withdraw.
func TestWithdraw(t *testing.T) {
	e := newEnv(t)
	c := e.made(t, "mei", "tom")
	for _, who := range []id.Player{"tom", "linh"} {
		if _, err := e.Withdraw(t.Context(), e.from(who), c.ID); !errors.Is(err, challenge.ErrNotAsked) {
			t.Errorf("%s withdraws it: %v", who, err)
		}
	}
	if change, err := e.Withdraw(t.Context(), e.from("mei"), c.ID); err != nil || change.Verb != challenge.Withdrawing || change.Challenge.Status != challenge.Withdrawn {
		t.Errorf("%+v %v", change, err)
	}
	if _, err := e.Withdraw(t.Context(), e.from("mei"), c.ID); !errors.Is(err, challenge.ErrClosed) {
		t.Errorf("withdrawn twice: %v", err)
	}
}

// The rulings that a moderator may make in each state, and their effect.
func TestRulings(t *testing.T) {
	const end, pause, resume, remove = match.EndedByModerator, match.PausedByModerator, match.NoRuling, match.DeletedByModerator
	for _, s := range []struct {
		state  challenge.Status
		ruling match.Ruling
		want   challenge.Status
		err    error
	}{
		{challenge.Waiting, end, challenge.CalledOff, nil}, {challenge.Waiting, remove, challenge.Removed, nil},
		{challenge.Waiting, pause, challenge.Waiting, challenge.ErrUnanswered}, {challenge.Waiting, resume, challenge.Waiting, challenge.ErrUnanswered},
		{challenge.Declined, end, challenge.Declined, challenge.ErrClosed}, {challenge.Declined, pause, challenge.Declined, challenge.ErrClosed},
		{challenge.Declined, remove, challenge.Removed, nil}, {challenge.Removed, remove, challenge.Removed, challenge.ErrNoChallenge},
	} {
		e := newEnv(t)
		ctx := t.Context()
		c := e.made(t, "mei", "tom")
		var err error
		switch s.state {
		case challenge.Declined:
			c, err = of(e.Decline(ctx, e.from("tom"), c.ID))
		case challenge.Removed:
			c, err = of(e.Rule(ctx, e.from("mod"), c.ID, remove))
		}
		if err != nil {
			t.Fatal(err)
		}
		if may := c.Rulable(s.ruling); s.state != challenge.Removed && may != (s.err == nil) {
			t.Errorf("%v, ruling %d: rulable %v", s.state, s.ruling, may)
		}
		if _, err := e.Rule(ctx, e.from("mod"), c.ID, s.ruling); !errors.Is(err, s.err) {
			t.Errorf("%v, ruling %d: %v, want %v", s.state, s.ruling, err, s.err)
		}
		kept, err := e.Stored(ctx, c.ID)
		if err != nil || kept.Status != s.want || (s.err == nil) != (kept.Rev > c.Rev) || s.err == nil && kept.CalledOffBy != "mod" {
			t.Errorf("%v, ruling %d: %+v %v", s.state, s.ruling, kept, err)
		}
		if n := row[int](t, e, `SELECT COUNT(*) FROM jobs`); (n == 1) != (s.want == challenge.Waiting) {
			t.Errorf("%v, ruling %d: %d jobs", s.state, s.ruling, n)
		}
		if err := e.Purge(ctx, c.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Stored(ctx, c.ID); errors.Is(err, challenge.ErrNoChallenge) != (s.want == challenge.Removed) {
			t.Errorf("%v, ruling %d, purged: %v", s.state, s.ruling, err)
		}
	}
}

// A challenge ends when a player in it leaves, or its channel is deleted.
func TestLeaveAndSuspend(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	for who, want := range map[id.Player]challenge.Status{"mei": challenge.Withdrawn, "tom": challenge.Declined} {
		e.pass(time.Hour)
		c := e.made(t, "mei", "tom")
		if _, err := e.Leave(ctx, e.from("linh"), c.ID); !errors.Is(err, challenge.ErrNotAsked) {
			t.Errorf("a stranger leaves: %v", err)
		}
		if c, err := of(e.Leave(ctx, e.from(who), c.ID)); err != nil || c.Status != want {
			t.Errorf("%s leaves: %v %v", who, c.Status, err)
		}
		if _, err := e.Leave(ctx, e.from(who), c.ID); !errors.Is(err, challenge.ErrClosed) {
			t.Errorf("%s leaves again: %v", who, err)
		}
	}
	c := e.made(t, "mei", "")
	if _, err := e.Suspend(ctx, c.ID, "yard"); !errors.Is(err, challenge.ErrStale) {
		t.Errorf("another channel was deleted: %v", err)
	}
	if c, err := of(e.Suspend(ctx, c.ID, c.Channel)); err != nil || c.Status != challenge.Expired {
		t.Errorf("its channel was deleted: %v %v", c.Status, err)
	}
	if _, err := e.Suspend(ctx, c.ID, c.Channel); !errors.Is(err, challenge.ErrStale) {
		t.Errorf("again: %v", err)
	}
}

// One challenge under any order of requests: seats are taken once, only by the players they are meant for.
func TestChallengeStates(t *testing.T) {
	e := newEnv(t)
	rapid.Check(t, func(rt *rapid.T) {
		channel := e.newChannel()
		mei := "mei " + id.Player(channel) // a player who has not challenged anybody yet
		ctx := context.Background()
		open := rapid.Bool().Draw(rt, "open seat")
		other := id.Player("tom")
		if open {
			other = ""
		}
		c, err := of(e.Propose(ctx, e.from(mei), terms(channel, mei, other)))
		if err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			before, _ := e.Get(ctx, c.ID)
			waits := before.Status == challenge.Waiting
			who := rapid.SampledFrom([]id.Player{mei, "tom", "linh"}).Draw(rt, "who")
			var change challenge.Change
			switch rapid.IntRange(0, 3).Draw(rt, "command") {
			case 0:
				change, err = e.Accept(ctx, e.from(who), c.ID, challenge.Answer{})
				if may := waits && who != mei && (open || who == "tom"); (err == nil) != may {
					rt.Fatalf("%s accepts in status %v: %v", who, before.Status, err)
				}
			case 1:
				change, err = e.Decline(ctx, e.from(who), c.ID)
				if may := waits && (who == mei || !open && who == "tom"); (err == nil) != may {
					rt.Fatalf("%s declines in status %v: %v", who, before.Status, err)
				}
			case 2:
				if _, err := e.Expire(ctx, c.ID); waits && e.time().Before(before.Expires()) && !errors.Is(err, challenge.ErrNotYet) {
					rt.Fatalf("expired before its time: %v", err)
				}
				e.pass(25 * time.Hour)
				change, err = e.Expire(ctx, c.ID)
				if (err == nil) != waits {
					rt.Fatalf("expiring in status %v: %v", before.Status, err)
				}
			case 3:
				m, err := e.matches.Move(ctx, e.from(who), channel, notation.Parse("h2e2"), notation.Auto)
				if err == nil && (before.Status != challenge.Accepted || who != mei) {
					rt.Fatalf("%s moves in status %v: %v", who, before.Status, m.Match)
				}
				continue
			}
			if err != nil {
				if now, _ := e.Get(ctx, c.ID); now.Rev != before.Rev {
					rt.Fatalf("%v changed the challenge", err)
				}
				continue
			}
			if m := change.Started.Match; change.Verb == challenge.Accepting && (m.Seats[0].Player != mei || m.Seats[1].Player != who) {
				rt.Fatalf("seats %+v", m.Seats)
			}
		}
	})
}
