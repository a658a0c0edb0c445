package store

import (
	"context"
	"strconv"
)

// CheckedFact holds when the database was last checked, in Unix milliseconds.
const CheckedFact = "checked"

// Check reports whether the database can be written, by writing to it: a full disk refuses nothing else.
func (d *DB) Check(ctx context.Context) error {
	return d.SetFact(ctx, CheckedFact, strconv.FormatInt(Millis(d.Now()), 10))
}

// Schema returns the version of the database's schema.
func (d *DB) Schema(ctx context.Context) (version int64, err error) {
	err = d.Read().Row(ctx, `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&version)
	return version, err
}
