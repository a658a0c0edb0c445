package explain

import (
	"yeye/ai/tactics"
	"yeye/game"
)

// Holds reports whether r is true of line[0] in g's position. It is checked on the board and along the line: every
// named piece stands where r says, what is captured is captured on the line, a mate is at the end of the line. Stored
// reports check each of their facts this way when they are read. alternatives are other lines of the same move. g is
// only read.
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
		return e.theirs(r.Piece, r.At) && line[0].To() == r.At
	case OnlyMove:
		return p.CountLegal() == 1
	case AnswersCheck:
		return p.InCheck()
	case GivesCheck:
		return p.GivesCheck(line[0])
	case Recaptures:
		again, ok := recapture(g, line[0])
		return ok && again == r
	case Wins:
		again := r
		again.N = 0
		return e.theirs(r.Piece, r.At) && holdsWins(&p, e.lines, &again) && again.N == r.N
	case WinsFor:
		return e.theirs(r.Piece, r.At) && e.ours(r.Other, r.OtherAt) && capturePly(p, line, r.At) == 2*(r.N-1) &&
			holdsFor(&p, e.lines, r)
	case WinsMaterial:
		_, ok := material(&p, e.lines)
		return ok
	case TrapsPiece:
		again, ok := e.traps()
		return ok && again == r
	case Exchanges:
		again, ok := exchangeReason(&p, line)
		return ok && again == r
	case CheckFork, Fork, ThreatensMate:
		again, ok := e.attacks()
		return ok && again == r
	case Threatens: // for one of the two pieces of a fork, too
		again, ok := e.attacks()
		return ok && (again == r || again.Kind == Fork && (again.Piece == r.Piece && again.At == r.At ||
			again.Other == r.Piece && again.OtherAt == r.At))
	case Saves:
		again, ok := e.saves()
		return ok && again == r
	case Protects:
		again, ok := e.protects()
		return ok && again == r
	case ParriesMate:
		again, ok := e.parriesMate()
		return ok && again == r
	case Centers, Crosses, Develops, HollowCannon, Invades, OpensFile, Approaches, Activates:
		return e.ours(r.Piece, r.At) && line[0].From() == r.At && e.survives(r.At) && e.reachesPlace(r)
	case Frees:
		return e.ours(r.Piece, r.At) && blocksHorse(line[0].From(), r.At)
	}
	return false
}

func (e *explainer) theirs(m game.Piece, s game.Square) bool {
	return m != game.NoPiece && s.Valid() && e.before.At(s) == m && m.Color() != e.before.Turn()
}

func (e *explainer) ours(m game.Piece, s game.Square) bool {
	return m != game.NoPiece && s.Valid() && e.before.At(s) == m && m.Color() == e.before.Turn()
}

// ends reports whether the line ends as r says, in mate or stalemate on the last of the winning side's N moves.
// DelaysMate and Forces cover both.
func ends(p game.Position, line []game.Move, r Reason) bool {
	plies := 2*r.N - 1
	if r.Kind == DelaysMate {
		plies = 2 * r.N
	}
	end, over := endOfLine(p, line)
	return over && len(line) == plies && (r.Kind == DelaysMate || r.Kind == Forces ||
		end.InCheck() == (r.Kind == Mates))
}

// IsCaptured reports whether the piece that stands on s before the line is captured within the trusted part of the
// line.
func IsCaptured(p *game.Position, line []game.Move, s game.Square) bool {
	return capturePly(*p, line[:min(len(line), maxLine)], s) >= 0
}

// NetAfterCapture returns what the side that starts the line has won, in centipawns, at the first quiet point after the
// pieces on these squares have been captured within the trusted part of the line. ok is false if one of them is not
// captured, or if there is no such point.
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

// WinsMoreThanPawn reports whether the line wins more than a pawn for good, for the side that starts it.
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
