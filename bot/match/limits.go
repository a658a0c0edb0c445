package match

import (
	"context"
	"errors"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Limits bounds how many matches may be open at a time; 0 is no limit. A match counts for its starter: a player who was
// challenged did not ask for it. A match started by a tournament or a ring has no starter and counts for the server
// alone.
type Limits struct {
	Player int // started by one player
	Guild  int // in one server, regardless of their starters
}

var (
	// ErrTooMany means that the player has started as many open matches as Limits allows.
	ErrTooMany = errors.New("you have started as many games as may be open at a time")
	// ErrGuildFull means that as many matches are open in the server as Limits allows.
	ErrGuildFull = errors.New("as many games are open in this server as may be")
)

// WithLimits makes the service refuse matches beyond l with [ErrTooMany] and [ErrGuildFull].
func WithLimits(l Limits) Option { return func(s *Service) { s.limits = l } }

// WithinLimits returns an error if a player may not start another match or challenge in a server. It counts in the
// transaction that opens it, so that two at once cannot both take the last place.
func (s *Service) WithinLimits(ctx context.Context, tx store.Tx, player id.Player, guild id.Guild) error {
	s.lockLimits(ctx, tx, player, guild)
	return s.withinLimits(ctx, tx.Conn, player, guild)
}

// lockLimits serializes the transactions that open a match for the player or in the server.
func (s *Service) lockLimits(ctx context.Context, tx store.Tx, player id.Player, guild id.Guild) {
	if s.limits.Player > 0 && player != "" {
		tx.Lock(ctx, "matches of "+string(player))
	}
	if s.limits.Guild > 0 && guild != "" {
		tx.Lock(ctx, "matches in "+string(guild))
	}
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
