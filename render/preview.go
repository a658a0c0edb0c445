package render

import (
	"fmt"

	"yeye/game"
)

// previewMoves is a game of four plies that shows the features of a style: a capture, selectable
// pieces, a last move.
var previewMoves = [...]string{"h2e2", "h9g7", "e2e6", "b9c7"}

// previewTitle is the name of its opening.
var previewTitle = words{"Central Cannon", "中炮局", "中炮局", "Pháo đầu"}

// Preview draws a small board that shows a style before it is chosen: theme, pieces, coordinates, the marks
// of a last move and of a selected piece, a captured piece and an opening's name. The default scale is 1.
func (p *Painter) Preview(st Style, below game.Color) (Picture, error) {
	if st.Scale == 0 {
		st.Scale = 1
	}
	if st.Language >= languages {
		return Picture{}, fmt.Errorf("render: no language %d", st.Language)
	}
	v, err := preview(st, below)
	if err != nil {
		return Picture{}, err
	}
	return p.Board(v)
}

// preview returns the view of a Preview.
func preview(st Style, below game.Color) (View, error) {
	v := View{Position: game.Start(), Below: below, Style: st}
	for _, text := range previewMoves {
		m, err := game.ParseMove(text)
		if err != nil {
			return v, err
		}
		v.Position.Do(m)
		v.Marks.LastMove = m
	}
	v.Frame = Frame{Title: previewTitle[st.Language], Captured: Captured(game.Start(), v.Position)}
	const horse = game.Square(7) // h0, the horse that has not moved
	v.Marks.Selected = game.BB(horse)
	for _, m := range v.Position.LegalMoves(nil) {
		if m.From() == horse {
			v.Marks.Targets = v.Marks.Targets.Or(game.BB(m.To()))
		}
	}
	return v, nil
}
