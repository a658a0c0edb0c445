package match

import (
	"cmp"

	"yeye/game"
)

// In a blindfold match no one may see the game until it is over. While the match runs, its Game stays at the start,
// as in flipped chess, so that code that shows, analyzes or exports Game finds no moves.

// Hidden reports whether nobody may see the board now.
func (m *Match) Hidden() bool { return m.hidden != nil }

// FullGame returns the game of a xiangqi match with all its moves, even if it is hidden. Code that shows a game must
// use Game instead.
func (m *Match) FullGame() *game.Game {
	return cmp.Or(m.hidden, m.Game)
}

// Announced returns the last move of a blindfold game, which is announced to both players, and the position in which it
// was played; false if there is none.
func (m *Match) Announced() (before game.Position, last game.Move, ok bool) {
	if m.hidden == nil || m.hidden.Ply() == 0 {
		return before, last, false
	}
	g := m.hidden.Clone()
	moves := g.Moves()
	last = moves[len(moves)-1]
	g.Takeback()
	return *g.Position(), last, true
}

// conceal hides the game of a running blindfold match.
func (m *Match) conceal() {
	if m.Mode.HidesBoard() && m.Live() {
		m.Game, m.hidden = game.NewGame(m.Game.Start(), m.Game.Rules()), m.Game
	}
}

// reveal shows the game once it is over.
func (m *Match) reveal() {
	if m.hidden != nil && !m.Live() {
		m.Game, m.hidden = m.hidden, nil
	}
}

// detach deep-copies the board of a copied match.
func (m *Match) detach() {
	m.Game, m.flipped = m.Game.Clone(), m.flipped.Clone()
	if m.hidden != nil {
		m.hidden = m.hidden.Clone()
	}
}
