package store

import (
	"context"
	"unicode/utf8"
)

// Facts are settings of the installation and data about it, such as which commands are registered.

// Fact returns the value stored under a name, "" if none is.
func Fact(ctx context.Context, c Conn, name string) (value string, err error) {
	_, err = One(c.Row(ctx, `SELECT value FROM facts WHERE name = ?`, name), &value)
	return value, err
}

// SetFact stores a value under a name.
func SetFact(ctx context.Context, c Conn, name, value string) error {
	return c.Run(ctx,
		`INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name,
		value)
}

// Fact returns the value stored under a name, "" if none is.
func (d *DB) Fact(ctx context.Context, name string) (string, error) { return Fact(ctx, d.Read(), name) }

// Facts returns the values whose names begin with a prefix, by name.
func (d *DB) Facts(ctx context.Context, prefix string) (map[string]string, error) {
	return Map(ctx, d.Read(), func(name, value *string) []any {
		return []any{name, value}
	}, `SELECT name, value FROM facts WHERE substr(name, 1, ?) = ?`, utf8.RuneCountInString(prefix), prefix)
}

// SetFact stores a value under a name, in its own transaction.
func (d *DB) SetFact(ctx context.Context, name, value string) error {
	return SetFact(ctx, d.Write(), name, value)
}

// DropFact deletes the value stored under a name if it is still value.
func DropFact(ctx context.Context, c Conn, name, value string) error {
	return c.Run(ctx, `DELETE FROM facts WHERE name = ? AND value = ?`, name, value)
}
