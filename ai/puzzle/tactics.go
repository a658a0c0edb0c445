package puzzle

import (
	"slices"

	"yeye/ai/tactics"
	"yeye/game"
)

// minGain is the material that a solution must win for a theme to name the piece: three pawns, in tactics units.
const minGain = 3 * tactics.Pawn

// material returns the solver's material minus the other side's.
func (s *solution) material(p *game.Position) int {
	sum := 0
	for sq := range game.Squares {
		piece := p.At(game.Square(sq))
		if piece == game.NoPiece || piece.Role() == game.King {
			continue
		}
		if v := tactics.Value(piece, game.Square(sq)); piece.Color() == s.solver {
			sum += v
		} else {
			sum -= v
		}
	}
	return sum
}

// threatensMateNext reports whether the side that has just moved threatens mate in one.
func threatensMateNext(p game.Position) bool {
	afterNull, ok := tactics.AfterNull(p)
	return ok && tactics.MateInOne(&afterNull) != game.NoMove
}

// forks reports whether a move without check attacks two pieces with a safe piece, and the next move captures one of
// them.
func (s *solution) forks(i int) bool {
	m := s.line[i]
	q := s.positions[i+1]
	afterNull, ok := tactics.AfterNull(q)
	if !ok || tactics.GainOn(&q, m.To()) > 0 {
		return false
	}
	var targets []game.Square
	for _, c := range afterNull.LegalCaptures(nil) {
		if c.From() == m.To() && tactics.Exchange(&afterNull, c) >= tactics.Threat {
			targets = append(targets, c.To())
		}
	}
	next, ok := s.next(i)
	return ok && len(targets) >= 2 && next.From() == m.To() && slices.Contains(targets, next.To())
}

// checksAndCaptures reports whether a piece gives check and then captures something it attacked at the same time.
func (s *solution) checksAndCaptures(i int) bool {
	m := s.line[i]
	q := &s.positions[i+1]
	next, ok := s.next(i)
	return ok && q.Checkers().Has(m.To()) && next.From() == m.To() && s.captured(i+2) != game.NoPiece &&
		q.At(next.To()) == s.captured(i+2) && q.Attackers(next.To(), s.solver, q.Occupied()).Has(m.To()) &&
		tactics.Value(s.captured(i+2), next.To()) >= tactics.Threat
}

func (s *solution) discoversCheck(i int) bool {
	return s.positions[i+1].Checkers().Minus(game.BB(s.line[i].To())).Any()
}

func (s *solution) checksTwice(i int) bool { return s.positions[i+1].Checkers().MoreThanOne() }

// discoversAttack reports whether a move without check uncovers another piece's attack on what is captured next.
func (s *solution) discoversAttack(i int) bool {
	next, ok := s.next(i)
	if !ok || next.From() == s.line[i].To() || tactics.Value(s.captured(i+2), next.To()) < tactics.Minor {
		return false
	}
	p, q := &s.positions[i], &s.positions[i+1]
	afterNull, ok := tactics.AfterNull(*q)
	return ok && q.At(next.To()) == s.captured(i+2) && p.At(next.From()) == s.mover(i+2) &&
		!p.Attackers(next.To(), s.solver, p.Occupied()).Has(next.From()) && afterNull.IsLegal(next) &&
		tactics.Exchange(&afterNull, next) >= tactics.Threat
}

// pins reports whether, after a move, a pinned piece cannot capture the solver's piece that it attacks.
func (s *solution) pins(i int) bool {
	q := &s.positions[i+1]
	if q.InCheck() {
		return false
	}
	for sq := range game.Square(game.Squares) {
		piece := q.At(sq)
		if piece == game.NoPiece || piece.Color() != s.solver || tactics.Value(piece, sq) < tactics.Threat {
			continue
		}
		for from := range game.Square(game.Squares) {
			by := q.Attackers(sq, s.other, q.Occupied())
			if by.Has(from) && q.At(from).Role() != game.King && !q.IsLegal(game.NewMove(from, sq)) &&
				!canCapture(&s.positions[i], sq, s.other) {
				return true
			}
		}
	}
	return false
}

