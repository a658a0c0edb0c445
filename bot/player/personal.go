package player

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// DataOwner is a package that stores data of players.
type DataOwner interface {
	Name() string
	// Busy reports whether something prevents a player's erasure, such as a live match.
	Busy(ctx context.Context, tx store.Tx, p id.Player) (bool, error)
	// Export returns everything stored of a player, as parts of a JSON object; other players only by the names they
	// had.
	Export(ctx context.Context, c store.Conn, p id.Player) ([]Section, error)
	// Erase removes a player, in one transaction with all other owners, if none was busy. Data that protects others
	// stays.
	Erase(ctx context.Context, tx store.Tx, p id.Player) error
}

// Section is a part of an export.
type Section struct {
	Key     string
	Value   any // anything that package encoding/json can write
	Omitted int // number of its items not exported in full, because they are too large or cannot be read
}

// Part reads a part of a player's export.
type Part func(context.Context, store.Conn, id.Player) (Section, error)

// One returns the part with a key whose value load returns.
func One[T any](key string, load func(context.Context, store.Conn, id.Player) (T, error)) Part {
	return func(ctx context.Context, c store.Conn, p id.Player) (Section, error) {
		value, err := load(ctx, c, p)
		return Section{Key: key, Value: value}, err
	}
}

// List returns the part whose value is the list that load returns, each element converted by written for the player.
func List[T, E any](key string, load func(context.Context, store.Conn, id.Player) ([]T, error),
	written func(*T, id.Player) E) Part {
	return One(key, func(ctx context.Context, c store.Conn, p id.Player) ([]E, error) {
		all, err := load(ctx, c, p)
		list := []E{}
		for i := range all {
			list = append(list, written(&all[i], p))
		}
		return list, err
	})
}

// Rows returns the part whose value is the list of a query's rows. The query's only parameter is the player's id.
func Rows[T any](key string, scan func(store.Row) (T, error), query string) Part {
	return List(key, func(ctx context.Context, c store.Conn, p id.Player) ([]T, error) {
		return store.All(ctx, c, scan, query, string(p))
	}, func(one *T, _ id.Player) T { return *one })
}

// Asked converts a service's method to a load for [One] or [List].
func Asked[T any](of func(context.Context, id.Player) (T, error),
) func(context.Context, store.Conn, id.Player) (T, error) {
	return func(ctx context.Context, _ store.Conn, p id.Player) (T, error) { return of(ctx, p) }
}

// NewOwner returns an owner that is never busy. Without parts it exports nothing.
func NewOwner(name string, erase func(context.Context, store.Tx, id.Player) error, parts ...Part) DataOwner {
	return simpleOwner{name, erase, parts}
}

// Export reads parts. A section without a key is left out.
func Export(ctx context.Context, c store.Conn, p id.Player, parts ...Part) (all []Section, err error) {
	for _, part := range parts {
		one, err := part(ctx, c, p)
		if err != nil {
			return nil, err
		}
		if one.Key != "" {
			all = append(all, one)
		}
	}
	return all, nil
}

// DeleteRows returns an erase for [NewOwner] that deletes a player's rows of tables.
func DeleteRows(tables ...string) func(context.Context, store.Tx, id.Player) error {
	var all []string
	for _, table := range tables {
		all = append(all, `DELETE FROM `+table+` WHERE player = ?`)
	}
	return RunStatements(all...)
}

// RunStatements returns an erase for [NewOwner] that runs statements; a player's id is the only parameter of each.
func RunStatements(statements ...string) func(context.Context, store.Tx, id.Player) error {
	return func(ctx context.Context, tx store.Tx, p id.Player) error {
		for _, statement := range statements {
			tx.ExecDeferred(ctx, statement, string(p))
		}
		return nil
	}
}

type simpleOwner struct {
	name  string
	erase func(context.Context, store.Tx, id.Player) error
	parts []Part
}

func (o simpleOwner) Name() string                                            { return o.name }
func (o simpleOwner) Busy(context.Context, store.Tx, id.Player) (bool, error) { return false, nil }
func (o simpleOwner) Erase(ctx context.Context, tx store.Tx, p id.Player) error {
	return o.erase(ctx, tx, p)
}

func (o simpleOwner) Export(ctx context.Context, c store.Conn, p id.Player) ([]Section, error) {
	return Export(ctx, c, p, o.parts...)
}

// Owner returns the players' implementation of DataOwner: preferences, the client's language, and blocked players.
func (s *Service) Owner() DataOwner {
	type other struct {
		Player id.Player `json:"player"`
		Name   string    `json:"name"`
	}
	return NewOwner("players", RunStatements(eraseStatements...),
		One("client_language", Asked(s.Locale)), One("settings", Asked(s.chosen)),
		List("told_once", noticesOf, func(what *string, _ id.Player) string { return *what }),
		List("takes_no_challenges_from",
			func(ctx context.Context, _ store.Conn, p id.Player) ([]Named, error) {
				return s.Blocked(ctx, p, all)
			},
			func(b *Named, _ id.Player) other { return other(*b) }),
		One("players_who_take_no_challenges_from_you", blocking))
}

// chosen returns the settings that a player has made, by name.
func (s *Service) chosen(ctx context.Context, p id.Player) (map[string]string, error) {
	prefs, err := s.Preferences(ctx, p)
	chosen := map[string]string{}
	for _, one := range settings {
		if v := *one.Field(&prefs); v != "" {
			chosen[one.Name] = v
		}
	}
	return chosen, err
}

// ErrBusy refuses to erase a player while an owner is busy.
var ErrBusy = errors.New("the player has a live match or something else in progress")

