package game

// Setup is a board with a side to move that is not validated: any piece may be anywhere. The zero Setup is the empty
// board with Red to move.
type Setup struct {
	Board [Squares]Piece
	Turn  Color
}

// Setup returns the position as an editable Setup.
func (p *Position) Setup() Setup { return Setup{p.board, p.turn} }

// Position returns the position, or a [*FENError] if [ParseFEN] would refuse it.
func (s *Setup) Position() (Position, error) {
	p := s.Unchecked()
	if err := p.validate(); err != nil {
		return Position{}, err
	}
	return p, nil
}

// Unchecked returns the setup for display only. If it is not a position, kings may be missing
// ([NoSquare]), and methods about moves or check must not be called.
func (s *Setup) Unchecked() Position {
	p := Position{kings: [2]Square{NoSquare, NoSquare}, turn: s.Turn & 1, fullmoveNumber: 1}
	for at, m := range s.Board {
		if m != NoPiece {
			p.put(Square(at), m)
		}
	}
	p.key = p.keyFromScratch()
	return p
}

// Mirror returns the mirror image of the position, with its files in reverse order: the side to move and the counters
// are the same.
func (p *Position) Mirror() Position {
	s := Setup{Turn: p.turn}
	for at, piece := range p.board {
		s.Board[Square(at).Mirror()] = piece
	}
	m := s.Unchecked()
	m.halfmoveClock, m.fullmoveNumber = p.halfmoveClock, p.fullmoveNumber
	return m
}

// PointsOf returns the squares on which a piece can ever be.
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
	return allSquares
}

// MaxOf returns how many pieces of a role a side has at the start and at most.
func MaxOf(r Role) int { return maxPieces[r&7] }
