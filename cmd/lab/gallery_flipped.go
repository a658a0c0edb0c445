package main

import (
	"fmt"
	"image"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/render"
)

// flippedMoves is a game of flipped chess in which both sides capture face-down and open pieces.
var flippedMoves = []string{"h2h9", "b7b0", "b2b3", "h7g7", "b3b4", "i9i7", "a0b0", "a9a7", "f0e1", "c9e7", "h9g9",
	"e7c9", "g9f9", "e9f9", "i0i1", "i6i5"}

// flipped draws a board of flipped chess in every theme and style of pieces, from Red's and from Black's view.
func (g *gallery) flipped() ([]image.Image, error) {
	deal, err := jieqi.ParseDeal("NRPCNAPCPPBRPAB/pbbacrnpapprcnp")
	if err != nil {
		return nil, err
	}
	played := jieqi.NewGame(deal)
	for _, text := range flippedMoves {
		m, err := game.ParseMove(text)
		if err != nil {
			return nil, err
		}
		if err := played.Play(m); err != nil {
			return nil, err
		}
	}
	var out []image.Image
	for theme := render.Wood; theme <= render.Contrast; theme++ {
		for i, pieces := range render.PieceSets() {
			below := game.Color(i % 2)
			w := played.View(jieqi.PlayerOf(below))
			v := render.FlippedView(&w, below, render.Style{
				Theme: theme, Pieces: pieces, Coords: render.Coords(i), Newcomer: i == 2, PlainBacks: i == 4,
				Language: render.Language(i % 4),
			})
			pic, err := g.p.Board(v)
			if err != nil {
				return nil, err
			}
			im, err := g.writePNG(fmt.Sprintf("flipped-%v-%v.png", theme, pieces), pic.PNG)
			if err != nil {
				return nil, err
			}
			out = append(out, shrink(im, phoneWidth))
		}
	}
	return out, nil
}
