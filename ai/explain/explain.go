package explain

import (
	"slices"

	"yeye/ai"
	"yeye/ai/tactics"
	"yeye/game"
)

// maxReasons is the number of facts given for a move.
const maxReasons = 2

// Move says why line[0] is a good move in g's position: one or two reasons, most important first. line is the expected
// continuation, score its score for the side to move. alternatives are lines of the same move with other replies that
// are nearly as good; each reason is true of all lines. g is only read.
func Move(g *game.Game, line []game.Move, score ai.Score, alternatives ...[]game.Move) []Reason {
	p := *g.Position()
	if len(line) == 0 || !p.IsLegal(line[0]) {
		return nil
	}
	if r, ok := decided(g, line, score); ok {
		return []Reason{r}
	}
	e := newExplainer(p, line, alternatives)
	var found []Reason
	for _, find := range []func() (Reason, bool){
		e.parriesMate,
		func() (Reason, bool) { return recapture(g, line[0]) },
		e.wins,
		e.traps,
		e.saves,
		e.answersCheck,
		e.attacks,
		func() (Reason, bool) { return exchangeReason(&e.before, line) },
		e.protects,
		e.strongPoint,
		e.givesCheck,
		e.develops,
	} {
		if r, ok := find(); ok && !repeats(found, r) {
			found = append(found, r)
			if len(found) == maxReasons {
				break
			}
		}
	}
	if len(found) == 0 {
		return []Reason{DefaultReason(&p, line[0])}
	}
	return found
}

// DefaultReason is the reason given if no fact is found.
func DefaultReason(p *game.Position, m game.Move) Reason {
	if taken := p.At(m.To()); taken != game.NoPiece {
		return Reason{Kind: Captures, Piece: taken, At: m.To()}
	}
	return Reason{Kind: NoFact}
}

// repeats reports whether r adds nothing to the reasons already found. A piece that is recaptured is not also won or
// traded, one that is won not also attacked, one that the mating move captures not also saved.
func repeats(found []Reason, r Reason) bool {
	if slices.Contains(found, r) {
		return true // a winning fork is found twice
	}
	if r.Kind == Saves && slices.ContainsFunc(found,
		func(f Reason) bool { return f.Kind == ParriesMate && f.Threat == r.Threat }) {
		return true
	}
	taken := []Kind{Recaptures, Wins, WinsFor, TrapsPiece}
	again := append(taken, Exchanges, Threatens)
	return slices.Contains(again, r.Kind) &&
		slices.ContainsFunc(found, func(f Reason) bool { return slices.Contains(taken, f.Kind) && f.At == r.At })
}

// maxMate is the longest mate, in moves, whose length is named. For longer ones only [Forces] is given.
const maxMate = 8

// decided returns the reason if the result is forced, or if there is only one legal move.
func decided(g *game.Game, line []game.Move, score ai.Score) (Reason, bool) {
	p := g.Position()
	n, mate := score.Mate()
	switch {
	case mate && n > 0:
		r := Reason{Kind: Mates, N: n}
		if end, over := endOfLine(*p, line); over && !end.InCheck() {
			r.Kind = Stalemates
		}
		if n > maxMate {
			r.Kind = Forces
		}
		return r, true
	case p.CountLegal() == 1:
		return Reason{Kind: OnlyMove}, true
	case mate:
		return Reason{Kind: DelaysMate, N: -n}, true
	case score >= ai.RuleBound && endsByRepetition(g, line, p.Turn().Other()):
		return Reason{Kind: WinsByRule}, true
	case score <= -ai.RuleBound && endsByRepetition(g, line, p.Turn()):
		return Reason{Kind: LosesByRule}, true
	}
	return Reason{}, false
}

// endsByRepetition reports whether the game ends on the line because side by has made a forbidden repetition.
func endsByRepetition(g *game.Game, line []game.Move, by game.Color) bool {
	at := g.Clone()
	for _, m := range line {
		if at.Play(m) != nil || at.Outcome().Over() {
			break
		}
	}
	loser, lost := at.Outcome().Loser()
	return lost && at.Position().HasLegal() && loser == by
}

// endOfLine returns the position at the end of a line, and whether it has no legal move.
func endOfLine(p game.Position, line []game.Move) (game.Position, bool) {
	for _, m := range line {
		if !p.IsLegal(m) {
			return p, false
		}
		p.Do(m)
	}
	return p, !p.HasLegal()
}

// recapture finds a capture of the piece that has just captured.
func recapture(g *game.Game, m game.Move) (Reason, bool) {
	moves := g.Moves()
	if len(moves) == 0 || moves[len(moves)-1].To() != m.To() {
		return Reason{}, false
	}
	earlier := g.Clone()
	earlier.Takeback()
	if earlier.Position().At(m.To()) == game.NoPiece {
		return Reason{}, false
	}
	return Reason{Kind: Recaptures, Piece: g.Position().At(m.To()), At: m.To()}, true
}

