package game

import "fmt"

// Reason says why a move is not legal.
type Reason uint8

const (
	EmptyFrom     Reason = iota + 1 // the from-square is empty
	WrongSide                       // the piece belongs to the other side
	OwnPiece                        // an own piece stands on the target
	NotItsMove                      // this kind of piece does not move like that
	OutsidePalace                   // a king or advisor would leave its palace
	AcrossRiver                     // an elephant would cross the river
	Blocked                         // a piece stands in the way (rook, cannon, elephant's eye)
	Hobbled                         // a piece stands on the horse's leg (蹩脚)
	NoScreen                        // a cannon captures without a mount (screen)
	ManyScreens                     // a cannon captures over more than one piece
	StaysInCheck                    // the move does not stop the check
	IntoCheck                       // the move exposes the king of the side that moves
	KingsFace                       // the kings would face each other
)

// IllegalMove says why a move cannot be played. At is the square that explains it: that of the blocking piece or of the
// piece that would give check; else NoSquare.
type IllegalMove struct {
	Move   Move
	Piece  Piece // the piece that would move
	Reason Reason
	At     Square
	By     Piece // the piece on At
}

func (e *IllegalMove) Error() string {
	from, to := e.Move.From(), e.Move.To()
	role := e.Piece.Role()
	switch e.Reason {
	case EmptyFrom:
		return fmt.Sprintf("there is no piece on %s", from)
	case WrongSide:
		return fmt.Sprintf("the %s on %s belongs to %s", role, from, e.Piece.Color())
	case OwnPiece:
		return fmt.Sprintf("your own %s stands on %s", e.By.Role(), to)
	case OutsidePalace:
		return fmt.Sprintf("the %s on %s may not leave its palace", role, from)
	case AcrossRiver:
		return "an elephant may not cross the river"
	case Blocked:
		return fmt.Sprintf("the %s on %s is blocked by the %s on %s", role, from, e.By.Role(), e.At)
	case Hobbled:
		return fmt.Sprintf("the horse on %s is hobbled by the %s on %s", from, e.By.Role(), e.At)
	case NoScreen:
		return fmt.Sprintf("the cannon on %s needs exactly one piece to jump to capture on %s", from, to)
	case ManyScreens:
		return fmt.Sprintf("more than one piece stands between the cannon on %s and %s", from, to)
	case StaysInCheck:
		return fmt.Sprintf("your king is in check by the %s on %s, and this does not parry it", e.By.Role(), e.At)
	case IntoCheck:
		return fmt.Sprintf("that would expose your king to the %s on %s", e.By.Role(), e.At)
	case KingsFace:
		return "the two kings would face each other"
	}
	return fmt.Sprintf("a %s does not move from %s to %s", role, from, to)
}

// Explain returns nil if m is legal here, else the [*IllegalMove] that says why
// it is not. m may be any value.
func (p *Position) Explain(m Move) error {
	from, to := m.From(), m.To()
	e := &IllegalMove{Move: m, At: NoSquare}
	if !from.Valid() || !to.Valid() || from == to {
		e.Reason = NotItsMove
		return e
	}
	e.Piece = p.board[from]
	switch {
	case e.Piece == NoPiece:
		e.Reason = EmptyFrom
	case e.Piece.Color() != p.turn:
		e.Reason = WrongSide
	case p.pseudoLegal(e.Piece.Role(), from, p.Occupied()).Has(to):
		if p.IsLegal(m) {
			return nil
		}
		p.explainKing(e)
	case p.board[to] != NoPiece && p.board[to].Color() == p.turn:
		e.Reason, e.At, e.By = OwnPiece, to, p.board[to]
	default:
		p.explainGeometry(e)
	}
	return e
}

// explainKing fills in the piece that would attack the king after a pseudo-legal move.
func (p *Position) explainKing(e *IllegalMove) {
	us := p.turn
	after := p.After(e.Move)
	by := after.kingAttackers(us, after.Occupied())
	e.Reason, e.At = IntoCheck, by.First()
	if before := p.Checkers(); e.Piece.Role() != King && by.Intersects(before) {
		e.Reason, e.At = StaysInCheck, by.And(before).First()
	}
	e.By = after.board[e.At]
	if e.By.Role() == King {
		e.Reason = KingsFace
	}
}

// explainGeometry fills in why the move is not pseudo-legal.
func (p *Position) explainGeometry(e *IllegalMove) {
	if e.Reason, e.At = WhyUnreachable(e.Piece, e.Move, p.Occupied()); e.At != NoSquare {
		e.By = p.board[e.At]
	}
}

// WhyUnreachable returns why a move is not pseudo-legal for a piece if occ is occupied. at is the square of the
// blocking piece, NoSquare for other reasons.
func WhyUnreachable(piece Piece, m Move, occ Bitboard) (why Reason, at Square) {
	from, to := m.From(), m.To()
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	switch piece.Role() {
	case King:
		if df*df+dr*dr == 1 {
			return OutsidePalace, NoSquare
		}
	case Advisor:
		if df*df == 1 && dr*dr == 1 {
			return OutsidePalace, NoSquare
		}
	case Elephant:
		switch {
		case df*df != 4 || dr*dr != 4:
		case to.Crossed(piece.Color()):
			return AcrossRiver, NoSquare
		default:
			return Blocked, SquareAt(from.File()+df/2, from.Rank()+dr/2)
		}
	case Horse:
		if leg := HorseLeg(from, to); leg != NoSquare {
			return Hobbled, leg
		}
	case Rook, Cannon:
		if df != 0 && dr != 0 {
			break
		}
		pieces := Between(from, to).And(occ)
		switch n := pieces.Count(); {
		case piece.Role() == Rook || !occ.Has(to):
			return Blocked, nearest(pieces, from)
		case n == 0:
			return NoScreen, NoSquare
		default:
			return ManyScreens, NoSquare
		}
	}
	return NotItsMove, NoSquare
}

// nearest returns the piece of pieces closest to s; all are on one line with it.
func nearest(pieces Bitboard, s Square) Square {
	best := NoSquare
	for m := range pieces.Squares() {
		if best == NoSquare || Between(s, m).Count() < Between(s, best).Count() {
			best = m
		}
	}
	return best
}