// canCapture reports whether a side could win material by capturing on a square if it were to move.
func canCapture(p *game.Position, on game.Square, c game.Color) bool {
	now := *p
	if now.Turn() != c {
		var ok bool
		if now, ok = tactics.AfterNull(now); !ok {
			return false
		}
	}
	piece := now.At(on)
	return piece != game.NoPiece && piece.Color() != c && tactics.GainOn(&now, on) > 0
}

// skewers reports whether a rook or cannon attacks a piece along a line, and captures the piece behind it once it has
// moved away.
func (s *solution) skewers(i int) bool {
	next, ok := s.next(i)
	r := s.mover(i).Role()
	if !ok || r != game.Rook && r != game.Cannon || next.From() != s.line[i].To() || s.captured(i+2) == game.NoPiece {
		return false
	}
	front := s.line[i+1].From()
	return s.line[i+1].To() != next.To() && s.positions[i+1].At(front).Role() != game.Pawn &&
		game.Between(s.line[i].To(), next.To()).Has(front) &&
		tactics.Exchange(&s.positions[i+2], next) >= tactics.Threat
}

// sacrifices reports whether the solver gives up at least an advisor more than it captures, and mates or wins the
// material back.
func (s *solution) sacrifices() bool {
	start := s.material(&s.positions[0])
	sacrificed := false
	for i := 2; i < len(s.positions); i += 2 {
		sacrificed = sacrificed || s.material(&s.positions[i]) <= start-tactics.Minor
	}
	return sacrificed && (s.mate() || s.material(&s.positions[len(s.positions)-1]) >= start)
}

// deflects reports whether the answer captures the moved piece with a piece that defended the solver's next target.
func (s *solution) deflects(i int) bool {
	next, ok := s.next(i)
	if !ok || s.line[i+1].To() != s.line[i].To() || s.positions[i+1].At(s.line[i+1].From()).Role() == game.King {
		return false
	}
	q := &s.positions[i+1]
	before := q.Attackers(next.To(), s.other, q.Occupied())
	p := &s.positions[i+2]
	return before.Has(s.line[i+1].From()) && !p.Attackers(next.To(), s.other, p.Occupied()).Has(s.line[i+1].To())
}

// attracts reports whether the king captures the moved piece and is checked next.
func (s *solution) attracts(i int) bool {
	_, ok := s.next(i)
	return ok && s.line[i+1].To() == s.line[i].To() && s.positions[i+1].At(s.line[i+1].From()).Role() == game.King &&
		s.positions[i+3].InCheck()
}

// clears reports whether a rook or cannon next moves through or to the square that a move vacates.
func (s *solution) clears(i int) bool {
	next, ok := s.next(i)
	left := s.line[i].From()
	if !ok || next.From() == s.line[i].To() {
		return false
	}
	r := s.mover(i + 2).Role()
	return (r == game.Rook || r == game.Cannon) &&
		(next.To() == left || game.Between(next.From(), next.To()).Has(left)) &&
		!s.positions[i].IsLegal(next)
}

// takesDefender reports whether a move captures the only defender of what is captured next.
func (s *solution) takesDefender(i int) bool {
	next, ok := s.next(i)
	m := s.line[i]
	if !ok || s.captured(i) == game.NoPiece || next.To() == m.To() ||
		tactics.Value(s.captured(i+2), next.To()) < tactics.Minor {
		return false
	}
	p := &s.positions[i]
	occ := p.Occupied()
	return p.At(next.To()) == s.captured(i+2) && p.Attackers(next.To(), s.other, occ) == game.BB(m.To()) &&
		p.Attackers(next.To(), s.solver, occ).Has(next.From())
}

func (s *solution) answersCheck(i int) bool { return s.positions[i].InCheck() }

