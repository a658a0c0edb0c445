package render

import (
	"yeye/game"
	"yeye/game/jieqi"
)

// FlippedView returns the picture of a game of flipped chess as far as its viewer may know it: the board with the pieces
// that lie face down, the last move with the piece that it turned over, and the captured pieces.
func FlippedView(w *jieqi.View, below game.Color, st Style) View {
	p := w.Position
	v := View{Flipped: &p, Below: below, Style: st}
	by := p.Turn()
	if len(w.Moves)%2 == 1 {
		by = by.Other()
	}
	for _, ply := range w.Moves {
		owner := by.Other()
		if ply.Dark {
			v.Frame.Dark[owner][ply.Taken]++
		} else if ply.Taken != game.NoRole {
			v.Frame.Captured[owner][ply.Taken]++
		}
		by = owner
	}
	if n := len(w.Moves); n > 0 {
		last := w.Moves[n-1]
		v.Marks.LastMove = last.Move
		if last.Turned != game.NoRole {
			v.Marks.Turned = game.BB(last.Move.To())
		}
	}
	return v
}
