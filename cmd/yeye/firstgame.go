package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/client"
)

// firstGame waits until a user opens the sandbox's page, and starts a game for them against the Kid in the first
// channel, through the same endpoint as any client. So a newcomer finds a board that waits for a move, in their
// language.
func firstGame(ctx context.Context, info sandbox.Info, visitor <-chan string, logger *slog.Logger) {
	var who string
	select {
	case <-ctx.Done():
		return
	case who = <-visitor:
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for _, u := range info.Users {
		if u.ID != who {
			continue
		}
		if err := beginGame(ctx, info, u.Token); err != nil && ctx.Err() == nil {
			logger.Warn("cannot start the game for the first screen", "err", err)
		}
	}
}

// beginGame lets a user start a game as Red in the first channel, and returns when the bot has answered.
func beginGame(ctx context.Context, info sandbox.Info, token string) error {
	const nonce = "1"
	outcome := make(chan string, 1)
	line, err := client.Dial(ctx, info.API, token, func(e client.Event) {
		var about struct{ Nonce string }
		json.Unmarshal(e.Data, &about)
		if e.Type == client.Disconnected || (e.Type == "INTERACTION_SUCCESS" || e.Type == "INTERACTION_FAILURE") &&
			about.Nonce == nonce {
			select {
			case outcome <- e.Type:
			default:
			}
		}
	})
	if err != nil {
		return err
	}
	defer line.Close()
	channel := info.Channels[0].ID
	command, err := line.SlashCommand(ctx, channel, "play")
	if err != nil {
		return err
	}
	if err := line.Interact(ctx, 2, channel, "", nonce, command.Data(client.Opt("side", "red"))); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case how := <-outcome:
		if how != "INTERACTION_SUCCESS" {
			return errors.New("the bot did not answer")
		}
	}
	return nil
}
