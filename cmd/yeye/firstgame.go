package main

import (
	"context"
	"log/slog"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// english is the sandbox's person whose client speaks English, as whom the page
// opens.
const english = 1

// firstGame begins a game against the Kid in the first channel, through the same
// door as any player, so that a newcomer finds a board that waits for a move.
func firstGame(ctx context.Context, info sandbox.Info, logger *slog.Logger) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	who, err := person.Connect(ctx, info.API, info.Users[english].Token)
	if err == nil {
		defer who.Close()
		_, err = who.Command(ctx, info.Channels[0].ID, "play", person.Opt("side", "red"))
	}
	if err != nil && ctx.Err() == nil {
		logger.Warn("no game was begun for the first screen", "err", err)
	}
}
