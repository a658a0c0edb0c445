package tournament

import (
	"context"
	"errors"
	"slices"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/id"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// Join enters a player, before the start or late, or lets a player who left return.
func (s *Service) Join(ctx context.Context, by Actor, of id.Match) (Change, error) {
	t, err := s.Get(ctx, of)
	if err != nil {
		return Change{}, err
	}
	rated, err := s.rating(ctx, by.Player, t.Live())
	if err != nil {
		return Change{}, err
	}
	return s.change(ctx, by.Event, of, func(tx store.Tx, t *Tournament) error {
		return t.join(Entrant{Player: by.Player, Name: by.Name, rating: rated}, tx.Now)
	})
}

// Leave withdraws a player. Their current game is played to its end.
func (s *Service) Leave(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.change(ctx, by.Event, of, func(tx store.Tx, t *Tournament) error {
		e, err := t.playing(by.Player)
		if err != nil {
			return err
		}
		t.leave(e, Out, leftFreely, tx.Now)
		return nil
	})
}

// HalfBye asks for a half-point bye in the next round.
func (s *Service) HalfBye(ctx context.Context, by Actor, of id.Match) (Change, error) {
	return s.change(ctx, by.Event, of, func(_ store.Tx, t *Tournament) error {
		e, err := t.playing(by.Player)
		if err != nil {
			return err
		}
		return t.requestHalfBye(e)
	})
}

// playing returns the entry of an active player, or an error that says why they are not one.
func (t *Tournament) playing(p id.Player) (*Entrant, error) {
	e := t.Of(p)
	switch {
	case t.State.Over():
		return nil, ErrOver
	case e == nil || e.Status != In:
		return nil, ErrNotIn
	}
	return e, nil
}

// Ready records that a player is at a board: ready for an arranged game, which starts once both are, or waiting for an
// opponent who has not come. Before the game it refuses players who would get no seat, as [policy.Policy.Seat] does.
func (s *Service) Ready(ctx context.Context, by Actor, of id.Match, round, number int) (Change, error) {
	return s.change(ctx, by.Event, of, func(tx store.Tx, t *Tournament) error {
		b := t.Board(round, number)
		if b != nil && b.Match == "" && !t.State.Over() { // barred players were withdrawn before this
			game := policy.Game{Guild: t.Guild, Feature: Feature, Live: t.Live(), Players: []id.Player{by.Player},
				By: by.Player}
			if _, err := s.matches.Policy().Seat(ctx, tx, game); err != nil {
				return err
			}
		}
		e, err := t.playing(by.Player)
		switch {
		case err != nil:
			return err
		case b == nil || !b.Pending() || !b.has(e.Number):
			return ErrStale
		}
		side := game.Red
		if b.Black == e.Number {
			side = game.Black
		}
		b.Ready[side] = tx.Now
		return nil
	})
}

// Due runs the tournament's scheduled job: the start, the pairing of a round, the next round, a wave of an arena, or
// the end.
func (s *Service) Due(ctx context.Context, of id.Match) error {
	t, err := s.Get(ctx, of)
	if errors.Is(err, ErrNone) {
		return nil
	}
	if err == nil && t.State == Pairing {
		return s.pair(ctx, of)
	}
	if err == nil {
		_, err = s.change(ctx, "", of, func(tx store.Tx, t *Tournament) error {
			switch {
			case t.Due.IsZero() || t.State == Pairing:
				return errNothing
			case tx.Now.Before(t.Due):
				return scheduler.ErrLater
			}
			busy, err := s.busyPlayers(ctx, tx, t)
			if err != nil {
				return err
			}
			return t.due(tx.Now, busy)
		})
	}
	return err
}

// busyPlayers returns the players of an arena who sit at a live board elsewhere. A player who sits down there after
// this call is refused a seat later, and called.
func (s *Service) busyPlayers(ctx context.Context, tx store.Tx, t *Tournament) ([]id.Player, error) {
	if t.System != Arena || t.State != Playing {
		return nil, nil
	}
	return s.matches.SitAtLiveBoards(ctx, tx.Conn, "", t.activePlayers()...)
}

// due runs the scheduled job in any state but Pairing. An arena does not pair busy players.
func (t *Tournament) due(now time.Time, busy []id.Player) error {
	switch {
	case t.State == Open:
		if err := t.begin(now); errors.Is(err, ErrTooFew) {
			t.end(Cancelled)
		}
	case t.State == Between:
		return t.next(now)
	case t.State == Playing && t.System == Arena && now.Before(t.Ends):
		t.wave(now, busy)
	case t.State == Playing && t.System == Arena:
		t.end(Done)
	case t.State == Playing && t.System == Arranged:
		t.closeArranging(now)
	}
	return nil
}

// closeArranging ends the time for arranging games: games that have not started are canceled, the others are played to
// their end.
func (t *Tournament) closeArranging(now time.Time) {
	t.Due = time.Time{}
	for i := range t.Pairings {
		if b := &t.Pairings[i]; b.Pending() && b.Match == "" {
			b.forfeit(true, true, Unplayed, now)
		}
	}
	t.settle(now)
}

// pair pairs the round. It computes outside the transaction, because that may take long, and again if the tournament
// has changed meanwhile. The same tournament always gives the same round.
func (s *Service) pair(ctx context.Context, of id.Match) error {
	for {
		seen, err := s.Get(ctx, of)
		if err != nil {
			return err
		}
		if seen.State != Pairing {
			return nil
		}
		rows, err := seen.pairRound()
		if err != nil && !errors.Is(err, pairing.ErrNoPairs) {
			return err
		}
		none := err != nil
		_, err = s.change(ctx, "", of, func(tx store.Tx, t *Tournament) error {
			switch {
			case t.Rev != seen.Rev:
				return ErrStale
			case none: // too few players for another round: the tournament ends with the current standings
				t.Round--
				t.end(Done)
				return nil
			}
			t.startRound(slices.Clone(rows), tx.Now)
			return nil
		})
		if !errors.Is(err, ErrStale) {
			return err
		}
	}
}
