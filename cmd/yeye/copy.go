package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"

	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/bot/store/sqlite"
	"yeye/bot/store/transfer"
)

// copyCmd moves an installation from one kind of database to another.
type copyCmd struct {
	From string `required:"" placeholder:"DB" help:"Database to copy: a file or postgres://… No yeye may be using it."`
	To   string `required:"" placeholder:"DB" help:"Database to fill: a file, created if missing, or postgres://… It must be empty."`
}

func (c *copyCmd) Run(ctx context.Context, std streams) error {
	if c.From == c.To {
		return usageError{errors.New("--from and --to are the same database")}
	}
	made, err := c.targetIsNew()
	if err != nil {
		return err
	}
	from, release, err := openExclusive(ctx, c.From, true)
	if err != nil {
		return fmt.Errorf("cannot copy from %s: %w", displayName(c.From), err)
	}
	defer release()
	all, err := c.fill(ctx, from, std.err)
	if err != nil && made {
		for _, part := range []string{"", "-wal", "-shm"} {
			os.Remove(c.To + part)
		}
	}
	if errors.Is(err, transfer.ErrNotEmpty) || errors.Is(err, transfer.ErrSchema) {
		err = usageError{err}
	}
	if err != nil {
		return fmt.Errorf("nothing was copied: %w", err)
	}
	rows := int64(0)
	for _, t := range all {
		fmt.Fprintf(std.out, "%-16s %9d rows  %s\n", t.Table, t.Rows, t.Sum)
		rows += t.Rows
	}
	fmt.Fprintf(
		std.out,
		"%s: %d rows, each table's number and sum as in %s\n",
		displayName(c.To),
		rows,
		displayName(c.From),
	)
	return nil
}

// targetIsNew reports whether the target is a file that does not exist yet, and refuses a source that
// does not exist, because opening would create it.
func (c *copyCmd) targetIsNew() (bool, error) {
	if !postgres.IsAddress(c.From) {
		if _, err := os.Stat(c.From); err != nil {
			return false, usageError{fmt.Errorf("cannot copy from %s: %w", c.From, err)}
		}
	}
	if postgres.IsAddress(c.To) {
		return false, nil
	}
	_, err := os.Stat(c.To)
	return errors.Is(err, os.ErrNotExist), nil
}

// fill copies into the target, with a progress bar on a terminal.
func (c *copyCmd) fill(ctx context.Context, from *store.DB, errOut io.Writer) ([]transfer.Copied, error) {
	to, release, err := openExclusive(ctx, c.To, false)
	if err != nil {
		return nil, err
	}
	defer release()
	watched := false
	if f, ok := errOut.(*os.File); ok {
		info, err := f.Stat()
		watched = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	bar := progressbar.NewOptions64(1, progressbar.OptionSetWriter(errOut), progressbar.OptionSetVisibility(watched),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(),
		progressbar.OptionOnCompletion(func() { fmt.Fprintln(errOut) }))
	return transfer.Copy(ctx, from, to, func(done, total int64) {
		bar.ChangeMax64(max(1, total))
		_ = bar.Set64(done)
	})
}

// openExclusive opens a database for this process alone. One that is in use, or has another version's schema,
// is left unchanged: serve migrates it after a backup. Only a target without tables gets tables.
func openExclusive(ctx context.Context, where string, source bool) (*store.DB, func(), error) {
	if postgres.IsAddress(where) {
		e, err := postgres.Examine(ctx, where)
		if err != nil {
			return nil, nil, databaseError(err)
		}
		if err := checkSchema(e.Version, e.Newest, source); err != nil {
			return nil, nil, err
		}
		mine, err := postgres.LockExclusive(ctx, where) // before Open, which writes
		if err != nil {
			return nil, nil, inUse(err)
		}
		d, err := postgres.Open(ctx, where, nil)
		if err != nil {
			mine.Release(ctx)
			return nil, nil, databaseError(err)
		}
		return d.DB, func() { d.Close(); mine.Release(ctx) }, nil
	}
	e, err := sqlite.Examine(ctx, where)
	if err != nil {
		return nil, nil, databaseError(err)
	}
	if err := checkSchema(e.Version, e.Newest, source); err != nil {
		return nil, nil, err
	}
	if !e.Exists {
		made, err := sqlite.Open(ctx, where, nil)
		if err != nil {
			return nil, nil, databaseError(err)
		}
		made.Close()
	}
	mine, err := sqlite.LockExclusive(where) // before Open, which writes
	if err != nil {
		return nil, nil, inUse(err)
	}
	db, err := sqlite.Open(ctx, where, nil)
	if err != nil {
		mine.Release()
		return nil, nil, databaseError(err)
	}
	return db, func() { db.Close(); mine.Release() }, nil
}

// checkSchema refuses a database with another schema than this version's. A target may have none.
func checkSchema(have, newest int64, source bool) error {
	switch {
	case have == newest, have == 0 && !source:
		return nil
	case source:
		return usageError{fmt.Errorf("it has schema %d and this version uses %d; back it up, start and stop `yeye "+
			"serve` on it once, then copy", have, newest)}
	}
	return usageError{fmt.Errorf("the database to copy to has schema %d and this version uses %d; name an empty one "+
		"with --to", have, newest)}
}

// inUse wraps an error that the operator resolves by stopping the other process.
func inUse(err error) error {
	if errors.Is(err, sqlite.ErrInUse) || errors.Is(err, postgres.ErrInUse) {
		return usageError{fmt.Errorf("%w; stop it and try again", err)}
	}
	return databaseError(err)
}

// displayName returns a database's name as shown to people.
func displayName(where string) string {
	if postgres.IsAddress(where) {
		return postgres.Redacted(where)
	}
	return where
}
