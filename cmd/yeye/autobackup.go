package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"yeye/bot/store/postgres"
	"yeye/bot/store/sqlite"
	"yeye/bot/telemetry"
)

// backupFlags are the settings of the automatic backups of serve.
type backupFlags struct {
	BackupDir   string        `env:"YEYE_BACKUP_DIR" placeholder:"DIR" help:"Back up the database file into this directory while the bot runs; created if missing. Files only."`
	BackupEvery time.Duration `env:"YEYE_BACKUP_EVERY" default:"24h" help:"How often to back up."`
	BackupKeep  int           `env:"YEYE_BACKUP_KEEP" default:"7" help:"How many backups to keep; older ones are deleted."`
}

// check checks the values that kong cannot check. db is the database.
func (f *backupFlags) check(db string) error {
	switch {
	case f.BackupDir != "" && postgres.IsAddress(db):
		return errors.New("--backup-dir is for database files; back PostgreSQL up with pg_dump, from a timer of the " +
			"system")
	case f.BackupEvery < time.Minute:
		return fmt.Errorf("--backup-every is %v; it must be at least 1m", f.BackupEvery)
	case f.BackupKeep < 1:
		return fmt.Errorf("--backup-keep is %d; it must be at least 1", f.BackupKeep)
	}
	return nil
}

// schedule backs up a database file at an interval. Backups are named by their start time. Other files in the directory
// are left alone.
type schedule struct {
	backupFlags
	db     string
	now    func() time.Time
	logger *slog.Logger
}

// backups returns the schedule that the flags ask for, nil for none. An error means that the
// directory cannot be used.
func (f *backupFlags) backups(db string, logger *slog.Logger) (*schedule, error) {
	if f.BackupDir == "" {
		return nil, nil
	}
	if err := os.MkdirAll(f.BackupDir, 0o700); err != nil {
		return nil, usageError{fmt.Errorf("cannot use --backup-dir: %w", err)}
	}
	return &schedule{backupFlags: *f, db: db, now: time.Now, logger: logger.With("part", "backup")}, nil
}

const (
	// backupTime is the time in the name of a backup, in UTC.
	backupTime = "20060102T150405Z"
	// backupRetry is the maximum pause after a failed backup.
	backupRetry = 10 * time.Minute
)

var backupName = regexp.MustCompile(`^yeye-(\d{8}T\d{6}Z)\.db$`)

// backupFile is a backup in the directory.
type backupFile struct {
	name string
	at   time.Time
}

// maxFuture is how far in the future the time of a backup may be. A later one was made while the clock was wrong, and
// is ignored: as the newest backup it would prevent all further ones.
const maxFuture = time.Hour

// list returns the backups in the directory, the newest first.
func (s *schedule) list() ([]backupFile, error) {
	entries, err := os.ReadDir(s.BackupDir)
	if err != nil {
		return nil, err
	}
	var all []backupFile
	for _, e := range entries {
		m := backupName.FindStringSubmatch(e.Name())
		if m == nil {
			continue
		}
		if at, err := time.Parse(backupTime, m[1]); err == nil && at.Before(s.now().Add(maxFuture)) {
			all = append(all, backupFile{e.Name(), at})
		}
	}
	slices.SortFunc(all, func(x, y backupFile) int { return cmp.Or(y.at.Compare(x.at), cmp.Compare(y.name, x.name)) })
	return all, nil
}

// age returns how old the newest backup is; infinite without one.
func (s *schedule) age() time.Duration {
	all, err := s.list()
	if err != nil || len(all) == 0 {
		return math.MaxInt64
	}
	return max(0, s.now().Sub(all[0].at))
}

// run makes a backup whenever the newest one is old enough, until ctx ends.
func (s *schedule) run(ctx context.Context) {
	for {
		pause := max(0, s.BackupEvery-s.age())
		if pause == 0 {
			pause = s.BackupEvery
			if err := s.make(ctx); err != nil && ctx.Err() == nil {
				pause = min(s.BackupEvery, backupRetry)
				s.logger.Error("cannot back up the database, will try again", "in", pause, "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// make makes a backup, and then deletes the oldest ones beyond those to keep: a failed backup deletes nothing.
func (s *schedule) make(ctx context.Context) error {
	started := s.now()
	path := filepath.Join(s.BackupDir, "yeye-"+started.UTC().Format(backupTime)+".db")
	if err := sqlite.Backup(ctx, s.db, path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	s.logger.Info("database backed up", "file", path, "bytes", info.Size(), "took",
		s.now().Sub(started).Round(time.Millisecond))
	all, err := s.list()
	if err != nil {
		return err
	}
	for _, old := range all[min(len(all), s.BackupKeep):] {
		if err := os.Remove(filepath.Join(s.BackupDir, old.name)); err != nil {
			s.logger.Warn("cannot delete an old backup", "file", old.name, "err", err)
		}
	}
	return nil
}

// measure adds the metrics of backups to m.
func (s *schedule) measure(m *telemetry.Metrics) {
	m.Gauge("yeye_backup_age_seconds", "Age of the newest backup in --backup-dir, +Inf if there is none.",
		func() float64 {
			if age := s.age(); age < math.MaxInt64 {
				return age.Seconds()
			}
			return math.Inf(1)
		})
	m.Gauge("yeye_backup_every_seconds", "How often a backup is to be made.", s.BackupEvery.Seconds)
}
