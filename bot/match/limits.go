package match

import (
	"context"
	"errors"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Limits bounds how many matches may be open at a time; 0 is any number. A match counts for its starter: a player who was
// challenged did not ask for it. One that a tournament or a ring began has no starter and counts for the server alone.
type Limits struct {
	Player int // started by one player
	Guild  int // in one server, regardless of their starters
}

var (
	// ErrTooMany: the player has started as many open matches as Limits allows.
	ErrTooMany = errors.New("you have started as many games as may be open at a time")
	// ErrGuildFull: as many matches are open in the server as Limits allows.
	ErrGuildFull = errors.New("as many games are open in this server as may be")
)

// WithLimits refuses matches beyond l with [ErrTooMany] and [ErrGuildFull].
func WithLimits(l Limits) Option { return func(s *Service) { s.limits = l } }

// WithinLimits refuses another match or challenge of a player's in a server. It counts in the transaction that would open it, so
// that two at once cannot both take the last place.
func (s *Service) WithinLimits(ctx context.Context, tx store.Tx, player id.Player, guild id.Guild) error {
	if err := s.lockLimits(ctx, tx, player, guild); err != nil {
		return err
	}
	return s.withinLimits(ctx, tx.Conn, player, guild)
}

// lockLimits makes transactions that open a match of the player's or in the server run one after the other.
func (s *Service) lockLimits(ctx context.Context, tx store.Tx, player id.Player, guild id.Guild) error {
	if s.limits.Player > 0 && player != "" {
		if err := tx.Dialect().Lock(ctx, tx.Conn, "matches of "+string(player)); err != nil {
			return err
		}
	}
	if s.limits.Guild > 0 && guild != "" {
		return tx.Dialect().Lock(ctx, tx.Conn, "matches in "+string(guild))
	}
	return nil
}

func (s *Service) withinLimits(ctx context.Context, c store.Conn, player id.Player, guild id.Guild) error {
	if s.limits.Player > 0 && player != "" {
		n, err := countStarted(ctx, c, player)
		if err != nil {
			return err
		}
		if n >= s.limits.Player {
			return ErrTooMany
		}
	}
	if s.limits.Guild > 0 && guild != "" {
		n, err := countInGuild(ctx, c, guild)
		if err != nil {
			return err
		}
		if n >= s.limits.Guild {
			return ErrGuildFull
		}
	}
	return nil
}
