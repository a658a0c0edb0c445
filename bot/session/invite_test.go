package session_test

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/session"
	"yeye/game"
)

func (d *desk) invites(t testing.TB, who, other session.PlayerID) (session.Session, error) {
	t.Helper()
	seats := [2]session.Seat{{Player: who, Name: string(who)}, {Player: other, Name: string(other)}}
	if other == "" {
		seats[1] = session.Seat{Level: session.Vacant}
	}
	return d.Propose(t.Context(), d.from(who, session.ByCommand), session.Table{Place: d.anotherRoom(), Seats: seats, Position: game.Start()})
}

func TestInvitations(t *testing.T) {
	// Each step lets time pass and then invites, or answers the first challenge.
	type step struct {
		after  time.Duration
		other  session.PlayerID // "" for an open seat
		answer string           // instead of inviting: accept, decline, never, withdraw
		want   error            // nil, ErrInvitations, ErrUnwelcome
		soon   time.Duration    // wants a SoonError that says so much later
		quiet  bool
	}
	for name, steps := range map[string][]step{
		"two open at once":       {{other: "tom"}, {other: "linh"}, {other: "ann", want: session.ErrInvitations}, {want: session.ErrInvitations}},
		"open seats count":       {{}, {}, {other: "tom", want: session.ErrInvitations}},
		"an answer frees one":    {{other: "tom"}, {other: "linh"}, {answer: "decline"}, {other: "ann"}},
		"withdrawing frees one":  {{other: "tom"}, {other: "linh"}, {answer: "withdraw"}, {other: "ann"}},
		"not again at once":      {{other: "tom"}, {after: time.Minute, other: "tom", soon: 9 * time.Minute}},
		"not after a decline":    {{other: "tom"}, {answer: "decline"}, {after: 9 * time.Minute, other: "tom", soon: time.Minute}},
		"not after a withdrawal": {{other: "tom"}, {answer: "withdraw"}, {other: "tom", soon: 10 * time.Minute}},
		"again in ten minutes":   {{other: "tom"}, {answer: "decline"}, {after: 10 * time.Minute, other: "tom"}},
		"somebody else":          {{other: "tom"}, {other: "linh"}},
		"a rematch is quiet":     {{other: "tom"}, {answer: "accept"}, {after: 5 * time.Minute, other: "tom", quiet: true}},
		"later it is not":        {{other: "tom"}, {answer: "accept"}, {after: 10 * time.Minute, other: "tom"}},
		"never again":            {{other: "tom"}, {answer: "never"}, {after: time.Hour, other: "tom", want: session.ErrUnwelcome}, {other: "linh"}, {}},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			var first session.Session
			for i, s := range steps {
				d.pass(s.after)
				var err error
				switch s.answer {
				case "accept":
					_, err = d.Accept(t.Context(), d.from("tom", session.ByControl), first.ID, false)
				case "decline":
					_, err = d.Decline(t.Context(), d.from("tom", session.ByControl), first.ID)
				case "withdraw":
					_, err = d.Decline(t.Context(), d.from("mei", session.ByControl), first.ID)
				case "never":
					_, err = d.DeclineForGood(t.Context(), d.from("tom", session.ByControl), first.ID)
				default:
					var se session.Session
					se, err = d.invites(t, "mei", s.other)
					if first.ID == "" {
						first = se
					}
					if se.Quiet != s.quiet {
						t.Errorf("step %d: quiet %v", i, se.Quiet)
					}
				}
				var soon *session.SoonError
				switch {
				case s.soon != 0:
					if !errors.As(err, &soon) || soon.At.Sub(d.now) != s.soon {
						t.Fatalf("step %d: %v", i, err)
					}
				case !errors.Is(err, s.want):
					t.Fatalf("step %d: %v, want %v", i, err, s.want)
				}
			}
		})
	}
}

// Who may decline for good: the one who was asked, while the challenge stands.
func TestDeclineForGood(t *testing.T) {
	d := newDesk(t)
	se, err := d.invites(t, "mei", "tom")
	if err != nil {
		t.Fatal(err)
	}
	open, err := d.invites(t, "mei", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		who  session.PlayerID
		id   session.ID
		want error
	}{
		{"mei", se.ID, session.ErrNotAsked}, {"linh", se.ID, session.ErrNotAsked}, {"tom", open.ID, session.ErrNotAsked},
		{"tom", "nothing", session.ErrNoSession}, {"tom", se.ID, nil}, {"tom", se.ID, session.ErrClosed},
	} {
		if _, err := d.DeclineForGood(t.Context(), d.from(c.who, session.ByControl), c.id); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.who, err, c.want)
		}
	}
	blocked, err := d.store.Blocked(t.Context(), "tom", 10)
	if err != nil || len(blocked) != 1 || blocked[0].Player != "mei" || blocked[0].Name != "mei" {
		t.Fatalf("blocked: %+v %v", blocked, err)
	}
	if other, err := d.store.Blocked(t.Context(), "linh", 10); err != nil || len(other) != 0 {
		t.Errorf("a stranger blocked somebody: %+v %v", other, err)
	}
	if err := d.store.Unblock(t.Context(), "tom", "mei"); err != nil {
		t.Fatal(err)
	}
	if ok, err := d.store.Welcome(t.Context(), "tom", "mei"); err != nil || !ok {
		t.Errorf("after unblocking: %v %v", ok, err)
	}
}

// Nobody may ask somebody who takes no challenges; an open seat they may take.
func TestTakesNoChallenges(t *testing.T) {
	d := newDesk(t)
	taste, err := d.store.Taste(t.Context(), "tom")
	if err != nil {
		t.Fatal(err)
	}
	taste.Challenges = "nobody"
	if err := d.store.SetTaste(t.Context(), "tom", taste); err != nil {
		t.Fatal(err)
	}
	if _, err := d.invites(t, "mei", "tom"); !errors.Is(err, session.ErrUnwelcome) {
		t.Errorf("challenged: %v", err)
	}
	open, err := d.invites(t, "mei", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Accept(t.Context(), d.from("tom", session.ByControl), open.ID, false); err != nil {
		t.Errorf("an open seat: %v", err)
	}
}
