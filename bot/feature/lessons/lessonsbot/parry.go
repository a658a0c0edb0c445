package lessonsbot

import (
	"yeye/bot/locale"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// parried says how the side to move gets out of the check that a move gave where mate was asked for, "" where no check
// was given or nothing helps. What takes the checking piece is said first, then where the king can go, then what can
// come between.
func parried(w *words.Words, p *game.Position) string {
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
