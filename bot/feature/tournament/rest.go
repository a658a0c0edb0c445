package tournament

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
)

// A correspondence tournament may let its players rest: then vacations and breaks stop clocks in its games. If each
// round waits for the one before, they do so only in the first RestDays days of a round; otherwise one player could
// make all others wait for a month. Live clocks are never stopped, and rests do not move the deadline for arranging
// games.

// ActRests is the act of a director who switches rests on or off.
const ActRests = "tournament.rests"

// RestDays is the number of days from a round's start in which players may rest, if the next round waits for it.
const RestDays = match.MaxBreak

// MayLetRest reports whether a tournament with a clock can let its players rest.
func MayLetRest(clock match.TimeControl) bool { return clock.Days > 0 }

// RestsByRound reports whether players may rest only in the first days of each round.
func (t *Tournament) RestsByRound() bool { return t.Rests && !t.AtOnce() }

// LetRest switches rests in a tournament on or off. It is refused after the start, because the terms of games must not
// change during them.
func (s *Service) LetRest(ctx context.Context, by Actor, of id.Match, rests bool) (Change, error) {
	return s.changeAsDirector(ctx, by, of, ActRests, "", func(_ store.Tx, t *Tournament) error {
		switch {
		case t.State.Over():
			return ErrOver
		case t.State != Open:
			return ErrStarted
		case !MayLetRest(t.Timing):
			return ErrUnfit
		case t.Rests == rests:
			return errNothing
		}
		t.Rests = rests
		return nil
	})
}

// limitRests sets until when players may rest in a round that starts.
func (t *Tournament) limitRests(now time.Time) {
	if t.RestsByRound() {
		t.LastRest = now.Add(RestDays * 24 * time.Hour).Truncate(time.Millisecond)
	}
}