// explainer finds reasons in a move, its lines and its position.
type explainer struct {
	before, after game.Position
	move          game.Move
	lines         [][]game.Move // at least one, the expected one first
}

func newExplainer(p game.Position, line []game.Move, alternatives [][]game.Move) explainer {
	return explainer{
		before: p,
		after:  p.After(line[0]),
		move:   line[0],
		lines:  append([][]game.Move{line}, alternatives...),
	}
}

// survives reports whether the mover's piece on s survives the expected line or is paid for. A positional merit does
// not count if its piece is simply captured next.
func (e *explainer) survives(s game.Square) bool {
	if capturePly(e.before, e.lines[0], s) < 0 {
		return true
	}
	net, quiet := NetGain(&e.before, e.lines[0])
	return quiet && net > -tactics.MinGain
}

// minFork is the number of plies a line needs to show whether a fork wins a piece.
const minFork = 3

// maxThreat is the longest mate by checks, in moves, that counts as a threat.
const maxThreat = 2

func (e *explainer) parriesMate() (Reason, bool) {
	p, ok := tactics.AfterNull(e.before)
	if !ok {
		return Reason{}, false
	}
	n, first := tactics.MateByChecks(&p, maxThreat)
	if n == 0 {
		return Reason{}, false
	}
	if still, _ := tactics.MateByChecks(&e.after, maxThreat); still > 0 || e.mateOnlyDelayed() {
		return Reason{}, false
	}
	return Reason{Kind: ParriesMate, N: n, Threat: first[0]}, true
}

// mateOnlyDelayed reports whether the move gives check and some reply leaves or creates a threat of mate: then the
// check only delays the threat. A reply that gives check counts too.
func (e *explainer) mateOnlyDelayed() bool {
	if !e.after.InCheck() {
		return false
	}
	var buf [game.MaxMoves]game.Move
	for _, a := range e.after.LegalMoves(buf[:0]) {
		p, ok := tactics.AfterNull(e.after.After(a))
		if !ok {
			return true
		}
		if n, _ := tactics.MateByChecks(&p, maxThreat); n > 0 {
			return true
		}
	}
	return false
}

// wins finds what the lines win. If the move itself captures nothing, the reason may be a fork.
func (e *explainer) wins() (Reason, bool) {
	r, ok := material(&e.before, e.lines)
	if !ok || e.before.At(e.move.To()) != game.NoPiece {
		return r, ok
	}
	if f, forks := e.attacks(); forks && (f.Kind == CheckFork || f.Kind == Fork && e.winsForkedPiece(f)) {
		return f, true
	}
	return r, ok
}

// winsForkedPiece reports whether every line captures one of the two forked pieces.
func (e *explainer) winsForkedPiece(f Reason) bool {
	return !slices.ContainsFunc(e.lines, func(line []game.Move) bool {
		return capturePly(e.before, line, f.At) < 0 && capturePly(e.before, line, f.OtherAt) < 0
	})
}

// saves finds the most valuable of the mover's pieces that would have been lost and now is not. Other pieces may still
// be lost.
func (e *explainer) saves() (Reason, bool) {
	averted := e.avertedCapture(tactics.Threat)
	at := averted.Move.To()
	if averted.Gain == 0 || !e.survives(at) {
		return Reason{}, false
	}
	return Reason{Kind: Saves, Piece: e.before.At(at), At: at, Threat: averted.Move}, true
}

// protects finds an uncrossed pawn that would have been lost and that another piece's move saves.
func (e *explainer) protects() (Reason, bool) {
	averted := e.avertedCapture(tactics.MinGain)
	at := averted.Move.To()
	piece := e.before.At(at)
	if averted.Gain == 0 || piece.Role() != game.Pawn || e.move.From() == at || !e.survives(at) {
		return Reason{}, false
	}
	return Reason{Kind: Protects, Piece: piece, At: at, Threat: averted.Move}, true
}

// avertedCapture returns the best capture, gaining at least minGain, that the other side could have made and that no
// longer gains anything; the zero Capture if there is none.
func (e *explainer) avertedCapture(minGain int) (worst tactics.Capture) {
	p, ok := tactics.AfterNull(e.before)
	if !ok {
		return tactics.Capture{}
	}
	threatened, still := tactics.Captures(&p), tactics.Captures(&e.after)
	for s, t := range threatened {
		now := game.Square(s)
		if e.move.From() == now {
			now = e.move.To()
		}
		if t.Gain >= minGain && t.Gain > worst.Gain && still[now].Gain < tactics.MinGain &&
			!e.captureOnlyDelayed(game.Square(s), now) {
			worst = t
		}
	}
	return worst
}

