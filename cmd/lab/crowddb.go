package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"yeye/bot/board"
	"yeye/bot/session"
	"yeye/bot/old/store"
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
	st, err := store.Open(ctx, path, time.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	then := time.Now().Add(-time.Hour)
	service := session.NewService(st, session.WithClock(func() time.Time { return then }))
	for n := range games {
		t := session.Table{Place: session.Place(strconv.Itoa(1e15 + n)), Position: game.Start(), Locale: "en"}
		t.Seats[game.Red] = session.Seat{Player: session.PlayerID(strconv.Itoa(2e15 + n)), Name: "somebody"}
		t.Seats[game.Black] = session.Seat{Level: 1}
		by := session.Origin{Player: t.Seats[game.Red].Player, Via: session.ByCommand}
		se, err := service.Start(ctx, by, t)
		if err != nil {
			return err
		}
		if err := st.SetBoard(ctx, &board.Board{Session: se.ID, Channel: string(t.Place), Message: strconv.Itoa(3e15 + n), ShownRev: se.Rev}); err != nil {
			return err
		}
	}
	return nil
}
