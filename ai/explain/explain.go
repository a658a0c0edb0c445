package explain

import (
	"slices"

	"yeye/ai"
	"yeye/ai/tactics"
	"yeye/game"
)

// maxReasons is how many facts a reader is given.
const maxReasons = 2

// Move says why line[0] is a good move in g's position: one or two reasons, the most important
// first. line is the continuation that the search expects, score its value for the side to move.
// also are lines of the same move with the opponent's other answers that are nearly as good; each
// reason is true of all lines. g is only read.
func Move(g *game.Game, line []game.Move, score ai.Score, also ...[]game.Move) []Reason {
	p := *g.Position()
	if len(line) == 0 || !p.IsLegal(line[0]) {
		return nil
	}
	if r, ok := decided(g, line, score); ok {
		return []Reason{r}
	}
	e := newExplainer(p, line, also)
	var found []Reason
	for _, find := range []func() (Reason, bool){
		e.parriesMate,
		func() (Reason, bool) { return takesBack(g, line[0]) },
		e.wins,
		e.traps,
		e.saves,
		e.answersCheck,
		e.attacks,
		func() (Reason, bool) { return exchangeReason(&e.before, line) },
		e.protects,
		e.place,
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
		return []Reason{Bare(&p, line[0])}
	}
	return found
}

// Bare is the reason given if nothing else can be said about a move.
func Bare(p *game.Position, m game.Move) Reason {
	if taken := p.At(m.To()); taken != game.NoPiece {
		return Reason{Kind: Takes, Piece: taken, At: m.To()}
	}
	return Reason{Kind: Plain}
}

// repeats reports whether r adds nothing to the reasons before it. A piece that is recaptured is not also
// won or traded, one that is won not also attacked, one that the mating move captures not also saved.
func repeats(found []Reason, r Reason) bool {
	if slices.Contains(found, r) {
		return true // a winning fork is found twice
	}
	if r.Kind == Saves && slices.ContainsFunc(found,
		func(f Reason) bool { return f.Kind == ParriesMate && f.Threat == r.Threat }) {
		return true
	}
	taken := []Kind{TakesBack, Wins, WinsFor, Traps}
	again := append(taken, Exchanges, Threatens)
	return slices.Contains(again, r.Kind) &&
		slices.ContainsFunc(found, func(f Reason) bool { return slices.Contains(taken, f.Kind) && f.At == r.At })
}

// maxMate is the longest mate, in moves, whose length is named. Of a longer mate or stalemate only
// that the win is forced.
const maxMate = 8

