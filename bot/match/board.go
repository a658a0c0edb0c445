package match

import (
	"yeye/game"
	"yeye/game/notation"
)

// board is what is played on, in xiangqi or in flipped chess.
type board interface {
	Board() notation.Board // as everybody may see it
	Still() notation.Board // the same, for words about a refused move; it does not change with the match
	Ply() int              // moves made, of both sides
	Moves() []game.Move
	MoveNumber() int // of the move to be made
	Warning() game.Outcome
	Ruled() game.Outcome           // how the game ended, by the rules of the board
	Risk(m game.Move) game.Outcome // what would be ruled against the side to move by repetition
	Play(m game.Move) error
	Takeback()
	CanWin(c game.Color) bool // whether a side has pieces left that could win
	NobodyWins() bool         // whether neither side has
}

// board returns the board of the match.
func (m *Match) board() board {
	if m.flipped != nil {
		return m.flipped
	}
	return (*xiangqi)(m)
}

// Board returns the position on the board, of xiangqi or of flipped chess, as everybody may see it.
func (m *Match) Board() notation.Board { return m.board().Board() }

// Ply returns how many moves have been made, of both sides.
func (m *Match) Ply() int { return m.board().Ply() }

// Moves returns the moves so far.
func (m *Match) Moves() []game.Move { return m.board().Moves() }

// MoveNumber returns the number of the move to be made.
func (m *Match) MoveNumber() int { return m.board().MoveNumber() }

// Warning returns what will be ruled if the players go on as they did since the position on the board last occurred.
func (m *Match) Warning() game.Outcome { return m.board().Warning() }

// xiangqi is the board of a match of xiangqi.
type xiangqi Match

func (x *xiangqi) Board() notation.Board         { return x.Game.Position() }
func (x *xiangqi) Still() notation.Board         { return x.Game.Position() }
func (x *xiangqi) Ply() int                      { return x.Game.Ply() }
func (x *xiangqi) Moves() []game.Move            { return x.Game.Moves() }
func (x *xiangqi) MoveNumber() int               { return x.Game.Position().MoveNumber() }
func (x *xiangqi) Warning() game.Outcome         { return x.Game.Warning() }
func (x *xiangqi) Ruled() game.Outcome           { return x.Game.Outcome() }
func (x *xiangqi) Risk(m game.Move) game.Outcome { return x.Game.Risk(m) }
func (x *xiangqi) Takeback()                     { x.Game.Takeback() }
func (x *xiangqi) CanWin(c game.Color) bool      { return x.Game.Position().CanWin(c) }
func (x *xiangqi) NobodyWins() bool              { return nobodyWins(x.Game.Position()) }

func (x *xiangqi) Play(m game.Move) error {
	if x.Mode.OneOwner { // also where the game would be over
		return x.Game.PlayOn(m)
	}
	return x.Game.Play(m)
}
