package tournament

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
)

// A tournament by days may let its players rest: then vacations and breaks stop clocks in its games. Where a round
// waits for the one before, they do so only in the first days of each round, for otherwise one player could make all
// others wait for a month. A live clock never stands, and a rest moves no deadline for arranging games.

// ActRests is the act of a director who lets players rest, or does so no longer.
const ActRests = "tournament.rests"

// RestDays is how many days of a round players may rest where the next one waits for it.
const RestDays = match.MaxBreak

// MayLetRest reports whether a tournament with a clock can let its players rest.
func MayLetRest(clock match.TimeControl) bool { return clock.Days > 0 }

// RestsByRound reports whether players may rest only in the first days of each round.
func (t *Tournament) RestsByRound() bool { return t.Rests && !t.AtOnce() }

// LetRest lets the players of a tournament rest, or does so no longer. It is refused after the start: the terms of
// games do not change under their players.
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

// limitRests sets until when players may rest in a round that begins.
func (t *Tournament) limitRests(now time.Time) {
	if t.RestsByRound() {
		t.LastRest = now.Add(RestDays * 24 * time.Hour).Truncate(time.Millisecond)
	}
}
