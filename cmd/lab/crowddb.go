package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/sqlite"
	"yeye/game"
)

// crowdDatabase fills a database with other people's games, all shown, as it is
// after some months: what the bot does must not grow with them.
func crowdDatabase(ctx context.Context, path string, games int) error {
	// It is filled in memory where there is a directory for that, and copied: each
	// game is two commits, and a disk takes its time for each.
	dir := "/dev/shm"
	if _, err := os.Stat(dir); err != nil {
		dir = ""
	}
	dir, err := os.MkdirTemp(dir, "yeye-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	full := filepath.Join(dir, "load.db")
	if err := fill(ctx, full, games); err != nil {
		return err
	}
	data, err := os.ReadFile(full)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

func fill(ctx context.Context, path string, games int) (err error) {
	then := time.Now().Add(-time.Hour)
	db, err := sqlite.Open(ctx, path, func() time.Time { return then })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	service := match.NewService(db, match.WithModes(match.Versus), match.WithListeners(match.Listener{
		InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
			m := &c.Match
			s := m.Subject()
			if err := display.Want(ctx, tx, s, display.Wanted{Channel: m.Channel, Rev: m.Rev}); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `UPDATE cards SET shown = wanted, shown_channel = channel, message = ? WHERE kind = ? AND id = ?`,
				"3"+string(m.Channel[1:]), string(s.Kind), string(s.ID))
			return err
		},
	}))
	for n := range games {
		t := match.Terms{Mode: match.Versus, Channel: id.Channel(strconv.Itoa(1e15 + n)), Position: game.Start(), Locale: "en"}
		t.Seats[game.Red] = match.Seat{Player: id.Player(strconv.Itoa(2e15 + n)), Name: "somebody"}
		t.Seats[game.Black] = match.Seat{Level: 1}
		if _, err := service.Start(ctx, match.Actor{Player: t.Seats[game.Red].Player, Source: match.FromCommand}, t); err != nil {
			return err
		}
	}
	return nil
}
