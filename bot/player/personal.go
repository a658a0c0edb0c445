package player

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// DataOwner is a package that stores something of players.
type DataOwner interface {
	Name() string
	// Busy reports whether something goes on that keeps a player from being erased, as a live match.
	Busy(ctx context.Context, tx store.Tx, p id.Player) (bool, error)
	// Export is all that is stored of a player, as parts of a JSON object; other players only by the names they had.
	Export(ctx context.Context, p id.Player) ([]Section, error)
	// Erase removes a player, in one transaction with all other owners, after none was busy. What protects others stays.
	Erase(ctx context.Context, tx store.Tx, p id.Player) error
}

// Section is a part of an export.
type Section struct {
	Key   string
	Value any // as package encoding/json writes it
}

// Erases is an owner that stores nothing of a player but traces, which f removes.
func Erases(name string, f func(context.Context, store.Tx, id.Player) error) DataOwner {
	return plain{name: name, erase: f}
}

// Keeps is an owner for whom nothing goes on that keeps a player from being erased.
func Keeps(name string, export func(context.Context, id.Player) ([]Section, error), erase func(context.Context, store.Tx, id.Player) error) DataOwner {
	return plain{name, export, erase}
}

type plain struct {
	name   string
	export func(context.Context, id.Player) ([]Section, error) // nil for nothing
	erase  func(context.Context, store.Tx, id.Player) error
}

func (o plain) Name() string                                              { return o.name }
func (o plain) Busy(context.Context, store.Tx, id.Player) (bool, error)   { return false, nil }
func (o plain) Erase(ctx context.Context, tx store.Tx, p id.Player) error { return o.erase(ctx, tx, p) }

func (o plain) Export(ctx context.Context, p id.Player) ([]Section, error) {
	if o.export == nil {
		return nil, nil
	}
	return o.export(ctx, p)
}

// Owner is the players as an owner of data: preferences, the client's language, and who is blocked.
func (s *Service) Owner() DataOwner { return owner{s} }

type owner struct{ *Service }

func (owner) Name() string { return "players" }

// Busy is false: nothing here keeps a player from being erased.
func (owner) Busy(context.Context, store.Tx, id.Player) (bool, error) { return false, nil }

func (o owner) Export(ctx context.Context, p id.Player) ([]Section, error) {
	locale, err := o.Locale(ctx, p)
	if err != nil {
		return nil, err
	}
	prefs, err := o.Preferences(ctx, p)
	if err != nil {
		return nil, err
	}
	blocked, err := o.Blocked(ctx, p, all)
	if err != nil {
		return nil, err
	}
	by, err := blocking(ctx, o.db.Read(), p)
	if err != nil {
		return nil, err
	}
	told, err := toldOf(ctx, o.db.Read(), p)
	if err != nil {
		return nil, err
	}
	chosen := map[string]string{}
	for _, s := range settings {
		if v := *s.Of(&prefs); v != "" {
			chosen[s.Name] = v
		}
	}
	type other struct {
		Player id.Player `json:"player"`
		Name   string    `json:"name"`
	}
	list := []other{}
	for _, b := range blocked {
		list = append(list, other(b))
	}
	return []Section{{"client_language", locale}, {"settings", chosen}, {"told_once", append([]string{}, told...)},
		{"takes_no_challenges_from", list}, {"players_who_take_no_challenges_from_you", by}}, nil
}

func (owner) Erase(ctx context.Context, tx store.Tx, p id.Player) error { return erase(ctx, tx, p) }

// ErrBusy refuses to erase a player for whom something still goes on.
var ErrBusy = errors.New("something of this player's still goes on")

// Archive exports and erases what all owners store of a player.
type Archive struct {
	db     *store.DB
	owners []DataOwner

	mu       sync.Mutex
	scrubbed time.Time
}

// NewArchive is the archive of a database whose tables belong to the owners.
func NewArchive(db *store.DB, owners ...DataOwner) *Archive { return &Archive{db: db, owners: owners} }

// Add adds owners, before the archive is used.
func (a *Archive) Add(owners ...DataOwner) { a.owners = append(a.owners, owners...) }

// Export is all that is stored of a player, as a JSON object: the player, when, and the owners' parts in their order.
func (a *Archive) Export(ctx context.Context, p id.Player) ([]byte, error) {
	parts := []Section{{"player", p}, {"exported", a.db.Now()}}
	for _, o := range a.owners {
		more, err := o.Export(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("export of %s: %w", o.Name(), err)
		}
		parts = append(parts, more...)
	}
	var b, out bytes.Buffer
	for i, part := range parts {
		key, _ := json.Marshal(part.Key) // text always can be
		value, err := json.Marshal(part.Value)
		if err != nil {
			return nil, err
		}
		b.WriteByte("{,"[min(i, 1)])
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	err := json.Indent(&out, b.Bytes(), "", " ")
	return out.Bytes(), err
}

// Erase removes a player from everything, all at once, and from the database's files. While any owner is busy nothing is done: it
// is [ErrBusy].
func (a *Archive) Erase(ctx context.Context, p id.Player) error {
	err := a.db.Tx(ctx, func(tx store.Tx) error {
		if err := tx.Dialect().Lock(ctx, tx.Conn, "player "+string(p)); err != nil {
			return err
		}
		for _, o := range a.owners {
			busy, err := o.Busy(ctx, tx, p)
			if err != nil {
				return err
			}
			if busy {
				return fmt.Errorf("%s: %w", o.Name(), ErrBusy)
			}
		}
		for _, o := range a.owners {
			if err := o.Erase(ctx, tx, p); err != nil {
				return fmt.Errorf("erasing from %s: %w", o.Name(), err)
			}
		}
		return store.SetFact(ctx, tx.Conn, unscrubbed, strconv.FormatInt(tx.Now.UnixNano(), 10))
	})
	if err != nil {
		return err
	}
	a.scrub(ctx, a.db.Now()) // what fails is left to Tidy
	return nil
}

// unscrubbed is set while what was erased may still be read in the database's files.
const unscrubbed = "unscrubbed"

// scrubPause is the least time between two scrubbings, for each writes the whole file.
const scrubPause = 10 * time.Minute

// scrub has what was erased leave the files, unless that was done a moment ago.
func (a *Archive) scrub(ctx context.Context, now time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if since := now.Sub(a.scrubbed); since >= 0 && since < scrubPause {
		return nil
	}
	mark, err := store.Fact(ctx, a.db.Read(), unscrubbed)
	if err != nil || mark == "" {
		return err
	}
	a.scrubbed = now
	if err := a.db.Scrub(ctx); err != nil {
		return err
	}
	return store.DropFact(ctx, a.db.Write(), unscrubbed, mark)
}

// Tidy has what was erased leave the database's files if that could not be done at once.
func (a *Archive) Tidy(ctx context.Context, _ int) (more bool, err error) {
	return false, a.scrub(ctx, a.db.Now())
}
