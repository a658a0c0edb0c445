package view

import (
	"yeye/game"
	"yeye/game/record"
	"yeye/render"
)

// Frame is what the frame around a board tells of a game: the pieces that are off the board in the position now, and the name of
// the opening that the moves up to it make, "" while it has none.
func Frame(start, now game.Position, moves []game.Move, l render.Language) render.Frame {
	return render.Frame{Title: Opening(start, moves, l), Captured: render.Captured(start, now)}
}

// Opening is the name of the opening of moves, "" for none.
func Opening(start game.Position, moves []game.Move, l render.Language) string {
	o, ok := record.NameOpening(start, moves)
	if !ok {
		return ""
	}
	return OpeningName(o, l)
}

// OpeningName is the name of an opening.
func OpeningName(o record.Opening, l render.Language) string {
	switch l {
	case render.SimplifiedChinese:
		return o.Name.Simplified
	case render.TraditionalChinese:
		return o.Name.Traditional
	case render.Vietnamese:
		return o.Name.Vietnamese
	}
	return o.Name.English
}
