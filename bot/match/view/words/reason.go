package words

import (
	"strings"

	"yeye/ai/explain"
	"yeye/bot/locale"
	"yeye/game"
)

// Reasons says why a move in position p is good, the most important reason first.
func (w *Words) Reasons(p *game.Position, why []explain.Reason) string {
	all := make([]string, len(why))
	for i, r := range why {
		all[i] = w.Reason(p, r)
	}
	return strings.Join(all, w.Text("hint.and"))
}

// Reason puts one reason for a move in position p into words.
func (w *Words) Reason(p *game.Position, why explain.Reason) string {
	key := "hint.reason." + why.Kind.String()
	switch {
	case why.Kind == explain.Wins && why.N > 1:
		key += ".later"
	case why.Kind == explain.Develops: // languages have a word for each piece
		key += "." + why.Piece.Role().String()
	}
	return w.Text(key, locale.Args{"Count": max(why.N, 1), "Piece": w.PieceWritten(why.Piece),
		"At":    w.Among(p, why.Piece, why.At),
		"Other": w.PieceWritten(why.Other), "Beside": w.Among(p, why.Other, why.OtherAt),
		"Threat": w.threat(p, why.Threat)})
}

// threat writes the move that the opponent threatens, in the position after a null move.
func (w *Words) threat(p *game.Position, m game.Move) string {
	if piece := p.At(m.From()); piece != game.NoPiece && piece.Color() != p.Turn() {
		theirs := *p
		theirs.DoNull()
		return w.InText(&theirs, m)
	}
	return "`" + m.String() + "`"
}
