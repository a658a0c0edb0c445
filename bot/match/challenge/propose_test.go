package challenge_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/store"
	"yeye/game"
)

func TestFewChallenges(t *testing.T) {
	// Each step lets time pass and then asks, or answers the first challenge.
	type step struct {
		after  time.Duration
		other  id.Player     // "" for an open seat
		answer string        // instead of proposing: accept, decline, never, withdraw, expire, call off
		want   error         // nil, ErrInvitations, ErrUnwelcome
		soon   time.Duration // expects a SoonError with a time that much later
		quiet  bool
	}
	for name, steps := range map[string][]step{
		"two open at once":       {{other: "tom"}, {other: "linh"}, {other: "ann", want: challenge.ErrInvitations}, {want: challenge.ErrInvitations}},
		"open seats count":       {{}, {}, {other: "tom", want: challenge.ErrInvitations}},
		"an answer frees one":    {{other: "tom"}, {other: "linh"}, {answer: "decline"}, {other: "ann"}},
		"withdrawing frees one":  {{other: "tom"}, {other: "linh"}, {answer: "withdraw"}, {other: "ann"}},
		"not again at once":      {{other: "tom"}, {after: time.Minute, other: "tom", soon: 9 * time.Minute}},
		"not after a decline":    {{other: "tom"}, {answer: "decline"}, {after: 9 * time.Minute, other: "tom", soon: time.Minute}},
		"quietly once withdrawn": {{other: "tom"}, {answer: "withdraw"}, {other: "tom", quiet: true}, {other: "tom", soon: 10 * time.Minute}},
		"not after a ruling":     {{other: "tom"}, {answer: "call off"}, {other: "tom", soon: 10 * time.Minute}},
		"again in ten minutes":   {{other: "tom"}, {answer: "decline"}, {after: 10 * time.Minute, other: "tom"}},
		"again when it expired":  {{other: "tom"}, {answer: "expire"}, {other: "tom"}},
		"somebody else":          {{other: "tom"}, {other: "linh"}},
		"a rematch is quiet":     {{other: "tom"}, {answer: "accept"}, {after: 5 * time.Minute, other: "tom", quiet: true}},
		"later it is not":        {{other: "tom"}, {answer: "accept"}, {after: 10 * time.Minute, other: "tom"}},
		"never again":            {{other: "tom"}, {answer: "never"}, {after: time.Hour, other: "tom", want: challenge.ErrUnwelcome}, {other: "linh"}, {}},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			ctx := t.Context()
			var first challenge.Challenge
			for i, s := range steps {
				e.pass(s.after)
				var err error
				switch s.answer {
				case "accept":
					_, err = e.Accept(ctx, e.from("tom"), first.ID, challenge.Answer{})
				case "decline":
					_, err = e.Decline(ctx, e.from("tom"), first.ID)
				case "withdraw":
					_, err = e.Withdraw(ctx, e.from("mei"), first.ID)
				case "never":
					_, err = e.DeclineForGood(ctx, e.from("tom"), first.ID)
				case "call off":
					_, err = e.Rule(ctx, e.from("mod"), first.ID, match.EndedByModerator)
				case "expire":
					e.pass(24 * time.Hour)
					_, err = e.Expire(ctx, first.ID)
				default:
					may := e.MayPropose(ctx, e.from("mei"), terms("", "mei", s.other))
					var c challenge.Challenge
					c, err = e.propose(t, "mei", s.other)
					if (may == nil) != (err == nil) || may != nil && may.Error() != err.Error() {
						t.Errorf("step %d: asked before it is %v, then %v", i, may, err)
					}
					if first.ID == "" {
						first = c
					}
					if c.NoPing != s.quiet {
						t.Errorf("step %d: quiet %v", i, c.NoPing)
					}
				}
				var soon *challenge.TooSoonError
				switch {
				case s.soon != 0:
					if !errors.As(err, &soon) || soon.At.Sub(e.time()) != s.soon {
						t.Fatalf("step %d: %v", i, err)
					}
				case !errors.Is(err, s.want):
					t.Fatalf("step %d: %v, want %v", i, err, s.want)
				}
			}
		})
	}
}

