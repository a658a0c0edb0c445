package guild

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Service stores the settings and records of servers. Its methods are safe for concurrent use.
type Service struct{ db *store.DB }

// New makes a service on a database.
func New(db *store.DB) *Service { return &Service{db: db} }

// Settings returns the settings for games on a server; the zero Settings if none are stored. A value stored by a later
// program that this one does not know is an error.
func (s *Service) Settings(ctx context.Context, g id.Guild) (Settings, error) {
	return loadSettings(ctx, s.db.Read(), g)
}

// MayUse refuses a feature that a server has switched off, like [Settings.MayUse]; in direct messages it refuses none.
func (s *Service) MayUse(ctx context.Context, g id.Guild, feature string) error {
	return s.MayUseIn(ctx, s.db.Read(), g, feature)
}

// MayUseIn is MayUse on a given connection, such as a transaction's.
func (s *Service) MayUseIn(ctx context.Context, c store.Conn, g id.Guild, feature string) error {
	if g == "" {
		return nil
	}
	settings, err := loadSettings(ctx, c, g)
	if err == nil {
		err = settings.MayUse(feature)
	}
	return err
}

// Edit changes a server's settings and returns them; settings that contradict each other are an error.
func (s *Service) Edit(ctx context.Context, g id.Guild, e Edit) (now Settings, err error) {
	err = s.db.Tx(ctx, func(tx store.Tx) error {
		tx.Lock(ctx, "guild "+string(g))
		if now, err = loadSettings(ctx, tx.Conn, g); err != nil {
			return err
		}
		if now, err = now.With(e); err != nil {
			return err
		}
		return saveSettings(ctx, tx.Conn, g, now)
	})
	return now, err
}

// Entry is an action of a moderator, for the record.
type Entry struct {
	Guild   id.Guild
	Channel id.Channel
	Subject id.Match // "" for none
	By      id.Player
	Act     string    // end, pause, resume, delete, bar, lift
	Player  id.Player // the player it is about, "" for none
	At      time.Time
}

// MayPlay refuses a player who is barred from a server with a [*BarredError]; in direct messages it refuses none.
func (s *Service) MayPlay(ctx context.Context, g id.Guild, p id.Player) error {
	return s.MayPlayIn(ctx, s.db.Read(), g, p)
}

// MayPlayIn is MayPlay on a given connection, such as a transaction's.
func (s *Service) MayPlayIn(ctx context.Context, c store.Conn, g id.Guild, p id.Player) error {
	if g == "" {
		return nil
	}
	bar, err := barOf(ctx, c, s.db.Now(), g, p)
	if err == nil && bar != nil {
		err = &BarredError{*bar}
	}
	return err
}

// BarredIn returns which of the players are barred on a server, within a transaction or outside.
func (s *Service) BarredIn(ctx context.Context, c store.Conn, g id.Guild, players ...id.Player) ([]id.Player, error) {
	return barred(ctx, c, s.db.Now(), g, players...)
}

// Bar says that a player may not play on a server.
type Bar struct {
	player.Named
	Until  time.Time // zero: until it is lifted
	Reason string    // what moderators and the player read, "" if none was given
}

// Bar bars a player from a server, by a moderator, and records it; false if they were barred already. name is the
// player's, shown in the list of bars.
func (s *Service) Bar(ctx context.Context, e Entry, name string) (changed bool, err error) {
	return s.BarUntil(ctx, e, Bar{Named: player.Named{Player: e.Player, Name: name}})
}

// BarUntil is Bar with an end and a reason.
func (s *Service) BarUntil(ctx context.Context, e Entry, b Bar) (changed bool, err error) {
	err = s.db.Tx(ctx, func(tx store.Tx) error {
		if changed, err = bar(ctx, tx, e, b); err != nil || !changed {
			return err
		}
		Record(ctx, tx, e)
		return nil
	})
	return changed, err
}

// Unbar lifts a bar and records it; false if the player was not barred.
func (s *Service) Unbar(ctx context.Context, e Entry) (changed bool, err error) {
	err = s.db.Tx(ctx, func(tx store.Tx) error {
		if changed, err = unbar(ctx, tx, e); err != nil || !changed {
			return err
		}
		Record(ctx, tx, e)
		return nil
	})
	return changed, err
}

// Bars returns the bars of a server that have not ended, last barred first.
func (s *Service) Bars(ctx context.Context, g id.Guild, limit int) ([]Bar, error) {
	return bars(ctx, s.db.Read(), s.db.Now(), g, limit)
}

// Record records an action in its own transaction.
func (s *Service) Record(ctx context.Context, e Entry) error {
	return s.db.WriteTx(ctx, func(tx store.Tx) { Record(ctx, tx, e) })
}

// Moderation returns the last actions of moderators of a server, latest first.
func (s *Service) Moderation(ctx context.Context, g id.Guild, limit int) ([]Entry, error) {
	return entries(ctx, s.db.Read(), entriesOfGuild, string(g), limit)
}
