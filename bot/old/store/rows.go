package store

import (
	"context"
	"database/sql"

	"yeye/bot/session"
)

// row is one row of an answer.
type row interface{ Scan(...any) error }

// every is all rows of an answer, each read by read, in the answer's order.
func every[T any](ctx context.Context, db *sql.DB, read func(row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := read(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// sessions is those that a condition chooses.
func (s *Store) sessions(ctx context.Context, where string, args ...any) ([]session.Session, error) {
	return every(ctx, s.read, scanSession, `SELECT `+sessionColumns+` FROM sessions `+where, args...)
}

// scanOne reads a row of a single value.
func scanOne[T any](r row) (one T, err error) {
	err = r.Scan(&one)
	return one, err
}

// scanSeat reads a person's id and name.
func scanSeat(r row) (seat session.Seat, err error) {
	err = r.Scan(&seat.Player, &seat.Name)
	return seat, err
}