func (s *solution) counterChecks(i int) bool {
	return s.positions[i].InCheck() && s.positions[i+1].InCheck()
}

// parriesMate reports whether the first move parries a threat of mate.
func (s *solution) parriesMate(i int) bool {
	return i == 0 && !s.positions[0].InCheck() && threatensMateNext(s.positions[0]) &&
		tactics.MateInOne(&s.positions[1]) == game.NoMove
}

// counterMates reports whether the parrying move also gives check or threatens mate.
func (s *solution) counterMates(i int) bool {
	return s.parriesMate(i) && (s.positions[1].InCheck() || threatensMateNext(s.positions[1]))
}

// traps reports whether a move attacks a horse, cannon or rook that is lost wherever it goes, and the next move
// captures it.
func (s *solution) traps(i int) bool {
	next, ok := s.next(i)
	q := &s.positions[i+1]
	if !ok || q.InCheck() || tactics.Value(q.At(next.To()), next.To()) < tactics.Horse ||
		q.At(next.To()) != s.captured(i+2) || !canCapture(q, next.To(), s.solver) {
		return false
	}
	hasFlight := false
	for _, m := range q.LegalMoves(nil) {
		if m.From() == next.To() {
			hasFlight = true
			after := q.After(m)
			if tactics.GainOn(&after, m.To())-tactics.Value(q.At(m.To()), m.To()) < tactics.Minor {
				return false
			}
		}
	}
	return hasFlight
}

// threatensMate reports whether a quiet move threatens mate.
func (s *solution) threatensMate(i int) bool {
	return !s.positions[i+1].InCheck() && s.captured(i) == game.NoPiece && s.positions[i+1].HasLegal() &&
		threatensMateNext(s.positions[i+1])
}

// quietFirstMove reports whether a move neither gives check nor captures nor makes an immediate threat.
func (s *solution) quietFirstMove(i int) bool {
	afterNull, ok := tactics.AfterNull(s.positions[i+1])
	if !ok || s.captured(i) != game.NoPiece || !s.positions[i+1].HasLegal() ||
		tactics.MateInOne(&afterNull) != game.NoMove {
		return false
	}
	return !slices.ContainsFunc(afterNull.LegalCaptures(nil),
		func(m game.Move) bool { return tactics.Exchange(&afterNull, m) >= tactics.Threat })
}

// isFreeCapture reports whether the solution is one move, the capture of an unprotected piece.
func (s *solution) isFreeCapture() bool {
	if s.kind != Win || len(s.line) > 1 || s.captured(0) == game.NoPiece {
		return false
	}
	after := s.positions[1]
	return !slices.ContainsFunc(after.LegalCaptures(nil), func(m game.Move) bool { return m.To() == s.line[0].To() })
}

// exchanges reports whether two pieces of similar value are captured on one square.
func (s *solution) exchanges(i int) bool {
	if i+1 >= len(s.line) || s.line[i+1].To() != s.line[i].To() || s.captured(i) == game.NoPiece {
		return false
	}
	took, gave := tactics.Value(s.captured(i), s.line[i].To()), tactics.Value(s.mover(i), s.line[i].From())
	return took >= tactics.Horse && max(took-gave, gave-took) <= tactics.Similar
}

// kingCoversEscape reports whether only the solver's king covers some escape square of the mated king.
func (s *solution) kingCoversEscape() bool {
	last := &s.positions[len(s.positions)-1]
	if last.HasLegal() {
		return false
	}
	king := last.King(s.other)
	occ := last.Occupied().Minus(game.BB(king))
	for to := range game.Square(game.Squares) {
		if !game.KingMoves(s.other, king).Has(to) || last.All(s.other).Has(to) {
			continue
		}
		if last.ChecksOn(to, s.solver, occ.Or(game.BB(to))) == game.BB(last.King(s.solver)) {
			return true
		}
	}
	return false
}
