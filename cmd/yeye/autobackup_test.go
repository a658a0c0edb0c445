package main

import (
	"context"
	"io"
	"log/slog"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"yeye/internal/wait"
)

func scheduled(t *testing.T, f backupFlags) (*schedule, *time.Time, *strings.Builder) {
	t.Helper()
	db := filepath.Join(t.TempDir(), "yeye.db")
	mark(t, db, "then")
	log, now := &strings.Builder{}, time.Date(2026, 3, 1, 4, 0, 0, 0, time.UTC)
	s, err := f.backups(db, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	s.now = func() time.Time { return now }
	return s, &now, log
}

// names returns the names in a directory, by rising time.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// Backups are complete databases, in a directory that is made for them. The newest are kept, and what is not theirs is left alone, as is
// one that was made while the clock was wrong.
func TestBackupsAreKept(t *testing.T) {
	t.Parallel()
	s, now, log := scheduled(t, backupFlags{BackupDir: filepath.Join(t.TempDir(), "new", "backups"), BackupEvery: time.Hour, BackupKeep: 2})
	if s.age() != math.MaxInt64 {
		t.Errorf("without a backup it is %v old", s.age())
	}
	for _, other := range []string{"yeye-by-hand.db", "yeye-99999999T999999Z.db", "yeye-20360101T000000Z.db", "notes"} {
		if err := os.WriteFile(filepath.Join(s.BackupDir, other), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if s.age() != math.MaxInt64 {
		t.Errorf("with none of its own it is %v old", s.age())
	}
	for n, word := range []string{"one", "two", "three"} {
		*now = now.Add(time.Hour)
		mark(t, s.db, word)
		if err := s.make(t.Context()); err != nil {
			t.Fatal(n, err)
		}
	}
	want := []string{"notes", "yeye-20260301T060000Z.db", "yeye-20260301T070000Z.db", "yeye-20360101T000000Z.db", "yeye-99999999T999999Z.db", "yeye-by-hand.db"}
	if got := names(t, s.BackupDir); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	for name, word := range map[string]string{"yeye-20260301T060000Z.db": "two", "yeye-20260301T070000Z.db": "three"} {
		if got := marked(t, filepath.Join(s.BackupDir, name)); got != word {
			t.Errorf("%s holds %q", name, got)
		}
	}
	if *now = now.Add(90 * time.Minute); s.age() != 90*time.Minute {
		t.Errorf("the newest is %v old", s.age())
	}
	if strings.Count(log.String(), "database backed up") != 3 || strings.Contains(log.String(), "level=WARN") {
		t.Error(log)
	}
	if err := os.Remove(s.db); err != nil {
		t.Fatal(err)
	}
	if err := s.make(t.Context()); err == nil || len(names(t, s.BackupDir)) != len(want) {
		t.Errorf("a backup that fails: %v, %v", err, names(t, s.BackupDir))
	}
}

// A backup is made at once if the newest is too old, and none if it is not. The end of the context ends the schedule.
func TestBackupsAreMade(t *testing.T) {
	t.Parallel()
	s, now, log := scheduled(t, backupFlags{BackupDir: t.TempDir(), BackupEvery: time.Hour, BackupKeep: 2})
	during := func() {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { s.run(ctx); close(ended) }()
		wait.Until(t, "a backup that is new enough", func() bool { return s.age() < s.BackupEvery })
		time.Sleep(50 * time.Millisecond)
		cancel()
		wait.For(t, "its end", ended)
	}
	for n, want := range []int{1, 1, 2} {
		if during(); len(names(t, s.BackupDir)) != want {
			t.Errorf("%d: %v\n%s", n, names(t, s.BackupDir), log)
		}
		*now = now.Add(40 * time.Minute)
	}
}

// A bot that serves backs up by itself, also while it plays, and says how old the newest backup is.
func TestServeBacksUp(t *testing.T) {
	w := deploy(t)
	w.bot.kill()
	dir := filepath.Join(t.TempDir(), "backups")
	w.serve("--backup-dir", dir, "--backup-every", "1h", "--watch", "127.0.0.1:0")
	w.play()
	w.eventually("a backup", func() bool { return strings.Contains(w.bot.log(), "database backed up") })
	if all := names(t, dir); len(all) != 1 || !backupName.MatchString(all[0]) {
		t.Errorf("%v", all)
	}
	address, age := w.bot.watch(), regexp.MustCompile(`(?m)^yeye_backup_age_seconds (\S+)$`)
	var said [][]byte
	w.eventually("the age is said", func() bool { // a busy process drops a scrape after ten seconds
		resp, err := http.Get("http://" + address + "/metrics")
		if err != nil {
			return false
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		said = age.FindSubmatch(text)
		return err == nil && said != nil
	})
	if age, err := strconv.ParseFloat(string(said[1]), 64); err != nil || age < 0 || age > 300 {
		t.Errorf("%s seconds old, %v", said[1], err)
	}
	if code := w.bot.terminate(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
