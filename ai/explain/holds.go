package explain

import (
	"yeye/ai/tactics"
	"yeye/game"
)

// Holds reports whether r is true of line[0] in g's position. It is checked on the board and along the line: every
// named piece stands where r says, what is captured is captured on the line, a mate is at the end of the line. The
// reasons in a stored report are checked this way when it is read. alternatives are other lines that start with the
// same move. g is only read.
func Holds(g *game.Game, line []game.Move, r Reason, alternatives ...[]game.Move) bool {
	p := *g.Position()
	if len(line) == 0 || !p.IsLegal(line[0]) {
		return false
	}
	e := newExplainer(p, line, alternatives)
	switch r.Kind {
	case NoFact:
		return true
	case WinsByRule:
		return endsByRepetition(g, line, p.Turn().Other())
	case LosesByRule:
		return endsByRepetition(g, line, p.Turn())
	case Mates, Forces, Stalemates, DelaysMate:
		return ends(p, line, r)
	case Captures:
		return e.isTheirs(r.Piece, r.At) && line[0].To() == r.At
	case OnlyMove:
		return p.CountLegal() == 1
	case AnswersCheck:
		return p.InCheck()
	case GivesCheck:
		return p.GivesCheck(line[0])
	case Recaptures:
		derived, ok := recapture(g, line[0])
		return ok && derived == r
	case Wins:
		derived := r
		derived.N = 0 // holdsWins sets it
		return e.isTheirs(r.Piece, r.At) && holdsWins(&p, e.lines, &derived) && derived.N == r.N
	case WinsFor:
		return e.isTheirs(r.Piece, r.At) && e.isOurs(r.Other, r.OtherAt) && capturePly(p, line, r.At) == 2*(r.N-1) &&
			holdsFor(&p, e.lines, r)
	case WinsMaterial:
		_, ok := material(&p, e.lines)
		return ok
	case TrapsPiece:
		derived, ok := e.traps()
		return ok && derived == r
	case Exchanges:
		derived, ok := exchangeReason(&p, line)
		return ok && derived == r
	case CheckFork, Fork, ThreatensMate:
		derived, ok := e.attacks()
		return ok && derived == r
	case Threatens: // also holds if the move forks two pieces, for each of them
		derived, ok := e.attacks()
		return ok && (derived == r || derived.Kind == Fork && (derived.Piece == r.Piece && derived.At == r.At ||
			derived.Other == r.Piece && derived.OtherAt == r.At))
	case Saves:
		derived, ok := e.saves()
		return ok && derived == r
	case Protects:
		derived, ok := e.protects()
		return ok && derived == r
	case ParriesMate:
		derived, ok := e.parriesMate()
		return ok && derived == r
	case Centers, Crosses, Develops, HollowCannon, Invades, OpensFile, Approaches, Activates:
		return e.isOurs(r.Piece, r.At) && line[0].From() == r.At && e.survives(r.At) && e.reachesPlace(r)
	case Frees:
		return e.isOurs(r.Piece, r.At) && blocksHorse(line[0].From(), r.At)
	}
	return false
}

// isTheirs reports whether the piece stands on s before the move and is the opponent's.
func (e *explainer) isTheirs(piece game.Piece, s game.Square) bool {
	return piece != game.NoPiece && s.Valid() && e.before.At(s) == piece && piece.Color() != e.before.Turn()
}

// isOurs reports whether the piece stands on s before the move and is the mover's.
func (e *explainer) isOurs(piece game.Piece, s game.Square) bool {
	return piece != game.NoPiece && s.Valid() && e.before.At(s) == piece && piece.Color() == e.before.Turn()
}

// ends reports whether the line ends as r says, in mate or stalemate on the last of the winning side's N moves.
// DelaysMate and Forces hold for a mate and for a stalemate. With DelaysMate the opponent wins, who moves second.
func ends(p game.Position, line []game.Move, r Reason) bool {
	plies := 2*r.N - 1
	if r.Kind == DelaysMate {
		plies = 2 * r.N
	}
	end, over := endOfLine(p, line)
	return over && len(line) == plies && (r.Kind == DelaysMate || r.Kind == Forces ||
		end.InCheck() == (r.Kind == Mates))
}

// IsCaptured reports whether the piece that stands on s before the line is captured within the first maxLine plies,
// which are the trusted part of the line.
func IsCaptured(p *game.Position, line []game.Move, s game.Square) bool {
	return capturePly(*p, line[:min(len(line), maxLine)], s) >= 0
}

// NetAfterCapture returns what the side that starts the line has won, in centipawns, at the first quiet point (see
// isQuiet) after the pieces on these squares have been captured, within the trusted part of the line. ok is false if
// one of them is not captured, or if there is no such point.
func NetAfterCapture(p *game.Position, line []game.Move, pieces ...game.Square) (net int, ok bool) {
	taken := 0
	for _, s := range pieces {
		ply := capturePly(*p, line[:min(len(line), maxLine)], s)
		if ply < 0 || p.At(s) == game.NoPiece {
			return 0, false
		}
		taken = max(taken, ply)
	}
	for _, b := range balances(*p, line) {
		if b.ply >= taken {
			return b.gain, true
		}
	}
	return 0, false
}

// WinsMoreThanPawn reports whether the side that starts the line wins more than an uncrossed pawn for good.
func WinsMoreThanPawn(p *game.Position, line []game.Move) bool {
	s, ok := settleLine(p, line)
	return ok && s.least >= tactics.Threat
}

// capturePly returns the ply of the line, from 0, at which the piece that stands on s at its start is captured, -1 if
// it is not.
func capturePly(p game.Position, line []game.Move, s game.Square) int {
	for i, m := range line {
		if !p.IsLegal(m) {
			return -1
		}
		switch s {
		case m.To():
			return i
		case m.From():
			s = m.To()
		}
		p.Do(m)
	}
	return -1
}
