package render_test

import (
	"bytes"
	"fmt"
	"image/png"

	"yeye/game"
	"yeye/render"
)

// A board is a value; its picture comes with its content as data, for the alt
// text.
func ExamplePainter_Board() {
	v := render.View{Position: game.Start(), Below: game.Black}
	pic, err := render.New().Board(v)
	if err != nil {
		panic(err)
	}
	img, err := png.Decode(bytes.NewReader(pic.PNG))
	if err != nil {
		panic(err)
	}
	fmt.Println(img.Bounds().Dx(), img.Bounds().Dy(), pic.Width, pic.Height)
	fmt.Println(pic.Facts.Below, pic.Facts.Position.Turn())
	// Output:
	// 1152 1292 1152 1292
	// black red
}