// PersonalData exports and erases everything that the owners store of a player.
type PersonalData struct {
	db       *store.DB
	owners   []DataOwner
	maxSmall int64 // greatest size of a small database, in bytes
}

// NewPersonalData makes the service for a database whose tables belong to the owners.
func NewPersonalData(db *store.DB, owners ...DataOwner) *PersonalData {
	return &PersonalData{db: db, owners: owners, maxSmall: maxSmall}
}

// Add adds owners. Call it before the first use.
func (d *PersonalData) Add(owners ...DataOwner) { d.owners = append(d.owners, owners...) }

// Export returns everything stored of a player, as a JSON object: the player, the time, and the owners' parts in their
// order. omitted is the number of items not exported in full, the sum of [Section.Omitted].
func (d *PersonalData) Export(ctx context.Context, p id.Player) (data []byte, omitted int, err error) {
	parts := []Section{{Key: "player", Value: p}, {Key: "exported", Value: d.db.Now()}}
	for _, o := range d.owners {
		more, err := o.Export(ctx, d.db.Read(), p)
		if err != nil {
			return nil, 0, fmt.Errorf("export of %s: %w", o.Name(), err)
		}
		parts = append(parts, more...)
	}
	var b, out bytes.Buffer
	for i, part := range parts {
		key, _ := json.Marshal(part.Key) // a string always marshals
		value, err := json.Marshal(part.Value)
		if err != nil {
			return nil, 0, err
		}
		omitted += part.Omitted
		b.WriteByte("{,"[min(i, 1)])
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	err = json.Indent(&out, b.Bytes(), "", " ")
	return out.Bytes(), omitted, err
}

// maxTries is how often an erasure is tried when concurrent transactions conflict with it.
const maxTries = 10

// Erase removes a player everywhere, in one transaction, and from the database's files, or leaves those to Tidy if the
// database is large. While any owner is busy it does nothing and returns [ErrBusy].
func (d *PersonalData) Erase(ctx context.Context, p id.Player) error {
	err := d.erase(ctx, p)
	for try := 1; errors.Is(err, store.ErrConflict) && try < maxTries && ctx.Err() == nil; try++ {
		err = d.erase(ctx, p)
	}
	if err != nil {
		return err
	}
	d.scrub(ctx, d.maxSmall) // Tidy retries after an error
	return nil
}

// erase tries the erasure once.
func (d *PersonalData) erase(ctx context.Context, p id.Player) error {
	return d.db.Tx(ctx, func(tx store.Tx) error {
		Lock(ctx, tx, p)
		for _, o := range d.owners {
			busy, err := o.Busy(ctx, tx, p)
			if err != nil {
				return err
			}
			if busy {
				return fmt.Errorf("%s: %w", o.Name(), ErrBusy)
			}
		}
		for _, o := range d.owners {
			if err := o.Erase(ctx, tx, p); err != nil {
				return fmt.Errorf("erasing from %s: %w", o.Name(), err)
			}
		}
		return MarkUnscrubbed(ctx, tx)
	})
}

// Facts about the database's files.
const (
	unscrubbed = "unscrubbed" // set while erased data may still be readable there
	scrubbed   = "scrubbed"   // when any process last started a scrub, in milliseconds since 1970
)

// MarkUnscrubbed makes Tidy remove erased data from the database's files. Owners call it when they delete data after an
// erasure.
func MarkUnscrubbed(ctx context.Context, tx store.Tx) error {
	return store.SetFact(ctx, tx.Conn, unscrubbed, strconv.FormatInt(tx.Now.UnixNano(), 10))
}

const (
	// maxSmall is the size in bytes up to which a database is rewritten in about a second. During that time moves
	// wait.
	maxSmall = 64 << 20
	// scrubPause and largePause are the least times between two scrubs, each of which rewrites the whole database.
	scrubPause, largePause = 10 * time.Minute, 24 * time.Hour
)

// scrub removes erased data from the files of a database of at most maxBytes, unless a process did or tried recently.
func (d *PersonalData) scrub(ctx context.Context, maxBytes int64) error {
	size, err := d.db.Size(ctx)
	if err != nil || size > maxBytes {
		return err
	}
	pause := scrubPause
	if size > d.maxSmall {
		pause = largePause
	}
	mark, err := d.claimScrub(ctx, pause)
	if err != nil || mark == "" {
		return err
	}
	if err := d.db.Scrub(ctx); err != nil {
		return err
	}
	return store.DropFact(ctx, d.db.Write(), unscrubbed, mark)
}

// claimScrub records the start of a scrub and returns the value of unscrubbed, "" if there is nothing to scrub or the
// pause since the last is not over.
func (d *PersonalData) claimScrub(ctx context.Context, pause time.Duration) (mark string, err error) {
	err = d.db.Tx(ctx, func(tx store.Tx) error {
		tx.Lock(ctx, "scrub")
		var last string
		if mark, err = store.Fact(ctx, tx.Conn, unscrubbed); err != nil || mark == "" {
			return err
		}
		if last, err = store.Fact(ctx, tx.Conn, scrubbed); err != nil {
			return err
		}
		began, _ := strconv.ParseInt(last, 10, 64) // 0 if there was none
		if since := tx.Now.Sub(time.UnixMilli(began)); since >= 0 && since < pause {
			mark = ""
			return nil
		}
		return store.SetFact(ctx, tx.Conn, scrubbed, strconv.FormatInt(store.Millis(tx.Now), 10))
	})
	return mark, err
}

// Tidy removes erased data from the database's files if Erase did not: from those of a large database once a day.
func (d *PersonalData) Tidy(ctx context.Context, _ int) (more bool, err error) {
	return false, d.scrub(ctx, math.MaxInt64)
}