// Challenges made at once cannot all take the last place.
func TestFewChallengesAtOnce(t *testing.T) {
	e := newEnv(t)
	var all sync.WaitGroup
	var made atomic.Int64
	for range 12 {
		all.Go(func() {
			_, err := e.propose(t, "mei", "")
			if err == nil {
				made.Add(1)
			} else if !errors.Is(err, challenge.ErrInvitations) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n, err := e.Count(t.Context()); err != nil || n != 2 || made.Load() != 2 {
		t.Errorf("%d were made, %d wait, of at most 2; %v", made.Load(), n, err)
	}
}

// Players who cannot be challenged, and places where nobody can.
func TestWhatIsNotProposed(t *testing.T) {
	e := newEnv(t, match.WithLimits(match.Limits{Player: 2, Guild: 3}))
	ctx := t.Context()
	propose := func(who, other id.Player, channel id.Channel) error {
		_, err := e.Propose(ctx, e.from(who), terms(channel, who, other))
		return err
	}
	start := func(who id.Player, channel id.Channel) {
		t.Helper()
		m := terms(channel, who, "")
		m.Mode, m.Seats[1] = match.Versus, match.Seat{Level: 1}
		if _, err := e.matches.Start(ctx, e.from(who), m); err != nil {
			t.Fatal(err)
		}
	}
	if err := propose("mei", "mei", room); !errors.Is(err, challenge.ErrSelf) {
		t.Errorf("oneself: %v", err)
	}
	if err := propose("mei", match.ErasedPlayer(game.Black), room); !errors.Is(err, challenge.ErrUnwelcome) {
		t.Errorf("somebody forgotten: %v", err)
	}
	start("ann", room)
	var occupied *match.OccupiedError
	if err := propose("mei", "tom", room); !errors.As(err, &occupied) || occupied.Match.Starter != "ann" {
		t.Errorf("where something is played: %v", err)
	}
	if err := propose("mei", "mei", room); !errors.Is(err, challenge.ErrSelf) {
		t.Errorf("oneself, where something is played: %v", err)
	}
	start("ann", "yard")
	if err := propose("ann", "tom", "square"); !errors.Is(err, match.ErrTooMany) {
		t.Errorf("with two open games: %v", err)
	}
	start("tom", "bench")
	if err := propose("mei", "tom", "square"); !errors.Is(err, match.ErrGuildFull) {
		t.Errorf("in a full server: %v", err)
	}
	if n := row[int](t, e, `SELECT COUNT(*) FROM challenges`) + row[int](t, e, `SELECT COUNT(*) FROM jobs WHERE kind = 'challenge'`); n != 0 {
		t.Errorf("%d rows were left by what was refused", n)
	}
}

// A player who takes no challenges is not asked; they may still accept an open one.
func TestTakesNoChallenges(t *testing.T) {
	e := newEnv(t)
	prefs, err := e.players.Preferences(t.Context(), "tom")
	if err != nil {
		t.Fatal(err)
	}
	prefs.Challenges = "nobody"
	if err := e.players.SetPreferences(t.Context(), "tom", prefs); err != nil {
		t.Fatal(err)
	}
	if _, err := e.propose(t, "mei", "tom"); !errors.Is(err, challenge.ErrUnwelcome) {
		t.Errorf("challenged: %v", err)
	}
	open := e.made(t, "mei", "")
	if _, err := e.Accept(t.Context(), e.from("tom"), open.ID, challenge.Answer{}); err != nil {
		t.Errorf("an open seat: %v", err)
	}
}

// Two who challenge each other to the same game are matched.
func TestReciprocal(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	theirs := terms(room, "tom", "mei")
	theirs.Seats[0], theirs.Seats[1] = theirs.Seats[1], theirs.Seats[0]
	made, err := of(e.Propose(ctx, e.from("tom"), theirs))
	if err != nil {
		t.Fatal(err)
	}
	mine := terms(room, "mei", "tom")
	if c, err := e.Reciprocal(ctx, e.from("mei"), mine); err != nil || c.ID != made.ID {
		t.Errorf("%v %v", c.ID, err)
	}
	for name, change := range map[string]func(*match.Terms){
		"elsewhere":        func(t *match.Terms) { t.Channel = "yard" },
		"the other side":   func(t *match.Terms) { t.Seats[0], t.Seats[1] = t.Seats[1], t.Seats[0] },
		"odds":             func(t *match.Terms) { t.Odds = match.OneMove },
		"another position": func(t *match.Terms) { t.Position = match.LeftHorse.Position() },
		"other rules":      func(t *match.Terms) { t.Rules = game.NoChase },
		"not rated":        func(t *match.Terms) { t.Casual = true },
		"a clock":          func(t *match.Terms) { t.TimeControl = match.TimeControl{Days: 1} },
		"somebody else":    func(t *match.Terms) { t.Seats[1].Player = "linh" },
		"an open seat":     func(t *match.Terms) { t.Seats[1] = match.Seat{Open: true} },
	} {
		other := mine
		change(&other)
		if _, err := e.Reciprocal(ctx, e.from("mei"), other); !errors.Is(err, challenge.ErrNoChallenge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := e.Withdraw(ctx, e.from("tom"), made.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Reciprocal(ctx, e.from("mei"), mine); !errors.Is(err, challenge.ErrNoChallenge) {
		t.Errorf("once it is withdrawn: %v", err)
	}
}

// The same event makes one challenge.
func TestProposedOnce(t *testing.T) {
	e := newEnv(t)
	by := e.from("mei")
	if _, err := e.Propose(t.Context(), by, terms(room, "mei", "tom")); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Propose(t.Context(), by, terms(room, "mei", "tom")); !errors.Is(err, store.ErrSeen) {
		t.Errorf("delivered again: %v", err)
	}
}
