package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"yeye/bot/store/postgres"
	"yeye/bot/store/sqlite"
)

// restoreCmd replaces the database by a backup.
type restoreCmd struct {
	File string `arg:"" placeholder:"FILE" help:"The backup file; - reads stdin."`
	DB   string `name:"db" env:"YEYE_DB" default:"yeye.db" placeholder:"PATH" help:"The database file to replace, yeye.db by default."`
}

func (c *restoreCmd) Run(ctx context.Context, std streams) error {
	if postgres.IsAddress(c.DB) {
		return usageError{fmt.Errorf("PostgreSQL is restored with its own tools, while no yeye runs: `createdb "+
			"--encoding=UTF8 --template=template0 -O ROLE NAME` and `pg_restore --dbname=NAME FILE`; a file made by "+
			"`yeye backup` is copied into an empty database by `yeye copy --from FILE --to '%s'`",
			postgres.Redacted(c.DB))}
	}
	from := c.File
	if from == "-" {
		dir, remove, err := sqlite.TempDir(filepath.Dir(c.DB), ".yeye-restore-")
		if err != nil {
			return usageError{fmt.Errorf("cannot store the backup from stdin beside %s: %w", c.DB, err)}
		}
		defer remove()
		from = filepath.Join(dir, "stdin.db")
		if err := spool(std.in, from); err != nil {
			return fmt.Errorf("cannot read the backup from stdin: %w", err)
		}
	}
	r, err := sqlite.Restore(ctx, from, c.DB, time.Now())
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%s is unchanged: %w", c.DB, err)
	case errors.Is(err, sqlite.ErrInUse):
		return usageError{fmt.Errorf("cannot restore %s: %w; stop it and try again", c.DB, err)}
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return usageError{err}
	case err != nil:
		return databaseError(err)
	}
	fmt.Fprintf(std.out, "%s: %d bytes, schema %d, games in progress: %d\n", c.DB, r.Bytes, r.Version, r.Games)
	if r.OldFile != "" {
		fmt.Fprintf(std.out, "%s: the previous database; delete it when all is well\n", r.OldFile)
	}
	return nil
}

// spool writes its input to a new file.
func spool(in io.Reader, path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, in)
	return errors.Join(err, f.Close())
}
