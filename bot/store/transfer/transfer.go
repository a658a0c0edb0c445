// Package transfer copies all rows from one database to another of any kind: from a file to a server, or back.
//
// Out of scope: what the rows mean.
package transfer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"yeye/bot/store"
)

// ErrNotEmpty refuses a target that already has rows.
var ErrNotEmpty = errors.New("the database to copy to is not empty")

// ErrSchema refuses databases whose tables differ.
var ErrSchema = errors.New("the two databases have different tables; bring both to this version")

// Copied is the result of copying a table.
type Copied struct {
	Table string
	Rows  int64
	Sum   Sum // of the rows, in any order
}

// Copy copies all rows in one transaction of the target's, reads them again there and compares their number and sum,
// table by table. No other process may use either. progress, if not nil, is called with the number of rows copied and
// the total. After an error the target is unchanged.
func Copy(ctx context.Context, from, to *store.DB, progress func(done, total int64)) ([]Copied, error) {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	tables, total, err := plan(ctx, from, to)
	if err != nil {
		return nil, err
	}
	var all []Copied
	err = to.Tx(ctx, func(tx store.Tx) error {
		all = nil
		done := int64(0)
		if err := checkEmpty(ctx, tx, tables); err != nil {
			return err
		}
		for _, t := range tables {
			c, err := copyTable(ctx, from, tx, t, func(n int64) { progress(done+n, total) })
			if err != nil {
				return fmt.Errorf("table %s: %w", t.Name, err)
			}
			done += c.Rows
			all = append(all, c)
		}
		return tx.Dialect().ResetSequences(ctx, tx.Conn)
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// plan returns the tables to copy, which both have, and the number of rows.
func plan(ctx context.Context, from, to *store.DB) (tables []store.Table, total int64, err error) {
	if tables, err = from.Read().Dialect().Tables(ctx, from.Read()); err != nil {
		return nil, 0, err
	}
	theirs, err := to.Read().Dialect().Tables(ctx, to.Read())
	if err != nil {
		return nil, 0, err
	}
	same := func(a, b store.Table) bool { return a.Name == b.Name && slices.Equal(a.Columns, b.Columns) }
	if !slices.EqualFunc(tables, theirs, same) {
		return nil, 0, ErrSchema
	}
	for _, t := range tables {
		n, err := store.Value[int64](from.Read().Row(ctx, `SELECT COUNT(*) FROM `+quote(t.Name)))
		if err != nil {
			return nil, 0, err
		}
		total += n
	}
	return tables, total, nil
}

// facts is the table of settings and data about the installation. In an empty database it has only rows about when that
// was last checked and which programs can work on it, and the source's rows replace them.
const facts = "facts"

// checkEmpty returns [ErrNotEmpty] for a target with rows.
func checkEmpty(ctx context.Context, tx store.Tx, tables []store.Table) error {
	tx.ExecDeferred(ctx, `DELETE FROM `+facts+` WHERE name IN (?, ?)`, store.CheckedFact, store.OldestFact)
	for _, t := range tables {
		n, err := store.Value[int64](tx.Row(ctx, `SELECT COUNT(*) FROM `+quote(t.Name)))
		if err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("%w: table %s has %d rows", ErrNotEmpty, t.Name, n)
		}
	}
	return nil
}

// Limits of one statement.
const (
	maxParameters = 20_000
	maxBytes      = 4 << 20
)

// copyTable copies the rows of a table and compares the copy.
func copyTable(ctx context.Context, from *store.DB, tx store.Tx, t store.Table,
	progress func(int64)) (c Copied, err error) {
	c.Table = t.Name
	columns := make([]string, len(t.Columns))
	for i, name := range t.Columns {
		columns[i] = quote(name)
	}
	list := strings.Join(columns, ", ")
	var batch []any
	size := 0
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		one := store.Params(len(columns))
		_, err := tx.Exec(ctx, `INSERT INTO `+quote(t.Name)+` (`+list+`) VALUES `+one+
			strings.Repeat(", "+one, len(batch)/len(columns)-1), batch...)
		batch, size = nil, 0
		return err
	}
	err = store.Each(ctx, from.Read(), func(r store.Row) error {
		row, err := scan(r, len(columns))
		if err != nil {
			return err
		}
		c.Rows++
		size += c.Sum.add(row)
		batch = append(batch, row...)
		if len(batch)+len(columns) <= maxParameters && size < maxBytes {
			return nil
		}
		progress(c.Rows)
		return flush()
	}, `SELECT `+list+` FROM `+quote(t.Name))
	if err == nil {
		err = flush()
	}
	if err != nil {
		return c, err
	}
	progress(c.Rows)
	copied := Copied{Table: t.Name}
	err = store.Each(ctx, tx.Conn, func(r store.Row) error {
		row, err := scan(r, len(columns))
		if err == nil {
			copied.Rows++
			copied.Sum.add(row)
		}
		return err
	}, `SELECT `+list+` FROM `+quote(t.Name))
	if err == nil && copied != c {
		err = fmt.Errorf("%d rows with sum %s were copied, and %d with sum %s arrived", c.Rows, c.Sum, copied.Rows,
			copied.Sum)
	}
	return c, err
}

// scan reads all values of a row.
func scan(r store.Row, n int) ([]any, error) {
	row, to := make([]any, n), make([]any, n)
	for i := range row {
		to[i] = &row[i]
	}
	err := r.Scan(to...)
	for i, v := range row {
		if b, ok := v.([]byte); ok && b == nil { // no bytes, which differs from NULL
			row[i] = []byte{}
		}
	}
	return row, err
}

// quote quotes the name of a table or column, since databases reserve different words.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
