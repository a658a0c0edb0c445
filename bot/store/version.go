package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
)

// OldestFact names the fact that holds the oldest schema that a program must know to work on the database.
const OldestFact = "oldest program"

// Oldest is that schema for databases that this program creates or upgrades. A migration normally only adds to the schema, and
// programs that do not know it continue to work; one that removes something raises Oldest to the schema since which nothing uses
// it.
const Oldest = 60

// KeepOldest records Oldest in a database that this program has upgraded.
func KeepOldest(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `INSERT INTO facts (name, value) VALUES ('`+OldestFact+`', '`+strconv.Itoa(Oldest)+`')
		ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE facts.value <> excluded.value`)
	return err
}

// Serves reports whether a program that knows schemas up to known can work on a database of a later schema, by the record of the
// program that upgraded it. Without a record only later programs can.
func Serves(ctx context.Context, db *sql.DB, known int64) (bool, error) {
	var text string
	err := db.QueryRowContext(ctx, `SELECT value FROM facts WHERE name = '`+OldestFact+`'`).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	oldest, err := strconv.ParseInt(text, 10, 64)
	return err == nil && oldest <= known, nil
}
