package record_test

import (
	"fmt"

	"yeye/game"
	"yeye/game/notation"
	"yeye/game/record"
)

// From FEN to PGN: a position is set up, a game played from it, and written down;
// the draw is the referee's, because two bare kings cannot win.
func Example() {
	start, err := game.ParseFEN("3ak4/9/9/9/9/9/9/9/5K3/3R5 w - - 0 1")
	if err != nil {
		panic(err)
	}
	g := game.NewGame(start, game.Asian)
	for _, text := range []string{"d0d9", "e9d9"} {
		m, _ := game.ParseMove(text)
		if err := g.Play(m); err != nil {
			panic(err)
		}
	}
	r := record.FromGame(g)
	r.Info.Red, r.Info.Black = "Mei", "Tom"
	text := record.WritePGN(r, notation.Coordinates)
	fmt.Print(text)

	back, err := record.Read([]byte(text))
	if err != nil {
		panic(err)
	}
	fmt.Println(len(back.Moves()), back.Info.Red)
	// Output:
	// [Game "Chinese Chess"]
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [Red "Mei"]
	// [Black "Tom"]
	// [Result "1/2-1/2"]
	// [FEN "3ak4/9/9/9/9/9/9/9/5K3/3R5 w - - 0 1"]
	// [Format "ICCS"]
	//
	// 1. D0-D9 E9-D9 1/2-1/2
	// 2 Mei
}

// A file with an illegal move is refused, with the move and the reason.
func ExampleRead() {
	_, err := record.Read([]byte("position startpos moves h2e2 h9h8"))
	fmt.Println(err)
	// Output:
	// half-move 2, "h9h8": a horse does not move from h9 to h8
}
