package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"yeye/cmd/lab/internal/load"
)

// boardCmd opens as many connections as browsers with board pages would, without browsers. It measures how long a move
// takes to reach the opponent and the viewers, and what that costs the server:
//
//	lab board --yeye ./yeye
//	lab board --yeye ./yeye --viewers 0 --boards 500 --every 5s --postgres
//
// The exit code is 1 if a move did not arrive.
type boardCmd struct {
	load.BoardOptions
	JSON bool `name:"json" help:"Print the figures as JSON."`
}

func (c *boardCmd) Run(ctx context.Context) error {
	r, err := load.RunBoards(ctx, c.BoardOptions)
	if err != nil {
		return err
	}
	if c.JSON {
		err = json.NewEncoder(os.Stdout).Encode(r)
	} else {
		err = r.Print(os.Stdout)
	}
	if err == nil && r.Lost > 0 {
		err = errors.New("not every move arrived")
	}
	return err
}
