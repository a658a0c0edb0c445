package render

import (
	"yeye/game"
	"yeye/game/jieqi"
)

// FlippedView returns the view of a game of flipped chess for a viewer: the board with face-down pieces, the last move
// with the piece it turned over, and the captured pieces.
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
		v.Marks.setFlippedMove(w.Moves[n-1], p.Turn().Other())
	}
	return v
}

// setFlippedMove sets the marks of the last move: what it revealed and captured. A piece captured face down is shown as
// the role it moved as.
func (m *Marks) setFlippedMove(last jieqi.Ply, by game.Color) {
	m.LastMove, m.Turned, m.Taken, m.TakenDark = last.Move, game.Bitboard{}, game.NoPiece, last.Dark
	if last.Turned != game.NoRole {
		m.Turned = game.BB(last.Move.To())
	}
	switch start := jieqi.Start(); {
	case last.Dark:
		m.Taken = start.At(last.Move.To())
	case last.Taken != game.NoRole:
		m.Taken = game.NewPiece(by.Other(), last.Taken)
	}
}
