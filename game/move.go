package game

import (
	"fmt"
	"strings"
)

// Move is a from-square and a to-square, seven bits each; the two highest bits are 0. The zero Move is NoMove.
type Move uint16

// NoMove is no move. It also represents the null move of protocols.
const NoMove Move = 0

// NewMove is the move between two points of the board.
func NewMove(from, to Square) Move { return Move(from) | Move(to)<<7 }

// From is the point the piece leaves.
func (m Move) From() Square { return Square(m & 127) }

// To is the point the piece reaches.
func (m Move) To() Square { return Square(m >> 7 & 127) }

// Mirror is m reflected left to right.
func (m Move) Mirror() Move { return NewMove(m.From().Mirror(), m.To().Mirror()) }

// String is the coordinate form, like "h2e2"; "0000" for NoMove.
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	return m.From().String() + m.To().String()
}

// ParseMove reads exactly the form that String writes, like "h2e2". Package notation reads what people type.
func ParseMove(t string) (Move, error) {
	if len(t) == 4 {
		from, err1 := ParseSquare(t[:2])
		to, err2 := ParseSquare(t[2:])
		if err1 == nil && err2 == nil && from != to {
			return NewMove(from, to), nil
		}
	}
	return NoMove, fmt.Errorf("%q is not a move like h2e2", t)
}

// ParseMoves reads moves separated by spaces, each as [ParseMove] does.
func ParseMoves(text string) ([]Move, error) {
	words := strings.Fields(text)
	moves := make([]Move, len(words))
	for i, w := range words {
		var err error
		if moves[i], err = ParseMove(w); err != nil {
			return nil, err
		}
	}
	return moves, nil
}

// MovesText writes moves as [ParseMoves] reads them: in coordinates, separated by spaces.
func MovesText(moves []Move) string {
	var b strings.Builder
	b.Grow(5 * len(moves))
	for i, m := range moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(m.String())
	}
	return b.String()
}
