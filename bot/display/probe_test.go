package display

import (
	"errors"
	"slices"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// The channel of a subject that nobody elsewhere can change is looked up every day. If it was deleted it is lost; one out of the
// bot's reach is not.
func TestProbe(t *testing.T) {
	for _, c := range []struct {
		name  string
		over  bool // it can be changed elsewhere by now
		gone  bool
		err   error
		lost  []place.Status
		again bool // the job is put again for later
		want  error
	}{
		{name: "there", again: true},
		{name: "changed elsewhere", over: true, err: &discord.APIError{Status: 404, Code: 10003}},
		{name: "no longer exists", gone: true},
		{name: "deleted", err: &discord.APIError{Status: 404, Code: 10003}, lost: []place.Status{place.Deleted}},
		{name: "no access", err: &discord.APIError{Status: 403, Code: 50001}, again: true},
		{name: "Discord is down", err: &discord.APIError{Status: 502}, want: scheduler.ErrLater},
		{name: "no network", err: errors.New("no route"), want: scheduler.ErrLater},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				e.Display = New(Options{DB: e.db, REST: &thread{err: c.err}, Sources: e.Sources, OnCard: e.OnCard, Self: e.Self})
				s := id.Subject{Kind: "game", ID: "a"}
				if e.cards.probe = !c.over; !c.gone {
					e.cards.set(s.ID, 2)
				}
				if err := e.probe(t.Context(), scheduler.Job{Subject: s, Guild: "5"}); !errors.Is(err, c.want) || (err != nil) != (c.want != nil) {
					t.Errorf("%v, want %v", err, c.want)
				}
				if again := e.probes(t) > 0; again != c.again || !slices.Equal(e.cards.lost, c.lost) {
					t.Errorf("again %v, lost %v", again, e.cards.lost)
				}
			})
		})
	}
}

// probes returns when a channel is looked up, in Unix milliseconds, 0 if never.
func (e *env) probes(t *testing.T) int64 {
	t.Helper()
	at, err := store.Value[int64](e.db.Read().Row(t.Context(), `SELECT COALESCE(MAX(due_at), 0) FROM jobs WHERE slot = ?`, probeSlot))
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// The change that wants it has the channel looked up within a day, even if its card cannot be shown.
func TestProbeBegins(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		s := id.Subject{Kind: "game", ID: "a"}
		e.want(t, s, Wanted{Rev: 1})
		if at := e.probes(t); at != 0 {
			t.Errorf("looked up at %d", at)
		}
		e.want(t, s, Wanted{Rev: 2, Probe: true})
		if in := time.UnixMilli(e.probes(t)).Sub(e.db.Now()); in <= 0 || in > 24*time.Hour {
			t.Errorf("looked up in %v", in)
		}
	})
}

// firstCard returns a game's card of its first revision, as it is about to be shown.
func (e *env) firstCard(t *testing.T) (Row, Card) {
	t.Helper()
	s := id.Subject{Kind: "game", ID: "a"}
	e.want(t, s, Wanted{Rev: 1})
	row, _, err := load(t.Context(), e.db.Read(), s)
	if err != nil {
		t.Fatal(err)
	}
	card, err := e.cards.Card(t.Context(), s.ID, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	return row, card
}

// A card that cannot be shown says whether its channel was deleted, or only denies the bot.
func TestLostChannelOfACard(t *testing.T) {
	for name, c := range map[string]struct {
		code    int
		unasked bool
		there   id.Message
		lost    []place.Status
	}{
		"deleted": {10003, false, "", []place.Status{place.Deleted}}, "no access": {50001, false, "", []place.Status{place.NoPermission}},
		"forbidden": {50013, false, "", []place.Status{place.NoPermission}}, "locked": {50083, false, "9", []place.Status{place.Locked}},
		"locked and not archived":        {160005, false, "9", []place.Status{place.Locked}},
		"no access, and it stands there": {50001, false, "9", []place.Status{place.NoPermission}}, "forbidden, and nobody waits": {50013, true, "", []place.Status{place.NoPermission}},
		"forbidden, and it stands there": {50013, true, "9", nil}, "no access, where nobody waits": {50001, true, "", []place.Status{place.NoPermission}},
		"no access, and it stands there, where nobody waits": {50001, true, "9", nil}, "another 403": {0, true, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				row, card := e.firstCard(t)
				row.Tries, row.Message, card.Unasked = maxNoAccess-1, c.there, c.unasked
				lost := e.channelLost(t.Context(), e.cards, &row, &card, &discord.APIError{Status: 403, Code: c.code})
				if lost != (c.lost != nil) || !slices.Equal(e.cards.lost, c.lost) {
					t.Errorf("lost: %v, %v", lost, e.cards.lost)
				}
			})
		})
	}
}

// A refusal because a thread was locked may arrive after the thread was unlocked and its game was shown again: then it
// is about an older card, and the newer one is sent.
func TestRefusedAfterAChange(t *testing.T) {
	for _, changed := range []bool{false, true} {
		bubble(t, func(t *testing.T, e *env) {
			row, card := e.firstCard(t)
			if changed {
				e.want(t, row.Subject, Wanted{Rev: 2})
			}
			e.handleFailure(t.Context(), e.cards, &row, &card, pendingResponse{}, &discord.APIError{Status: 403, Code: 50083})
			now, _, err := load(t.Context(), e.db.Read(), row.Subject)
			if err != nil || (len(e.cards.lost) == 0) != changed || (now.Shown < now.Wanted) != changed {
				t.Errorf("changed %v: lost %v, %d of %d shown, %v", changed, e.cards.lost, now.Shown, now.Wanted, err)
			}
		})
	}
}
