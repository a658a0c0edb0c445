package mine

import (
	"context"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/game"
)

// Limits of a puzzle, in winning chances of the solver from 0 to 1.
const (
	wonFrom     = 0.75 // a won position; before the opponent's mistake it was at most that
	heldFrom    = 0.35 // a position that is not lost
	lostTo      = 0.22 // what every other move of a save leads to at most
	minGap      = 0.25 // between the best move and the second
	screenSlack = 0.05 // by which a screen with few nodes is less strict
)

// Nodes of the searches of a proof.
const (
	quickNodes  = 100_000 // of each of the solver's moves, to refuse early
	proofNodes  = 400_000 // of each of the solver's moves
	answerNodes = 150_000 // of each answer
)

// Reason says why a candidate is no puzzle.
type Reason string

const (
	Accepted    Reason = "accepted"
	NotUnique   Reason = "not unique"
	LaterUnique Reason = "a later move is not unique"
	NotReached  Reason = "not mate, not won, not held"
	Recaptures  Reason = "recaptures"
	Obvious     Reason = "takes what is not protected"
	FewMoves    Reason = "too few moves to choose from"
	ByRepeating Reason = "by repetition"
)

// prove returns the puzzle of g's position, if it is one: best is played at each of
// the solver's moves while it alone keeps what is to be achieved.
func (m *Miner) prove(ctx context.Context, g *game.Game, kind puzzle.Kind) (puzzle.Puzzle, Reason, error) {
	p := puzzle.Puzzle{Kind: kind, Start: *g.Position()}
	if kind == puzzle.Save && g.Position().CountLegal() < 3 {
		return p, FewMoves, nil
	}
	// The puzzle begins without the game before it, as for the solver.
	line := game.NewGame(p.Start, game.Asian)
	reason := NotReached
	for p.Moves() < puzzle.MaxMoves {
		best, found, err := m.only(ctx, line, kind, p.Moves() == 0)
		if err != nil {
			return p, "", err
		}
		if found != Accepted {
			reason = found
			break
		}
		if err := line.Play(best); err != nil {
			return p, "", err
		}
		p.Line = append(p.Line, best)
		if line.Outcome().Over() {
			break
		}
		answer, err := m.engine.Search(ctx, line, ai.Limits{Nodes: answerNodes}, nil)
		if err != nil {
			return p, "", err
		}
		if err := line.Play(answer.Move()); err != nil {
			return p, "", err
		}
		p.Line = append(p.Line, answer.Move())
		if line.Outcome().Over() {
			return p, ByRepeating, nil
		}
	}
	return m.ended(g, line, p, reason)
}

// ended trims a line to the last move that had to be found, and judges the whole.
func (m *Miner) ended(g, line *game.Game, p puzzle.Puzzle, reason Reason) (puzzle.Puzzle, Reason, error) {
	if len(p.Line) == 0 {
		return p, reason, nil
	}
	mated := line.Outcome().Over() && (line.Outcome().Method == game.Checkmate || line.Outcome().Method == game.Stalemate)
	if line.Outcome().Over() && !mated {
		return p, ByRepeating, nil
	}
	if p.Kind == puzzle.Mate && !mated {
		if reason == NotUnique {
			reason = LaterUnique
		}
		return p, reason, nil
	}
	if mated {
		p.Kind = puzzle.Mate
	}
	if len(p.Line)%2 == 0 {
		p.Line = p.Line[:len(p.Line)-1]
	}
	for !mated && len(p.Line) > 1 && plain(p.Start, p.Line) {
		p.Line = p.Line[:len(p.Line)-2]
	}
	switch {
	case repeats(p):
		return p, ByRepeating, nil
	case g.Ply() > 0 && takesBack(g, p.Line[0]):
		return p, Recaptures, nil
	case p.Kind == puzzle.Win && len(p.Line) == 1 && takesUnprotected(p.Start, p.Line[0]):
		return p, Obvious, nil
	}
	return p, Accepted, nil
}

// only returns the one move that keeps what is to be achieved.
func (m *Miner) only(ctx context.Context, g *game.Game, kind puzzle.Kind, first bool) (game.Move, Reason, error) {
	if g.Position().CountLegal() == 1 && first {
		return game.NoMove, FewMoves, nil
	}
	var best game.Move
	for _, nodes := range []uint64{quickNodes, proofNodes} {
		lines, err := m.engine.Lines(ctx, g, ai.Limits{Nodes: nodes, MultiPV: 2})
		if err != nil {
			return game.NoMove, "", err
		}
		verdict := alone(lines, kind, 0)
		if verdict != Accepted {
			return game.NoMove, verdict, nil
		}
		best = lines[0].Move()
	}
	return best, Accepted, nil
}

// alone judges the two best lines of a position; slack loosens the limits.
func alone(lines []ai.Info, kind puzzle.Kind, slack float64) Reason {
	first := lines[0].Score
	if ruled(first) {
		return ByRepeating
	}
	mate, mates := first.Mate()
	mates = mates && mate > 0
	if kind == puzzle.Mate {
		switch {
		case !mates || mate > puzzle.MaxMoves:
			return NotReached
		case mate > 1 && len(lines) > 1 && asFast(lines[1].Score, mate):
			return NotUnique
		}
		return Accepted
	}
	w, second := chance(first), 0.0
	if len(lines) > 1 {
		second = chance(lines[1].Score)
	}
	switch {
	case kind == puzzle.Win && w < wonFrom-slack, kind == puzzle.Save && w < heldFrom:
		return NotReached
	case w-second < minGap-slack, kind == puzzle.Save && second > lostTo:
		return NotUnique
	}
	return Accepted
}

// asFast reports whether a score is a mate in so many moves or fewer.
func asFast(s ai.Score, moves int) bool {
	n, ok := s.Mate()
	return ok && n > 0 && n <= moves
}

// ruled reports whether a score comes from the rules of repetition.
func ruled(s ai.Score) bool {
	_, mate := s.Mate()
	return !mate && (s >= ai.RuleBound || s <= -ai.RuleBound)
}
