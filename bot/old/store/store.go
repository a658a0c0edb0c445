package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// ErrNewer refuses a database whose schema this program does not know yet.
var ErrNewer = errors.New("the database was written by a newer version of yeye; run that version, or restore a backup made before the upgrade")

// Store is an open database. Its methods may be called from many goroutines.
type Store struct {
	write *sql.DB // one connection
	read  *sql.DB
	now   func() time.Time
}

// Open opens or creates the database file and brings its schema up to date. The
// error is an [*OpenError] where the file is to blame: not a database, damaged,
// newer, locked, not writable, no file at all.
func Open(ctx context.Context, path string, now func() time.Time) (*Store, error) {
	if err := named(path); err != nil {
		return nil, err
	}
	if now == nil {
		now = time.Now
	}
	if err := private(path); err != nil {
		return nil, refusal(path, err)
	}
	write, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	if err := migrate(ctx, write); err != nil {
		write.Close()
		return nil, refusal(path, err)
	}
	read, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		write.Close()
		return nil, err
	}
	read.SetMaxOpenConns(4)
	s := &Store{write: write, read: read, now: now}
	if err := s.Check(ctx); err != nil { // better now than at the first move
		s.Close()
		return nil, refusal(path, err)
	}
	return s, nil
}

// private makes a database file that is not there yet readable by its owner only,
// and with it those that SQLite puts beside it: they hold people's games. Why a file
// cannot be made SQLite says itself.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil
	}
	return f.Close()
}

func dsn(path string) string {
	q := url.Values{
		"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"},
		"_txlock": {"immediate"},
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

func provider(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, db, files)
}

// newest is the version of the schema this program makes.
func newest(p *goose.Provider) int64 {
	sources := p.ListSources()
	return sources[len(sources)-1].Version
}

func migrate(ctx context.Context, db *sql.DB) error {
	p, err := provider(db)
	if err != nil {
		return err
	}
	have, err := p.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	if have > newest(p) {
		return ErrNewer
	}
	_, err = p.Up(ctx)
	return err
}

// Close closes the database.
func (s *Store) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// tx runs f in one immediate transaction.
func (s *Store) tx(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing once committed
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// millis and instant are the two directions of a stored time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