// captureOnlyDelayed reports whether the move gives check and only delays the loss of the mover's piece, which was on s
// and is now on now: after some reply, one of its old attackers can still capture it. A piece attacked only by the
// reply is a new threat, with the mover to move.
func (e *explainer) captureOnlyDelayed(s, now game.Square) bool {
	if !e.after.InCheck() {
		return false
	}
	them := e.after.Turn()
	attackers := e.before.Attackers(s, them, e.before.Occupied()).Or(e.after.Attackers(now, them, e.after.Occupied()))
	var buf, captures [game.MaxMoves]game.Move
	for _, a := range e.after.LegalMoves(buf[:0]) {
		p := e.after.After(a)
		p.DoNull() // ignores a check by a: only captures on now count
		for _, m := range p.LegalCaptures(captures[:0]) {
			from := m.From()
			if from == a.To() {
				from = a.From()
			}
			if m.To() == now && attackers.Has(from) && tactics.Exchange(&p, m) >= tactics.MinGain {
				return true
			}
		}
	}
	return false
}

func (e *explainer) answersCheck() (Reason, bool) {
	return Reason{Kind: AnswersCheck}, e.before.InCheck()
}

// wasAttacked reports whether the opponent's piece on s was already attacked before the move, and only a check kept the
// mover from capturing it. In check, only captures that end the check are legal.
func (e *explainer) wasAttacked(s game.Square) bool {
	if !e.before.InCheck() {
		return false
	}
	us := e.before.Turn()
	attackersBefore := e.before.Attackers(s, us, e.before.Occupied())
	for all := attackersBefore; all.Any(); {
		if tactics.Exchange(&e.before, game.NewMove(all.PopFirst(), s)) >= tactics.MinGain {
			return true
		}
	}
	// The same if the capture needs two attackers.
	attackersAfter := e.after.Attackers(s, us, e.after.Occupied())
	defendersBefore, defendersAfter := e.before.Attackers(s, us.Other(), e.before.Occupied()),
		e.after.Attackers(s, us.Other(), e.after.Occupied())
	return attackersBefore.Any() && !attackersAfter.Minus(attackersBefore).Any() &&
		!defendersBefore.Minus(defendersAfter).Any()
}

// attacks finds a new threat that the move makes: mate, a fork, or an attack on one piece.
func (e *explainer) attacks() (Reason, bool) {
	if e.after.InCheck() {
		return e.checkFork()
	}
	p, ok := tactics.AfterNull(e.after)
	if !ok {
		return Reason{}, false
	}
	if n, _ := tactics.MateByChecks(&p, maxThreat); n > 0 {
		return Reason{Kind: ThreatensMate, N: n}, true
	}
	old, now := tactics.Captures(&e.before), tactics.Captures(&p)
	var first, second tactics.Capture
	for s, t := range now {
		switch {
		case t.Gain < tactics.Threat || old[s].Gain >= tactics.MinGain || e.wasAttacked(game.Square(s)):
		case t.Gain > first.Gain:
			first, second = t, first
		case t.Gain > second.Gain:
			second = t
		}
	}
	if first.Gain == 0 || !e.survives(e.move.From()) {
		return Reason{}, false
	}
	r := Reason{Kind: Threatens, Piece: p.At(first.Move.To()), At: first.Move.To()}
	if second.Gain > 0 {
		f := r
		f.Kind, f.Other, f.OtherAt = Fork, p.At(second.Move.To()), second.Move.To()
		if len(e.lines[0]) < minFork || e.winsForkedPiece(f) {
			return f, true
		}
	}
	return r, true
}

// checkFork finds a check after which a piece is lost after every reply. It tries all replies.
func (e *explainer) checkFork() (Reason, bool) {
	var buf [game.MaxMoves]game.Move
	replies := e.after.LegalMoves(buf[:0])
	var best Reason
	value := 0
	old := tactics.Captures(&e.before)
	for b := e.after.All(e.after.Turn()); b.Any(); {
		s := b.PopFirst()
		piece := e.after.At(s)
		if w := tactics.Value(piece, s); piece.Role() == game.King || w < tactics.Threat || w <= value ||
			old[s].Gain >= tactics.MinGain || e.wasAttacked(s) {
			continue
		}
		lost := len(replies) > 0
		for _, a := range replies {
			p := e.after.After(a)
			at := s
			if a.From() == s {
				at = a.To()
			}
			all := tactics.Captures(&p)
			if gain := all[at].Gain; gain < tactics.Threat || e.after.At(a.To()) != game.NoPiece {
				lost = false
				break
			}
		}
		if lost {
			best, value = Reason{Kind: CheckFork, Piece: piece, At: s}, tactics.Value(piece, s)
		}
	}
	return best, value > 0 && e.capturesNext(best.At)
}

// capturesNext reports whether all lines that are long enough capture the piece on s with the next move. On the board
// alone, a check may seem to win a piece whose capture costs more elsewhere after an interposition.
func (e *explainer) capturesNext(s game.Square) bool {
	return !slices.ContainsFunc(e.lines, func(line []game.Move) bool {
		return len(line) >= minFork && capturePly(e.before, line, s) != minFork-1
	})
}

func (e *explainer) givesCheck() (Reason, bool) {
	return Reason{Kind: GivesCheck}, e.after.InCheck()
}
