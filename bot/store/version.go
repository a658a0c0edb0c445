package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
)

// OldestFact names the fact that holds the oldest schema that a program must know to work on the database.
const OldestFact = "oldest program"

// Oldest is the value of OldestFact in databases that this program creates or upgrades. A migration normally only
// adds to the schema, and programs that do not know it continue to work; one that removes something raises Oldest to
// the schema since which nothing uses it.
const Oldest = 60

// RecordOldest records Oldest in a database that this program has upgraded.
func RecordOldest(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `INSERT INTO facts (name, value) VALUES ('`+OldestFact+`', '`+strconv.Itoa(Oldest)+
		`')
		ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE facts.value <> excluded.value`)
	return err
}

// ErrNewer refuses a database whose schema this program does not know yet, and on which only programs that know it may
// work.
var ErrNewer = errors.New("the database was written by a newer version of yeye; run that version, or restore a " +
	"backup made before the upgrade")

// CheckNewer returns [ErrNewer] for a database of a later schema on which a program that knows schemas up to known
// cannot work, by the record of the program that upgraded it. Without a record only later programs can.
func CheckNewer(ctx context.Context, db *sql.DB, known int64) error {
	var text string
	err := db.QueryRowContext(ctx, `SELECT value FROM facts WHERE name = '`+OldestFact+`'`).Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if oldest, err := strconv.ParseInt(text, 10, 64); err != nil || oldest > known {
		return ErrNewer
	}
	return nil
}
