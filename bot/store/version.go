package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
)

// OldestFact is under which name a database keeps the least schema that a program must know to work on it.
const OldestFact = "oldest program"

// Oldest is that schema for databases that this program makes or brings up to date. A migration only adds to what there is, and
// programs that do not know it go on working; one that takes something away raises this to the schema since which nothing uses it.
const Oldest = 60

// KeepOldest records Oldest in a database that this program has brought up to date.
func KeepOldest(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `INSERT INTO facts (name, value) VALUES ('`+OldestFact+`', '`+strconv.Itoa(Oldest)+`')
		ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE facts.value <> excluded.value`)
	return err
}

// Serves reports whether a program that knows schemas up to known can work on a database whose schema is later, by what the program
// says that has made it so. One that says nothing is for later programs alone.
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
