package match

import (
	"context"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/game"
)

// CardLifetime is how long after the last change the display still updates the cards of a match.
const CardLifetime = 7 * 24 * time.Hour

// Busy reports whether a player sits in a live match: their data is erased only after they have left it.
func (owner) Busy(ctx context.Context, tx store.Tx, player id.Player) (bool, error) {
	return sitsInLiveMatch(ctx, tx.Conn, player)
}

// Erase removes a player, who sits in no live match: their single-player matches are deleted, and in matches against
// others an id that belongs to no one replaces theirs. Listeners are notified of those that have cards, however old:
// Deleted for single-player matches, whose rows stay until the cards are gone, and Forgotten for matches with others.
func (o owner) Erase(ctx context.Context, tx store.Tx, player id.Player) error {
	played, err := o.all(ctx, tx.Conn, wherePlayed, string(player), string(player), int(Ended))
	if err != nil {
		return err
	}
	for i := range played {
		if err := o.erase(ctx, tx, played[i], player); err != nil {
			return err
		}
	}
	if err := o.eraseGuest(ctx, tx, player); err != nil {
		return err
	}
	eraseRest(ctx, tx, player)
	return nil
}

// erase removes a player from an ended match that has cards.
func (s *Service) erase(ctx context.Context, tx store.Tx, was Match, player id.Player) error {
	c := Change{Match: was, Before: was.summary(), Verb: Forgotten}
	m := &c.Match
	alone := !m.Mode.TwoPlayers
	for _, side := range [2]game.Color{game.Red, game.Black} {
		switch seat := &m.Seats[side]; {
		case seat.Player != player:
		case alone:
			*seat = Seat{Level: seat.Level, Newcomer: seat.Newcomer}
			m.forgetWord(side)
		default:
			seat.Player, seat.Name = ErasedPlayer(side), ""
			m.forgetWord(side)
		}
	}
	if m.Starter == player {
		m.Starter = ""
	}
	if m.RuledBy == player {
		m.RuledBy = ""
	}
	if alone {
		c.Verb, m.Status = Deleted, Removed
	}
	c.complete(&was, tx.Now)
	return s.update(ctx, tx, &was, &c)
}

// Purge deletes the row of a removed match whose messages are all deleted.
func (s *Service) Purge(ctx context.Context, match id.Match) error {
	return purge(ctx, s.db.Write(), match)
}

// Tidy deletes up to limit removed matches older than CardLifetime, whose cards could not be deleted, calls forget
// for each, and reports whether there may be more.
func (s *Service) Tidy(ctx context.Context, limit int,
	forget func(context.Context, store.Tx, id.Subject) error) (more bool, err error) {
	return store.DropOld(ctx, s.db, limit, func(tx store.Tx) ([]id.Subject, error) {
		return removedBefore(ctx, tx.Conn, tx.Now.Add(-CardLifetime), limit)
	}, func(tx store.Tx, one id.Subject) error {
		if err := forget(ctx, tx, one); err != nil {
			return err
		}
		return purge(ctx, tx.Conn, one.ID)
	})
}

// ShowAgain shows the card of an ended match again, because a player named on it must no longer be named.
func (s *Service) ShowAgain(ctx context.Context, tx store.Tx, of id.Match) error {
	was, err := s.StoredIn(ctx, tx, of)
	if errors.Is(err, ErrNoMatch) || err == nil && was.Status != Ended {
		return nil
	}
	if err != nil {
		return err
	}
	c := Change{Match: was, Before: was.summary(), Verb: Forgotten}
	c.complete(&was, tx.Now)
	return s.update(ctx, tx, &was, &c)
}
