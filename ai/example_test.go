package ai_test

import (
	"context"
	"fmt"

	"yeye/ai"
	"yeye/game"
)

// Two rooks, a pawn in the palace: Red mates at once.
func ExampleEngine_Search() {
	p, err := game.ParseFEN("3ak4/5P3/9/9/9/9/9/9/9/3K3RR w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := ai.New(ai.Options{})
	info, err := e.Search(context.Background(), game.NewGame(p, game.Asian), ai.Limits{Nodes: 100_000, Mate: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(info.Score)
	// Output: mate 1
}
