package lessonsbot

import (
	"yeye/bot/locale"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// escapeText explains why a check is not yet mate: it names one move by which the side to move gets out of check. "" if
// it is not in check or has no move. Captures of the checking piece are preferred, then king moves, then
// interpositions.
func escapeText(w *words.Words, p *game.Position) string {
	checkers := p.Checkers()
	if checkers.Empty() {
		return ""
	}
	key, best := "", game.NoMove
	for _, how := range []struct {
		key string
		is  func(game.Move) bool
	}{
		{"takes", func(m game.Move) bool { return checkers.Has(m.To()) }},
		{"flees", func(m game.Move) bool { return p.At(m.From()).Role() == game.King }},
		{"between", func(m game.Move) bool {
			by := checkers.First()
			return p.At(m.To()) == game.NoPiece && game.Between(p.King(p.Turn()), by).Has(m.To())
		}},
		{"other", func(game.Move) bool { return true }},
	} {
		for _, m := range p.LegalMoves(nil) {
			if best == game.NoMove && how.is(m) {
				key, best = how.key, m
			}
		}
	}
	if best == game.NoMove {
		return ""
	}
	return w.Text("learn.parried."+key, locale.Args{"Side": w.Color(p.Turn()),
		"Piece": w.PieceWritten(p.At(best.From())),
		"Taken": w.PieceWritten(p.At(best.To())), "Move": w.InText(p, best)})
}
