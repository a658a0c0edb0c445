package display

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/store"
)

var game = id.Subject{Kind: "game", ID: "abcdefghij"}

func (e *env) wants(t *testing.T, what string, live ...string) {
	t.Helper()
	e.Wait()
	if got := e.rest.live(); !slices.Equal(got, live) {
		t.Errorf("%s: %q, want %q", what, got, live)
	}
}

// A card is edited where it is, unless its revision wants a message of its own; the earlier one loses its controls. Nobody is
// pinged by an edit, nor twice.
func TestFreshOrEdited(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		e.want(t, game, Wanted{Rev: 1, Repost: true, Ping: true})
		e.Wake(game)
		e.wants(t, "begun", "revision 1")
		e.want(t, game, Wanted{Rev: 2})
		e.Wake(game)
		e.wants(t, "changed", "revision 2")
		if e.rest.pings != 1 || len(e.rest.messages) != 1 {
			t.Errorf("%d pings, %d messages", e.rest.pings, len(e.rest.messages))
		}
		e.want(t, game, Wanted{Rev: 3, Repost: true})
		e.want(t, game, Wanted{Rev: 4}) // before anything was sent: 3 has still wanted a message of its own
		e.Wake(game)
		e.wants(t, "moved", "revision 4")
		if len(e.rest.messages) != 2 {
			t.Errorf("%d messages", len(e.rest.messages))
		}
		row, ok, err := e.Row(t.Context(), game)
		if err != nil || !ok || row.Shown != 4 || row.Message != e.rest.messages[1].ID {
			t.Errorf("%+v %v %v", row, ok, err)
		}
		if n, err := e.CountOutdated(t.Context(), 10); n != 0 || err != nil {
			t.Errorf("%d cards are behind: %v", n, err)
		}
	})
}

// A challenge that becomes a match while its card is being sent has one card, the match's.
func TestRenamedWhileSent(t *testing.T) {
	for _, other := range []bool{false, true} { // another process shows the match
		t.Run(fmt.Sprint("by another process ", other), func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				second := e.Display
				if other {
					second = e.another(e.db)
				}
				challenge := id.Subject{Kind: "invitation", ID: game.ID}
				first := true
				e.rest.created = func(id.Message) error {
					if !first {
						return nil
					}
					first = false
					err := e.db.Tx(t.Context(), func(tx store.Tx) error { Rename(t.Context(), tx, challenge, game); return nil })
					if err != nil {
						return err
					}
					e.want(t, game, Wanted{Rev: 2, Repost: true})
					if second.Wake(game); other {
						second.Wait()
					}
					return nil
				}
				e.want(t, challenge, Wanted{Rev: 1, Repost: true})
				e.Wake(challenge)
				e.Wait()
				second.Wait()
				e.wants(t, "accepted", "revision 2")
				for range 3 { // further sweeps change nothing
					e.Sweep(t.Context())
					e.Wait()
				}
				e.wants(t, "later", "revision 2")
				if _, known, err := e.Row(t.Context(), challenge); known || err != nil {
					t.Errorf("the challenge has a row: %v", err)
				}
			})
		})
	}
}

// A message whose request was abandoned is found again, and no second one is posted.
func TestAnswerLost(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		e.rest.created = func(id.Message) error {
			e.rest.created = nil
			return discord.ErrUncertain
		}
		e.want(t, game, Wanted{Rev: 1, Repost: true, Ping: true})
		e.Wake(game)
		e.Wait()
		if _, err := e.db.Write().Exec(t.Context(), `UPDATE cards SET retry_at = 0`); err != nil {
			t.Fatal(err)
		}
		e.Wake(game)
		e.wants(t, "tried again", "revision 1")
		if len(e.rest.messages) != 1 || e.rest.pings != 1 {
			t.Errorf("%d messages, %d pings", len(e.rest.messages), e.rest.pings)
		}
		row, _, err := e.Row(t.Context(), game)
		if err != nil || row.Shown != 1 || row.Message != "100" || row.Uncertain.IsZero() {
			t.Errorf("%+v %v", row, err)
		}
	})
}

// A message that cannot be recorded, because of an error or a panic, is searched for and recorded the next time.
func TestNotRecorded(t *testing.T) {
	for _, breaks := range []bool{false, true} {
		t.Run(fmt.Sprint("panic ", breaks), func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				failing, panics := true, 0
				e.Observer.Panicked = func() { panics++ }
				e.db.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
					if !failing || !strings.HasPrefix(query, "UPDATE cards SET shown_channel") {
						return nil
					}
					if failing = false; breaks {
						panic(errOnPurpose)
					}
					return errOnPurpose
				}})
				e.want(t, game, Wanted{Rev: 1, Repost: true, Ping: true})
				e.Wake(game)
				e.Wait()
				e.Wake(game)
				e.wants(t, "the next time", "revision 1")
				if breaks != (panics == 1) {
					t.Errorf("%d panics were counted", panics)
				}
				row, _, err := e.Row(t.Context(), game)
				if err != nil || row.Shown != 1 || row.Message != "100" || len(e.rest.messages) != 1 || e.rest.pings != 1 {
					t.Errorf("%+v %v, %d messages, %d pings", row, err, len(e.rest.messages), e.rest.pings)
				}
			})
		})
	}
}

