package bot_test

import (
	"context"
	"testing"
	"time"

	"yeye/bot"
	"yeye/bot/feature/all"
	"yeye/bot/internal/bottest"
	"yeye/bot/internal/testdb"
)

// A bot that is stopped while it starts has not failed.
func TestStoppedAtTheStart(t *testing.T) {
	db, _ := testdb.Open(t, time.Now)
	b, err := bot.Open(bot.Options{Token: "none", API: "http://127.0.0.1:9", DB: db, Painter: bottest.Painter}, all.Features)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := b.Run(ctx); err != nil {
		t.Error(err)
	}
}
