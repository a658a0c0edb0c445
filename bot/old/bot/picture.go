package bot

import (
	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/game"
	"yeye/render"
)

// picture draws a board as the one file of a message. Its description for those who
// do not see it begins with before, "" for nothing.
func (b *Bot) picture(say *locale.Speaker, v render.View, before string) ([]gateway.File, error) {
	pic, err := b.Painter.Board(v)
	if err != nil {
		return nil, err
	}
	alt := described(say, pic.Facts)
	if before != "" {
		alt = before + " " + alt
	}
	return []gateway.File{{Name: "board.png", ContentType: "image/png", Description: alt, Data: pic.PNG}}, nil
}

// described is what a picture shows, in words.
func described(say *locale.Speaker, f render.Facts) string {
	d := locale.Board{Position: f.Position, Below: f.Below, Last: f.LastMove, Chosen: game.NoSquare, Outcome: f.Banner}
	if f.Selected.Any() { // else the points marked are no man's
		d.Chosen, d.Targets = f.Selected.First(), f.Targets.Or(f.Captures)
	}
	return say.Alt(d)
}