// decided returns the reason if the game is won or lost, or if there is only one legal move.
func decided(g *game.Game, line []game.Move, score ai.Score) (Reason, bool) {
	p := g.Position()
	n, mate := score.Mate()
	switch {
	case mate && n > 0:
		r := Reason{Kind: Mates, N: n}
		if end, whole := last(*p, line); whole && !end.InCheck() {
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
	case score >= ai.RuleBound && ruled(g, line, p.Turn().Other()):
		return Reason{Kind: WinsByRule}, true
	case score <= -ai.RuleBound && ruled(g, line, p.Turn()):
		return Reason{Kind: LosesByRule}, true
	}
	return Reason{}, false
}

// ruled reports whether the game ends on the line because a side has repeated what is forbidden.
func ruled(g *game.Game, line []game.Move, by game.Color) bool {
	at := g.Clone()
	for _, m := range line {
		if at.Play(m) != nil || at.Outcome().Over() {
			break
		}
	}
	loser, lost := at.Outcome().Loser()
	return lost && at.Position().HasLegal() && loser == by
}

// last returns the position at the end of a line, and whether the game is over there because no move is legal.
func last(p game.Position, line []game.Move) (game.Position, bool) {
	for _, m := range line {
		if !p.IsLegal(m) {
			return p, false
		}
		p.Do(m)
	}
	return p, !p.HasLegal()
}

// takesBack finds a recapture of the piece that has just captured.
func takesBack(g *game.Game, m game.Move) (Reason, bool) {
	moves := g.Moves()
	if len(moves) == 0 || moves[len(moves)-1].To() != m.To() {
		return Reason{}, false
	}
	earlier := g.Clone()
	earlier.Takeback()
	if earlier.Position().At(m.To()) == game.NoPiece {
		return Reason{}, false
	}
	return Reason{Kind: TakesBack, Piece: g.Position().At(m.To()), At: m.To()}, true
}

// explainer finds reasons in a move, its lines and its position.
type explainer struct {
	before, after game.Position
	move          game.Move
	lines         [][]game.Move // at least one; the first is the expected one
}

func newExplainer(p game.Position, line []game.Move, also [][]game.Move) explainer {
	return explainer{before: p, after: p.After(line[0]), move: line[0], lines: append([][]game.Move{line}, also...)}
}

// survives reports whether the mover's piece on s survives the expected line or is paid for. A
// merit does not count if its piece is simply captured next.
func (e *explainer) survives(s game.Square) bool {
	if takenOn(e.before, e.lines[0], s) < 0 {
		return true
	}
	net, quiet := NetGain(&e.before, e.lines[0])
	return quiet && net > -tactics.LeastGain
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
	if still, _ := tactics.MateByChecks(&e.after, maxThreat); still > 0 || e.mateWaits() {
		return Reason{}, false
	}
	return Reason{Kind: ParriesMate, N: n, Threat: first[0]}, true
}

// mateWaits reports whether the move checks, but an answer leaves or creates a threat of mate: the
// check only delays the threat. If the answer checks too, the question stays open.
func (e *explainer) mateWaits() bool {
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

// wins finds what the line wins. If the move itself captures nothing, a fork is given as the reason.
func (e *explainer) wins() (Reason, bool) {
	r, ok := material(&e.before, e.lines)
	if !ok || e.before.At(e.move.To()) != game.NoPiece {
		return r, ok
	}
	if f, forks := e.attacks(); forks && (f.Kind == CheckFork || f.Kind == Fork && e.reaps(f)) {
		return f, true
	}
	return r, ok
}

// reaps reports whether one of the two forked pieces is captured in every line.
func (e *explainer) reaps(f Reason) bool {
	return !slices.ContainsFunc(e.lines, func(line []game.Move) bool {
		return takenOn(e.before, line, f.At) < 0 && takenOn(e.before, line, f.OtherAt) < 0
	})
}

// saves finds the most valuable of the mover's pieces that would have been lost and now is not.
// Other pieces may still be lost.
func (e *explainer) saves() (Reason, bool) {
	worst := e.averts(tactics.Threat)
	at := worst.Move.To()
	if worst.Gain == 0 || !e.survives(at) {
		return Reason{}, false
	}
	return Reason{Kind: Saves, Piece: e.before.At(at), At: at, Threat: worst.Move}, true
}

// protects finds an uncrossed pawn that would have been lost and is now saved by another piece's move.
func (e *explainer) protects() (Reason, bool) {
	worst := e.averts(tactics.LeastGain)
	at := worst.Move.To()
	piece := e.before.At(at)
	if worst.Gain == 0 || piece.Role() != game.Pawn || e.move.From() == at || !e.survives(at) {
		return Reason{}, false
	}
	return Reason{Kind: Protects, Piece: piece, At: at, Threat: worst.Move}, true
}

// averts returns the best capture, gaining at least least, that the other side could have made and
// that gains nothing now; the zero Capture if there is none.
func (e *explainer) averts(least int) (worst tactics.Capture) {
	p, ok := tactics.AfterNull(e.before)
	if !ok {
		return tactics.Capture{}
	}
	danger, still := tactics.Captures(&p), tactics.Captures(&e.after)
	for s, t := range danger {
		now := game.Square(s)
		if e.move.From() == now {
			now = e.move.To()
		}
		if t.Gain >= least && t.Gain > worst.Gain && still[now].Gain < tactics.LeastGain &&
			!e.takeWaits(game.Square(s), now) {
			worst = t
		}
	}
	return worst
}

// takeWaits reports whether the move checks and only delays the loss of the mover's piece, which
// was on s and is now on now: after an answer one of its attackers could still capture it. A piece
// that only the answer attacks is a new threat, with the mover to play.
func (e *explainer) takeWaits(s, now game.Square) bool {
	if !e.after.InCheck() {
		return false
	}
	them := e.after.Turn()
	old := e.before.Attackers(s, them, e.before.Occupied()).Or(e.after.Attackers(now, them, e.after.Occupied()))
	var buf, hits [game.MaxMoves]game.Move
	for _, a := range e.after.LegalMoves(buf[:0]) {
		p := e.after.After(a)
		p.DoNull() // even if a gives check: only captures on now count, not of the king
		for _, m := range p.LegalCaptures(hits[:0]) {
			from := m.From()
			if from == a.To() {
				from = a.From()
			}
			if m.To() == now && old.Has(from) && tactics.Exchange(&p, m) >= tactics.LeastGain {
				return true
			}
		}
	}
	return false
}

func (e *explainer) answersCheck() (Reason, bool) {
	return Reason{Kind: AnswersCheck}, e.before.InCheck()
}

// stood reports whether the opponent's piece on s was already attacked before the move and only a
// check forbade capturing it. In check, only captures that end the check are legal.
func (e *explainer) stood(s game.Square) bool {
	if !e.before.InCheck() {
		return false
	}
	us := e.before.Turn()
	was := e.before.Attackers(s, us, e.before.Occupied())
	for all := was; all.Any(); {
		if tactics.Exchange(&e.before, game.NewMove(all.PopFirst(), s)) >= tactics.LeastGain {
			return true
		}
	}
	// If it takes two captures, the check forbids that too.
	now := e.after.Attackers(s, us, e.after.Occupied())
	guards, left := e.before.Attackers(s, us.Other(), e.before.Occupied()),
		e.after.Attackers(s, us.Other(), e.after.Occupied())
	return was.Any() && !now.Minus(was).Any() && !guards.Minus(left).Any()
}

// attacks finds a new threat made by the move: mate, two pieces, or one.
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
		case t.Gain < tactics.Threat || old[s].Gain >= tactics.LeastGain || e.stood(game.Square(s)):
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
		if len(e.lines[0]) < minFork || e.reaps(f) {
			return f, true
		}
	}
	return r, true
}

