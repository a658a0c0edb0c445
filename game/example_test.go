package game_test

import (
	"errors"
	"fmt"

	"yeye/game"
)

// A game knows which moves are legal, and why others are not.
func ExampleGame() {
	g := game.NewGame(game.Start(), game.Asian)
	for _, text := range []string{"h2e2", "b9c9"} {
		m, err := game.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if err := g.Play(m); err != nil {
			var illegal *game.IllegalMove
			fmt.Println(err, errors.As(err, &illegal))
		}
	}
	fmt.Println(g.Position().FEN())
	fmt.Println(g.Outcome().Over(), g.Position().CountLegal())
	// Output:
	// your own elephant stands on c9 true
	// rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1
	// false 45
}

// A side that gives perpetual check loses: the referee rules so when the
// position occurs for the third time, and says beforehand which move would
// lose.
func ExampleGame_Risk() {
	start, err := game.ParseFEN("3k5/9/9/9/9/9/9/9/R8/5K3 w - - 0 1")
	if err != nil {
		panic(err)
	}
	g := game.NewGame(start, game.Asian)
	for _, text := range []string{"a1d1", "d9e9", "d1e1", "e9d9", "e1d1", "d9e9", "d1e1", "e9d9"} {
		m, _ := game.ParseMove(text)
		if err := g.Play(m); err != nil {
			fmt.Println(text, err)
			return
		}
	}
	again, _ := game.ParseMove("e1d1")
	fmt.Println("warned:", g.Warning())
	fmt.Println("would be:", g.Risk(again))
	g.Play(again)
	fmt.Println("is:", g.Outcome())
	// Output:
	// warned: {0-1 perpetual-check}
	// would be: {0-1 perpetual-check}
	// is: {0-1 perpetual-check}
}
