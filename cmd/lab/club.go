package main

import (
	"fmt"

	"yeye/bot/rating"
)

// clubCmd rates a club of simulated players of known strength, and prints the ratings' predictions beside the results.
type clubCmd struct {
	Players int    `default:"10000" help:"Number of players."`
	Rounds  int    `default:"30" help:"Games per player, plus as many as another player's opponent."`
	Seed    uint64 `default:"1" help:"Seed of strengths and results."`
}

func (c *clubCmd) Run() error {
	s := rating.Club().Simulate(c.Players, c.Rounds, c.Seed)
	for _, b := range s.Bins {
		fmt.Printf("%.1f to %.1f  %7d games  promised %.3f  observed %.3f\n", b.From, b.To, b.Games, b.Promised, b.Observed)
	}
	fmt.Printf("%d players: error of the ratings %.0f points; %.1f %% of the strengths within two deviations\n", c.Players, s.Error, s.Covered)
	return nil
}