// checkFork finds a check after which a piece is lost whatever the reply. It tries all replies.
func (e *explainer) checkFork() (Reason, bool) {
	var buf [game.MaxMoves]game.Move
	answers := e.after.LegalMoves(buf[:0])
	var best Reason
	value := 0
	old := tactics.Captures(&e.before)
	for b := e.after.All(e.after.Turn()); b.Any(); {
		s := b.PopFirst()
		piece := e.after.At(s)
		if w := tactics.Value(piece, s); piece.Role() == game.King || w < tactics.Threat || w <= value ||
			old[s].Gain >= tactics.LeastGain || e.stood(s) {
			continue
		}
		lost := len(answers) > 0
		for _, a := range answers {
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
	return best, value > 0 && e.collects(best.At)
}

// collects reports whether the lines that are long enough capture the piece on s with the next move. On the
// board alone, a check may seem to win a piece whose capture costs more elsewhere after an interposition.
func (e *explainer) collects(s game.Square) bool {
	return !slices.ContainsFunc(e.lines, func(line []game.Move) bool {
		return len(line) >= minFork && takenOn(e.before, line, s) != minFork-1
	})
}

func (e *explainer) givesCheck() (Reason, bool) {
	return Reason{Kind: GivesCheck}, e.after.InCheck()
}
