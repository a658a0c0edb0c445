package player

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Service stores data of players. Its methods are safe for concurrent use.
type Service struct {
	db        *store.DB
	listeners []Listener
}

// Listener stores the consequences of a player's new preferences, in the transaction that stores them: short SQL only.
type Listener func(ctx context.Context, tx store.Tx, p id.Player, now Preferences) error

// Listen registers f, which runs with every change of preferences. Call it before the service is used.
func (s *Service) Listen(f Listener) {
	if f != nil {
		s.listeners = append(s.listeners, f)
	}
}

// New makes a service on a database.
func New(db *store.DB) *Service { return &Service{db: db} }

// Preferences returns a player's choices; the zero Preferences if there are none.
func (s *Service) Preferences(ctx context.Context, p id.Player) (Preferences, error) {
	return s.PreferencesIn(ctx, s.db.Read(), p)
}

// PreferencesIn returns the same as Preferences, on a given connection, such as a transaction's.
func (s *Service) PreferencesIn(ctx context.Context, c store.Conn, p id.Player) (Preferences, error) {
	return loadPreferences(ctx, c, p)
}

// SetPreferences stores a player's preferences. It returns an [*UnknownValueError] for a value that a setting does
// not have.
func (s *Service) SetPreferences(ctx context.Context, p id.Player, to Preferences) error {
	_, err := s.UpdatePreferences(ctx, p, func(now *Preferences) { *now = to })
	return err
}

// UpdatePreferences applies change to a player's stored preferences and returns the result. change runs in the
// transaction, so that concurrent changes are not lost; it may run more than once. It returns an [*UnknownValueError]
// for a value that a setting does not have.
func (s *Service) UpdatePreferences(
	ctx context.Context,
	p id.Player,
	change func(*Preferences),
) (now Preferences, err error) {
	err = s.db.Tx(ctx, func(tx store.Tx) error {
		Lock(ctx, tx, p)
		before, err := loadPreferences(ctx, tx.Conn, p)
		if err != nil {
			return err
		}
		now = before
		if change(&now); now == before {
			return nil
		}
		if err := now.Check(); err != nil {
			return err
		}
		if err := savePreferences(ctx, tx.Conn, p, now); err != nil {
			return err
		}
		for _, f := range s.listeners {
			if err := f(ctx, tx, p, now); err != nil {
				return err
			}
		}
		return nil
	})
	return now, err
}

// Locale returns the last known locale of a player's client, "" if none.
func (s *Service) Locale(ctx context.Context, p id.Player) (string, error) {
	return loadLocale(ctx, s.db.Read(), p)
}

// SaveLocale records the locale of a player's client.
func (s *Service) SaveLocale(ctx context.Context, p id.Player, locale string) error {
	if known, err := s.Locale(ctx, p); err != nil || known == locale {
		return err
	}
	return saveLocale(ctx, s.db.Write(), p, locale)
}

// NotifyOnce reports whether a player has not been shown a notice yet, and records that they have been now.
func (s *Service) NotifyOnce(ctx context.Context, p id.Player, what string) (first bool, err error) {
	return notifyOnce(ctx, s.db.Write(), p, what)
}

// ErasedPrefix is the prefix of the ids that replace those of erased players in others' records; no Discord id has it.
const ErasedPrefix = "gone:"

// Named is a player with the name they had when it was recorded.
type Named struct {
	Player id.Player
	Name   string
}

// AcceptsChallenges reports whether a player accepts challenges from another.
func (s *Service) AcceptsChallenges(ctx context.Context, c store.Conn, player, from id.Player) (bool, error) {
	return acceptsChallenges(ctx, c, player, from)
}

// Blocks reports whether a player has blocked another.
func (s *Service) Blocks(ctx context.Context, c store.Conn, player, from id.Player) (bool, error) {
	n, err := store.Value[int](c.Row(ctx, blocksOf, string(player), string(from)))
	return n > 0, err
}

// Block blocks another player for a player: challenges from them are refused. The name is kept for the list of blocked
// players.
func (s *Service) Block(ctx context.Context, tx store.Tx, player, from id.Player, name string) error {
	block(ctx, tx, player, from, name)
	return nil
}

// Unblock removes a block.
func (s *Service) Unblock(ctx context.Context, player, from id.Player) error {
	return unblock(ctx, s.db.Write(), player, from)
}

// Blocked returns the players whom a player has blocked, last blocked first.
func (s *Service) Blocked(ctx context.Context, player id.Player, limit int) ([]Named, error) {
	return blocked(ctx, s.db.Read(), player, limit)
}
