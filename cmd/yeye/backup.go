package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"yeye/bot/store/postgres"
	"yeye/bot/store/sqlite"
)

// backupCmd copies the database while the bot runs.
type backupCmd struct {
	DB  string `name:"db" env:"YEYE_DB" default:"yeye.db" placeholder:"PATH" help:"The database file, yeye.db by default. For PostgreSQL only the command to use instead is shown."`
	Out string `short:"o" required:"" placeholder:"PATH" help:"File to write the copy to; it must not exist yet."`
}

func (c *backupCmd) Run(ctx context.Context, std streams) error {
	if postgres.IsAddress(c.DB) {
		return usageError{fmt.Errorf("PostgreSQL is backed up with its own tools, while the bot runs: `pg_dump "+
			"--format=custom --file=%s '%s'`, and continuous archiving if not even the last minutes may be lost", c.Out,
			postgres.Redacted(c.DB))}
	}
	err := sqlite.Backup(ctx, c.DB, c.Out)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("no backup was made: %w", err)
	}
	if errors.Is(err, os.ErrExist) || errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) {
		return usageError{err}
	}
	if err != nil {
		return databaseError(err)
	}
	size := int64(0)
	if info, err := os.Stat(c.Out); err == nil {
		size = info.Size()
	}
	fmt.Fprintf(std.out, "%s: %d bytes\n", c.Out, size)
	return nil
}
