package match

import "yeye/game"

// A match played blindfold is a match like others, whose game nobody may see until it is over. While it runs its Game stays at the start,
// as in flipped chess, so that whoever shows, judges or hands out a game finds one without moves.

// Blindfold reports whether nobody may see the game now.
func (m *Match) Blindfold() bool { return m.hidden != nil }

// FullGame returns the game of a match of xiangqi as it stands on the board, also where nobody may see it: for whoever plays on, not for
// whoever looks.
func (m *Match) FullGame() *game.Game {
	if m.hidden != nil {
		return m.hidden
	}
	return m.Game
}

// Announced returns the last move of a blindfold game, which both players are told, and the position in which it was played; false
// where there is none.
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

// conceal hides the game of a match that is played blindfold and running.
func (m *Match) conceal() {
	if m.Mode.Blindfold && m.Live() {
		m.Game, m.hidden = game.NewGame(m.Game.Start(), m.Game.Rules()), m.Game
	}
}

// reveal shows the game once it is over.
func (m *Match) reveal() {
	if m.hidden != nil && !m.Live() {
		m.Game, m.hidden = m.hidden, nil
	}
}

// detach gives a copied match a board of its own.
func (m *Match) detach() {
	m.Game, m.flipped = m.Game.Clone(), m.flipped.Clone()
	if m.hidden != nil {
		m.hidden = m.hidden.Clone()
	}
}

// refuse refuses a move; in a blindfold game without a reason, which would tell what is on the board.
func (m *Match) refuse(text string, side game.Color, err error) error {
	if m.Blindfold() {
		return ErrUnseen
	}
	return &MoveError{Text: text, Turn: side, Err: err, Position: m.board().Still()}
}
