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

	"yeye/bot/store/sqlite"
)

// restoreCmd puts a backup in the place of the database.
type restoreCmd struct {
	File string `arg:"" placeholder:"FILE" help:"The backup; - reads it from stdin."`
	DB   string `name:"db" env:"YEYE_DB" default:"yeye.db" placeholder:"PATH" help:"The database file, yeye.db if none is named."`
}

func (c *restoreCmd) Run(ctx context.Context, std streams) error {
	from := c.File
	if from == "-" {
		f, err := spool(std.in, c.DB)
		if err != nil {
			return usageError{fmt.Errorf("cannot read the backup from stdin: %w", err)}
		}
		defer os.Remove(f)
		from = f
	}
	r, err := sqlite.Restore(ctx, from, c.DB, time.Now())
	switch {
	case errors.Is(err, sqlite.ErrInUse):
		return usageError{fmt.Errorf("cannot restore %s: %w; stop it and try again", c.DB, err)}
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return usageError{err}
	case err != nil:
		return databaseError(err)
	}
	fmt.Fprintf(std.out, "%s: %d bytes, schema %d, games going on: %d\n", c.DB, r.Bytes, r.Version, r.Games)
	if r.Aside != "" {
		fmt.Fprintf(std.out, "%s: what was there before; delete it when all is well\n", r.Aside)
	}
	return nil
}

// spool writes what comes in to a file beside a database.
func spool(in io.Reader, db string) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(db), ".yeye-restore-*.db")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, in)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
