package view

import (
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// PremoveText writes a premove for the player who gave it, as a move in the position in which they gave it.
func PremoveText(w *words.Words, m *match.Match, premove match.Premove) string {
	g := m.Game.Clone()
	if premove.Missed && !g.Takeback() {
		return "`" + premove.Move.String() + "`"
	}
	p := *g.Position()
	p.DoNull()
	return w.InText(&p, premove.Move)
}

// Line writes the moves of a line with write, starting from the current position of the match.
func Line(m *match.Match, line []game.Move, write func(*game.Position, game.Move) string) (all []string) {
	p := *m.Game.Position()
	for _, move := range line {
		all = append(all, write(&p, move))
		p.Do(move)
	}
	return all
}
