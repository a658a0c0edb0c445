package finish

import "yeye/game"

// ending is the last move of a game and the position after it, rotated so that Red has won.
type ending struct {
	before, after game.Position
	move          game.Move
	piece         game.Piece // the piece that moved last

	king     game.Square // Black's
	occupied game.Bitboard
	checkers game.Bitboard
	flights  game.Bitboard // flight squares: the palace squares next to the king, occupied or not
	quiet    bool          // one of the winner's previous moves neither captured nor gave check
}

// matingMoves is how many of the winner's moves before the last belong to the mating line.
const matingMoves = 3

// analyze replays the game; ok is false if a move is illegal or the last position has a legal move.
func analyze(start game.Position, moves []game.Move) (*ending, bool) {
	if len(moves) == 0 {
		return nil, false
	}
	p, last := start, len(moves)-1
	quiet := false
	for i, m := range moves[:last] {
		if !p.IsLegal(m) {
			return nil, false
		}
		if own := (last-i)%2 == 0; own && last-i <= 2*matingMoves {
			quiet = quiet || p.At(m.To()) == game.NoPiece && !p.GivesCheck(m)
		}
		p.Do(m)
	}
	m := moves[last]
	if !p.IsLegal(m) {
		return nil, false
	}
	if after := p.After(m); after.HasLegal() {
		return nil, false
	}
	if p.Turn() == game.Black {
		var ok bool
		if p, ok = rotated(&p); !ok {
			return nil, false
		}
		m = game.NewMove(m.From().Turned(), m.To().Turned())
	}
	e := &ending{before: p, after: p.After(m), move: m, piece: p.At(m.From()), quiet: quiet}
	e.king = e.after.King(game.Black)
	e.occupied = e.after.Occupied()
	e.checkers = e.after.Checkers()
	e.flights = game.KingMoves(game.Black, e.king)
	return e, true
}

// rotated returns p rotated by 180 degrees, with colors swapped; false if that is no legal position.
func rotated(p *game.Position) (game.Position, bool) {
	before := p.Setup()
	after := game.Setup{Turn: before.Turn.Other()}
	for s, piece := range before.Board {
		if piece != game.NoPiece {
			after.Board[game.Square(s).Turned()] = game.NewPiece(piece.Color().Other(), piece.Role())
		}
	}
	q, err := after.Position()
	return q, err == nil
}

// red returns Red's pieces of a role.
func (e *ending) red(r game.Role) game.Bitboard { return e.after.Pieces(game.Red, r) }

// checking returns Red's pieces of a role that give check.
func (e *ending) checking(r game.Role) game.Bitboard { return e.checkers.And(e.red(r)) }

// coverers returns Red's pieces that attack s once Black's king has left its square.
func (e *ending) coverers(s game.Square) game.Bitboard {
	return e.after.Attackers(s, game.Red, e.occupied.Minus(game.BB(e.king)))
}

// covers reports whether the piece on from covers the flight square s, so that the king cannot go there.
func (e *ending) covers(from, s game.Square) bool {
	return e.flights.Has(s) && e.coverers(s).Has(from)
}

// coversAny reports whether the piece on from covers any flight square.
func (e *ending) coversAny(from game.Square) bool {
	for s := range e.flights.Squares() {
		if e.covers(from, s) {
			return true
		}
	}
	return false
}

// facedByKing reports whether Red's king faces s along an open file.
func (e *ending) facedByKing(s game.Square) bool {
	king := e.after.King(game.Red)
	blockers := e.occupied.Minus(game.BB(e.king)).Minus(game.BB(s))
	return king.File() == s.File() && !game.Between(king, s).Intersects(blockers)
}

// freeFlights returns the flight squares that Black's own pieces do not occupy.
func (e *ending) freeFlights() game.Bitboard { return e.flights.Minus(e.after.All(game.Black)) }

// between returns the pieces between s and Black's king, and whether they share
// a file or rank.
func (e *ending) between(s game.Square) (game.Bitboard, bool) {
	line := s.File() == e.king.File() || s.Rank() == e.king.Rank()
	return game.Between(s, e.king).And(e.occupied), line
}

// anySquare reports whether f holds for any square of b.
func anySquare(b game.Bitboard, f func(game.Square) bool) bool {
	for s := range b.Squares() {
		if f(s) {
			return true
		}
	}
	return false
}

// Files and ranks that the patterns refer to, from Red's side.
const (
	fileC, fileD, fileE, fileF, fileG = 2, 3, 4, 5, 6
	backRank                          = game.Ranks - 1 // Black's back rank
)

// onEither reports whether s is on the given rank and one of two files.
func onEither(s game.Square, left, right, rank int) bool {
	return s.Rank() == rank && (s.File() == left || s.File() == right)
}
