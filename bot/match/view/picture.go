package view

import (
	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/render"
)

// Painter draws boards as attachments with alt text.
type Painter struct{ *render.Painter }

// Picture draws a board as the only file of a message. before is prepended to its alt text, "" for nothing.
func (p Painter) Picture(w *words.Words, v render.View, before string) ([]discord.File, error) {
	pic, err := p.Board(v)
	if err != nil {
		return nil, err
	}
	alt := Described(w, pic.Facts)
	if before != "" {
		alt = w.Sentences(before, alt)
	}
	return []discord.File{{Name: "board.png", ContentType: "image/png", Description: alt, Data: pic.PNG}}, nil
}

// Answer responds with m and the picture of v; before is as for Picture.
func (p Painter) Answer(w *words.Words, v render.View, before string, m discord.Message) (interaction.Response, error) {
	files, err := p.Picture(w, v, before)
	if err != nil {
		return interaction.Response{}, err
	}
	m.Files = files
	return interaction.Answer(m), nil
}

// Described returns the alt text of a picture.
func Described(w *words.Words, f render.Facts) string {
	d := words.Board{Position: f.Position, Below: f.Below, Last: f.LastMove, Chosen: game.NoSquare, Taken: f.Taken,
		Outcome: f.Banner, Finish: f.Finish, Opening: f.Frame.Title}
	if f.Flipped != nil {
		d.Flipped = &words.Flipped{Position: f.Flipped, Turned: f.Turned.Any(), TookDark: f.TakenDark,
			Captured: f.Frame.Captured, Dark: f.Frame.Dark}
	}
	if f.Selected.Any() { // targets are described only for a selected piece
		d.Chosen, d.Targets = f.Selected.First(), f.Targets.Or(f.Captures)
	}
	return w.Alt(d)
}