// A card that was posted and not recorded, because the process died, is adopted with the revision that it shows: one that wants a
// message of its own gets it, below what was typed meanwhile, and any other is shown by an edit.
func TestAdoptedCardIsNoLaterRevision(t *testing.T) {
	for _, c := range []struct {
		name     string
		next     Wanted
		messages int
	}{
		{"the same revision", Wanted{Rev: 2, Repost: true}, 2},
		{"an edit", Wanted{Rev: 3}, 2},
		{"a message of its own", Wanted{Rev: 3, Repost: true}, 3},
	} {
		for _, quiet := range []bool{true, false} {
			t.Run(fmt.Sprint(c.name, ", quiet ", quiet), func(t *testing.T) {
				bubble(t, func(t *testing.T, e *env) {
					e.cards.quiet = quiet
					e.want(t, game, Wanted{Rev: 1, Repost: true})
					e.Wake(game)
					e.Wait()
					e.db.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
						if strings.HasPrefix(query, "UPDATE cards SET shown_channel") {
							return errOnPurpose
						}
						return nil
					}})
					e.want(t, game, Wanted{Rev: 2, Repost: true})
					e.Wake(game)
					e.Wait()
					e.db.Observe(store.Observer{})
					e.want(t, game, c.next)
					next := e.another(e.db)
					next.Sweep(t.Context())
					next.Wait()
					e.wants(t, "swept", fmt.Sprint("revision ", c.next.Rev))
					row, _, err := e.Row(t.Context(), game)
					if n := len(e.rest.messages); err != nil || n != c.messages || row.Message != e.rest.messages[n-1].ID || row.Shown != c.next.Rev {
						t.Errorf("%d messages, want %d: %+v %v", n, c.messages, row, err)
					}
				})
			})
		}
	}
}

// A card that is held back is not sent before its time, and a deleted subject leaves nothing.
func TestHeldAndGone(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		e.want(t, game, Wanted{Rev: 1, Repost: true, Hold: time.Hour})
		e.Wake(game)
		e.Sweep(t.Context())
		e.wants(t, "held")
		e.want(t, game, Wanted{Rev: 2})
		e.Wake(game)
		e.wants(t, "something better to show", "revision 2")
		e.cards.mu.Lock()
		delete(e.cards.rev, game.ID)
		e.cards.mu.Unlock()
		if _, err := e.db.Write().Exec(t.Context(), `UPDATE cards SET wanted = 3`); err != nil {
			t.Fatal(err)
		}
		e.Wake(game)
		e.Wait()
		if _, known, err := e.Row(t.Context(), game); known || err != nil {
			t.Errorf("a subject that is no more has a row: %v", err)
		}
	})
}

// A deleted subject is purged only when its cards are deleted, also one that was posted and not recorded while the channel could not be
// read.
func TestDeletedUnrecorded(t *testing.T) {
	for _, c := range []struct {
		name   string
		unread error // of the first look
		purged int   // after it
		live   []string
	}{
		{"readable", nil, 1, nil},
		{"for now unreadable", &discord.APIError{Status: 503}, 0, []string{"revision 1"}},
		{"no answer", errOnPurpose, 0, []string{"revision 1"}},
		{"no access", &discord.APIError{Status: 403, Code: 50001}, 1, []string{"revision 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				e.rest.created = func(id.Message) error { return discord.ErrUncertain }
				e.want(t, game, Wanted{Rev: 1, Repost: true})
				e.Wake(game)
				e.Wait()
				e.rest.created, e.rest.unread = nil, c.unread
				e.cards.deleted = true
				again := func(what string, live ...string) {
					t.Helper()
					if _, err := e.db.Write().Exec(t.Context(), `UPDATE cards SET retry_at = 0`); err != nil {
						t.Fatal(err)
					}
					e.Wake(game)
					e.wants(t, what, live...)
				}
				again("deleted", c.live...)
				if e.cards.purged != c.purged {
					t.Errorf("purged %d times, want %d", e.cards.purged, c.purged)
				}
				if c.purged > 0 {
					return
				}
				e.rest.unread = nil
				again("later")
				if e.cards.purged != 1 {
					t.Errorf("purged %d times at last, want 1", e.cards.purged)
				}
			})
		})
	}
}

// A message of a deleted subject that may not be deleted loses all that it says. What can neither be deleted nor edited is left, and
// what may be later is tried again.
func TestDeletedWithoutPermission(t *testing.T) {
	forbidden := &discord.APIError{Status: 403, Code: 50013}
	for _, c := range []struct {
		name     string
		unedited error
		purged   int
		texts    []string
	}{
		{"edited", nil, 1, []string{deletedLine}},
		{"neither", forbidden, 1, []string{"revision 1"}},
		{"for now", &discord.APIError{Status: 503}, 0, []string{"revision 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				e.Connected()
				e.want(t, game, Wanted{Rev: 1, Repost: true})
				e.Wake(game)
				e.Wait()
				e.rest.undeleted, e.rest.unedited = forbidden, c.unedited
				e.cards.deleted = true
				e.want(t, game, Wanted{Rev: 2})
				e.Wake(game)
				e.Wait()
				if got := e.rest.texts(); !slices.Equal(got, c.texts) || e.cards.purged != c.purged {
					t.Errorf("%q is left, purged %d times", got, e.cards.purged)
				}
			})
		})
	}
}
