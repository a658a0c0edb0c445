package game

// Setup is pieces on a board and a side to move, on the way to a position: anything
// may stand anywhere. The zero Setup is the empty board with Red to move.
type Setup struct {
	Board [Squares]Piece
	Turn  Color
}

// Setup is the position as something to be changed.
func (p *Position) Setup() Setup { return Setup{p.board, p.turn} }

// Position is the position that was set up, or a [*FENError]: what [ParseFEN]
// refuses is refused here.
func (s *Setup) Position() (Position, error) {
	p := s.Draft()
	if err := p.validate(); err != nil {
		return Position{}, err
	}
	return p, nil
}

// Draft is what was set up, only to be looked at: where it is no position, kings
// may be missing ([NoSquare]) and nothing about moves or check may be asked of it.
func (s *Setup) Draft() Position {
	p := Position{kings: [2]Square{NoSquare, NoSquare}, turn: s.Turn & 1, number: 1}
	for at, m := range s.Board {
		if m != NoPiece {
			p.put(Square(at), m)
		}
	}
	p.key = p.keyFromScratch()
	return p
}

// PointsOf is the points on which a piece can ever stand.
func PointsOf(m Piece) Bitboard {
	c := m.Color() & 1
	switch m.Role() {
	case King:
		return palace[c]
	case Advisor:
		return advisorPoints[c]
	case Elephant:
		return elephantPoints[c]
	case Pawn:
		return pawnPoints[c]
	}
	return everywhere
}

// MostOf is how many pieces of a role a side begins with, and can have at most.
func MostOf(r Role) int { return most[r&7] }
