package render

import (
	"image/color"

	"yeye/game"
	"yeye/render/glyph"
)

// The plate with the name of a newcomer's piece, in cells from the piece's
// middle.
const (
	plateTop       = 0.228
	plateBottom    = 0.470
	plateHalfWidth = 0.471 // at most, to each side
	plateText      = 0.232 // the em of its letters
	plateHan       = 0.285 // the em of its characters
)

// named reports whether pieces have name plates: not if their Chinese character is the name.
func (s Style) named() bool {
	return s.Newcomer && !(s.Pieces.chinese() && s.Language.chinese())
}

// pieceName returns the name of a piece in the language.
func pieceName(p game.Piece, l Language) string {
	switch l {
	case SimplifiedChinese:
		return string(hanOfPieces[Simplified][p.Color()][p.Role()])
	case TraditionalChinese:
		return string(hanOfPieces[Traditional][p.Color()][p.Role()])
	}
	return pieceWords[p.Role()][l]
}

// drawName draws the plate. Long names are narrowed, because a plate ends at the edge of its cell.
func (e cellDrawing) drawName(p game.Piece, l Language, d pieceColors) error {
	size, bold := plateText, glyph.Bold
	if l.chinese() {
		size = plateHan
	}
	w, err := layoutRun(pieceName(p, l), size*e.cell, bold)
	if err != nil {
		return err
	}
	const pad = 0.035
	half := w.width/2/e.cell + pad + 0.02
	scaleX := 1.0
	if half > plateHalfWidth {
		scaleX = (plateHalfWidth - pad) * 2 * e.cell / w.width
		half = plateHalfWidth
	}
	half = max(half, 0.20)
	box := func(grow float64, c color.Color) {
		e.dc.SetColor(c)
		e.dc.DrawRoundedRectangle(e.cx-(half+grow)*e.cell, e.cy+(plateTop-grow)*e.cell,
			2*(half+grow)*e.cell, (plateBottom-plateTop+2*grow)*e.cell, 0.07*e.cell)
		e.dc.Fill()
	}
	box(0, d.plateEdge)
	box(-0.014, d.plate)
	up := w.capCenter()
	if !l.chinese() {
		up = (0.34 + centerAboveBaseline(w)) / 2 // leaves room for accents above and descenders below
	}
	base := e.cy + (plateTop+plateBottom)/2*e.cell + up*w.size
	e.dc.Push()
	defer e.dc.Pop()
	e.dc.ScaleAbout(scaleX, 1, e.cx, e.cy)
	e.dc.SetColor(d.plateText)
	w.draw(e.dc, e.cx-w.width/2, base)
	return nil
}
