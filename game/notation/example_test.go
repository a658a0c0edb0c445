package notation_test

import (
	"errors"
	"fmt"

	"yeye/game"
	"yeye/game/notation"
)

// One move, as people of four traditions write it.
func Example() {
	p := game.Start()
	for _, text := range []string{"h2e2", "炮二平五", "C2=5", "P2-5", "炮8平5", "**1. C2.5!**"} {
		m, err := notation.Read(&p, text, notation.Auto)
		fmt.Println(m, err)
	}
	m, _ := game.ParseMove("b0c2")
	for f := notation.Coordinates; f <= notation.Vietnamese; f++ {
		fmt.Println(notation.Write(&p, m, f))
	}
	// Output:
	// h2e2 <nil>
	// h2e2 <nil>
	// h2e2 <nil>
	// h2e2 <nil>
	// b2e2 <nil>
	// h2e2 <nil>
	// b0c2
	// H8+7
	// 马八进七
	// 馬八進七
	// M8.7
}

// A text that fits two moves is refused, never guessed.
func ExampleAmbiguous() {
	p, err := game.ParseFEN("4k4/9/9/9/2R6/9/2R6/9/9/5K3 w - - 0 1")
	if err != nil {
		panic(err)
	}
	_, err = notation.Read(&p, "R7=8", notation.Auto)
	var two *notation.Ambiguous
	if errors.As(err, &two) {
		fmt.Println(err)
	}
	// Output:
	// this could be c3b3 or c5b5
}
