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

// A file with an illegal move is refused with the move and the reason.
func ExampleRead() {
	_, err := record.Read([]byte("position startpos moves h2e2 h9h8"))
	fmt.Println(err)
	// Output:
	// half-move 2, "h9h8": a horse does not move from h9 to h8
}

// A file of several games is listed before any is played, and a game with
// variations is traversed with a cursor.
func ExampleOpen() {
	file, err := record.Open([]byte("第一局\n许银川 先胜 胡荣华\n1. 炮二平五 马8进7（1... 炮8平5 顺炮） 2. 马二进三\n\n第二局\n1. 兵七进一"))
	if err != nil {
		panic(err)
	}
	for i := range file.Len() {
		h := file.Heading(i)
		fmt.Println(h.Info.Title, h.Info.Red, h.Info.Black, h.Result)
	}
	game, err := file.Game(0)
	if err != nil {
		panic(err)
	}
	c := game.NewCursor()
	c.Next()
	fmt.Println(c.Choices())
	c.Enter(0)
	fmt.Println(c.Path(), c.Last().Move)
	// Output:
	// 第一局 许银川 胡荣华 1-0
	// 第二局   *
	// [h9g7 h7e7]
	// 1.0-1 h7e7
}
