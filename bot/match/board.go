package match

import (
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/notation"
)

// Board returns the position on the board, of xiangqi or of flipped chess, as everybody may see it.
func (m *Match) Board() notation.Board {
	if m.Flipped != nil {
		return m.Flipped.game.Position()
	}
	return m.Game.Position()
}

// Ply returns how many moves have been made, of both sides.
func (m *Match) Ply() int {
	if m.Flipped != nil {
		return len(m.Flipped.game.Plies())
	}
	return m.Game.Ply()
}

// Moves returns the moves so far.
func (m *Match) Moves() []game.Move {
	if m.Flipped == nil {
		return m.Game.Moves()
	}
	return movesOf(m.Flipped.game.Plies())
}

func movesOf(plies []jieqi.Ply) []game.Move {
	moves := make([]game.Move, len(plies))
	for i, p := range plies {
		moves[i] = p.Move
	}
	return moves
}

// MoveNumber returns the number of the move to be made.
func (m *Match) MoveNumber() int {
	if m.Flipped != nil {
		return m.Flipped.game.Position().MoveNumber()
	}
	return m.Game.Position().MoveNumber()
}

// Warning returns what will be ruled if the players go on as they did since the position on the board last occurred.
func (m *Match) Warning() game.Outcome {
	if m.Flipped != nil {
		return m.Flipped.game.Warning()
	}
	return m.Game.Warning()
}

// Quiet returns the number of plies of flipped chess since a piece was last captured or turned over.
func (m *Match) Quiet() int { return m.Flipped.game.Position().HalfMoves() }

// ruled returns how the game ended by the rules of its board.
func (m *Match) ruled() game.Outcome {
	if m.Flipped != nil {
		return m.Flipped.game.Outcome()
	}
	return m.Game.Outcome()
}

// risk returns what would be ruled against the side to move by repetition if it made a move.
func (m *Match) risk(move game.Move) game.Outcome {
	if m.Flipped != nil {
		return m.Flipped.game.Would(move)
	}
	return m.Game.Risk(move)
}

// make makes a move on the board.
func (m *Match) make(move game.Move) error {
	switch {
	case m.Flipped != nil:
		return m.Flipped.game.Play(move)
	case m.Mode.OneOwner:
		return m.Game.PlayOn(move)
	}
	return m.Game.Play(move)
}

// unmake takes the last move back.
func (m *Match) unmake() {
	if m.Flipped != nil {
		m.Flipped.game.Takeback()
		return
	}
	m.Game.Takeback()
}

// at returns the position in which a move that was refused was given, for the words about it. It does not change with the match.
func (m *Match) at() notation.Board {
	if m.Flipped != nil {
		p := *m.Flipped.game.Position()
		return &p
	}
	return m.Game.Position()
}

// canWin reports whether a side has pieces left that could win.
func (m *Match) canWin(c game.Color) bool {
	if m.Flipped != nil {
		return m.Flipped.game.Position().All(c).Count() > 1
	}
	return m.Game.Position().CanWin(c)
}

// nobodyWins reports whether neither side's pieces can win. In flipped chess any piece may help to mate.
func (m *Match) nobodyWins() bool { return m.Flipped == nil && nobodyWins(m.Game.Position()) }
