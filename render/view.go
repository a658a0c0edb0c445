package render

import (
	"yeye/game"
	"yeye/game/jieqi"
)

// View is a board to be drawn.
type View struct {
	Position game.Position
	Flipped  *jieqi.Position // shown instead of Position if not nil: see [FlippedView]
	Below    game.Color      // the side at the bottom
	Style    Style
	Marks    Marks
	Frame    Frame
}

// board is what a picture needs of a position of xiangqi or flipped chess.
type board interface {
	At(game.Square) game.Piece
	Turn() game.Color
	King(game.Color) game.Square
	InCheck() bool
	Occupied() game.Bitboard
}

func (v *View) board() board {
	if v.Flipped != nil {
		return v.Flipped
	}
	return &v.Position
}

// Frame is the content of the frame around the board. The zero Frame has only the coordinates.
type Frame struct {
	// Title is the opening's name. It is left out if the coordinates leave no room for it, or if
	// CanWrite is false for it.
	Title string
	// Short is a shorter name, used if there is no room for Title.
	Short string
	// Captured is the number of pieces of each color and role that are off the board.
	Captured [2][8]uint8
	// Dark counts pieces captured face down, which are not in Captured. Role 0 is the number that
	// the viewer does not know.
	Dark [2][8]uint8
}

// Captured returns the pieces captured between two positions of a game.
func Captured(start, now game.Position) (n [2][8]uint8) {
	count := func(p *game.Position) (n [2][8]uint8) {
		for s := range game.Square(game.Squares) {
			if x := p.At(s); x != game.NoPiece {
				n[x.Color()][x.Role()]++
			}
		}
		return n
	}
	before, after := count(&start), count(&now)
	for c := range n {
		for r := range n[c] {
			n[c][r] = before[c][r] - min(before[c][r], after[c][r])
		}
	}
	return n
}

// Marks are shown on the board besides the pieces. The zero Marks shows nothing. A king
// in check is always marked.
type Marks struct {
	LastMove   game.Move
	Taken      game.Piece    // what it captured; not drawn, only returned in Facts
	TakenDark  bool          // the captured piece was face down; Taken is the role it moved as
	Selected   game.Bitboard // selected pieces, usually one
	Targets    game.Bitboard // their targets; on a piece: a capture
	Threatened game.Bitboard // pieces that can be taken
	Turned     game.Bitboard // pieces just revealed
	Hint       game.Move     // an arrow: a character's suggestion
	Best       game.Move     // an arrow: the best move by analysis; with a tick beside Played
	Played     game.Move     // a broken arrow with a cross: the move played instead
	Lines      [3]game.Move  // arrows with digits: the best moves, best first
	Banner     game.Outcome  // how the game ended; drawn where it covers pieces least
	Finish     string        // the name of the mating pattern, on the banner if it fits
}

// Facts is the content of a picture, for its alt text.
type Facts struct {
	Position   game.Position
	Flipped    *jieqi.Position // instead of Position
	Below      game.Color
	Coords     Coords
	Pieces     PieceSet
	LastMove   game.Move     // NoMove if none is marked
	Moved      game.Piece    // the piece that made it
	Taken      game.Piece    // what it captured, as marked
	TakenDark  bool          // face down
	Check      game.Square   // the king in check, or NoSquare
	Selected   game.Bitboard // as marked
	Targets    game.Bitboard // empty points marked
	Captures   game.Bitboard // pieces marked as targets
	Threatened game.Bitboard
	Turned     game.Bitboard
	Hint, Best game.Move
	Played     game.Move
	Lines      [3]game.Move
	Banner     game.Outcome
	Finish     string
	Frame      Frame
}

// facts returns the content that the view will show.
func (v *View) facts() Facts {
	m, b := &v.Marks, v.board()
	f := Facts{
		Position: v.Position, Flipped: v.Flipped, Below: v.Below, Coords: v.Style.Coords, Pieces: v.Style.Pieces,
		LastMove: m.LastMove, Taken: m.Taken, TakenDark: m.TakenDark, Check: game.NoSquare,
		Selected: m.Selected, Threatened: m.Threatened, Turned: m.Turned,
		Targets:  m.Targets.Minus(b.Occupied()),
		Captures: m.Targets.And(b.Occupied()),
		Hint:     m.Hint, Best: m.Best, Played: m.Played, Lines: m.Lines, Banner: m.Banner, Finish: m.Finish,
		Frame: v.Frame,
	}
	if m.LastMove != game.NoMove {
		f.Moved = b.At(m.LastMove.To())
	}
	if k := b.King(b.Turn()); k != game.NoSquare && b.InCheck() { // a draft may lack a king
		f.Check = k
	}
	return f
}

// cellState is everything that determines how a cell is drawn on a given background and orientation. Equal states are
// drawn equally.
type cellState struct {
	piece    game.Piece
	dark     bool // face down; piece is what it moves as
	marks    mark
	pawnSign uint8 // of a newcomer's pawn: bits 1 moves down, 2 across the river; 4 sideways only
}

// lastRank is the rank on which a side's pawns can no longer advance.
var lastRank = [2]int{game.Red: game.Ranks - 1, game.Black: 0}

// states returns the cell state of every point.
func (v *View) states() (c [game.Squares]cellState) {
	b := v.board()
	for s := range game.Square(game.Squares) {
		c[s].piece = b.At(s)
		c[s].dark = v.Flipped != nil && v.Flipped.Dark(s)
		if v.Style.Newcomer && c[s].piece.Role() == game.Pawn {
			if c[s].piece.Color() != v.Below {
				c[s].pawnSign |= 1
			}
			if s.Crossed(c[s].piece.Color()) {
				c[s].pawnSign |= 2
			}
			if s.Rank() == lastRank[c[s].piece.Color()] {
				c[s].pawnSign = 4
			}
		}
	}
	set := func(b game.Bitboard, m mark) {
		for s := range b.Squares() {
			c[s].marks |= m
		}
	}
	f := v.facts()
	if f.LastMove != game.NoMove {
		c[f.LastMove.From()].marks |= markFrom
		c[f.LastMove.To()].marks |= markTo
	}
	if f.Check != game.NoSquare {
		if f.Banner.Method == game.Checkmate {
			c[f.Check].marks |= markMated
		} else {
			c[f.Check].marks |= markCheck
		}
	}
	set(f.Selected, markSelected)
	set(f.Targets, markTarget)
	set(f.Captures, markCapture)
	set(f.Threatened, markThreat)
	set(f.Turned, markTurned)
	return c
}
