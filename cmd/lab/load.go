package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"yeye/cmd/lab/internal/load"
)

// loadCmd plays in many channels at once against a bot in separate processes, and checks that every move is stored and
// answered exactly once, whatever fails:
//
//	lab load --yeye ./yeye --channels 240 --think 3.2s --time 30m --others 10000
//	lab load --yeye ./yeye --channels 12 --bots 3 --level 0 --kills 300 --every 1s
//	lab load --yeye ./yeye --channels 12 --bots 6 --level 0 --resets 1440 --every 500ms
//	lab load --yeye ./yeye --channels 8 --level 0 --postgres --workers 2 --kills 60
//	lab load --yeye ./yeye --channels 3 --bots 3 --level 0 --think 1s --tournaments 6 --rings 3 --votes 3 --kills 300 --resets 300 --every 2s
//	lab load --yeye ./old --yeye ./yeye --channels 8 --level 0 --postgres --serves 2 --shards 2 --workers 2 --kills 20
//
// With tournaments, rings and votes, users also play each other; at the end lab verifies everything that the bot
// accepted from them.
//
// The exit code is 1 if a move was lost or doubled, or if a channel got no answer.
type loadCmd struct {
	load.Options
	JSON bool `name:"json" help:"Print the figures as JSON."`
}

func (c *loadCmd) Run(ctx context.Context) error {
	r, err := load.Run(ctx, c.Options)
	if err != nil {
		return err
	}
	if c.JSON {
		err = json.NewEncoder(os.Stdout).Encode(r)
	} else {
		err = r.Print(os.Stdout)
	}
	if err == nil && !r.OK() {
		err = errors.New("not everything was stored, answered and counted exactly once")
	}
	return err
}
