package match

import (
	"yeye/game"
	"yeye/game/notation"
)

// variantBoard is the board of a match, of xiangqi or flipped chess.
type variantBoard interface {
	Board() notation.Board    // as everyone may see it, except in blindfold games
	Snapshot() notation.Board // a snapshot, for the text of a refused move; it does not change with the match
	Ply() int                 // moves made, of both sides
	Moves() []game.Move
	MoveNumber() int // of the next move
	Warning() game.Outcome
	RulesOutcome() game.Outcome            // how the game ended, by the rules of the board
	OutcomeAfter(m game.Move) game.Outcome // the ruling if m were played
	// the repetition ruling against the side to move if m were played, at once or after a reply
	Risk(m game.Move) game.Outcome
	Play(m game.Move) error
	Takeback()
	CanWin(c game.Color) bool // whether a side has pieces left that could win
	NobodyWins() bool         // whether neither side has
}

// variantBoard returns the board of the match.
func (m *Match) variantBoard() variantBoard {
	if m.flipped != nil {
		return m.flipped
	}
	return (*xiangqi)(m)
}

// Board returns the position on the board, of xiangqi or of flipped chess, as everyone may see it.
func (m *Match) Board() notation.Board {
	if m.Hidden() {
		return m.Game.Position()
	}
	return m.variantBoard().Board()
}

// Ply returns how many moves have been made, of both sides.
func (m *Match) Ply() int { return m.variantBoard().Ply() }

// Moves returns the moves so far, as everyone may see them.
func (m *Match) Moves() []game.Move {
	if m.Hidden() {
		return nil
	}
	return m.variantBoard().Moves()
}

// MoveNumber returns the number of the next move.
func (m *Match) MoveNumber() int { return m.variantBoard().MoveNumber() }

// Warning returns the ruling that follows if the players repeat their moves since the last occurrence of the position.
func (m *Match) Warning() game.Outcome { return m.variantBoard().Warning() }

// xiangqi is the board of a match of xiangqi.
type xiangqi Match

func (x *xiangqi) game() *game.Game { return (*Match)(x).FullGame() }

func (x *xiangqi) Board() notation.Board                 { return x.game().Position() }
func (x *xiangqi) Snapshot() notation.Board              { return x.game().Position() }
func (x *xiangqi) Ply() int                              { return x.game().Ply() }
func (x *xiangqi) Moves() []game.Move                    { return x.game().Moves() }
func (x *xiangqi) MoveNumber() int                       { return x.game().Position().MoveNumber() }
func (x *xiangqi) Warning() game.Outcome                 { return x.game().Warning() }
func (x *xiangqi) RulesOutcome() game.Outcome            { return x.game().Outcome() }
func (x *xiangqi) Risk(m game.Move) game.Outcome         { return x.game().Risk(m) }
func (x *xiangqi) OutcomeAfter(m game.Move) game.Outcome { return x.game().Would(m) }
func (x *xiangqi) Takeback()                             { x.game().Takeback() }
func (x *xiangqi) CanWin(c game.Color) bool              { return x.game().Position().CanWin(c) }
func (x *xiangqi) NobodyWins() bool                      { return nobodyWins(x.game().Position()) }

func (x *xiangqi) Play(m game.Move) error {
	if x.Mode.OnePlayer { // also after the end of the game
		return x.game().PlayOn(m)
	}
	return x.game().Play(m)
}
