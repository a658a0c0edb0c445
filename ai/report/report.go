package report

import (
	"math"
	"slices"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/game"
	"yeye/game/finish"
	"yeye/game/record"
)

// Report is the review of a game.
type Report struct {
	Opening   record.Opening // the zero Opening if it has no name
	Finish    finish.Blow    // "" if the ending has no name
	Positions []Position     // before the first move, and after each
	Moves     []Move
	Sides     [2]Side // by color
	Turns     []Turn  // at most three, in the order of the game
}

// Position holds the values of a position. Score and Chance are Red's.
type Position struct {
	Turn   game.Color
	Score  ai.Score
	Chance float64 // percent
	Line   Line    // the best move and its expected continuation
}

// Move holds how well a move was played.
type Move struct {
	Played   game.Move
	Loss     float64 // points of winning chance
	Accuracy float64 // 0 to 100
	Verdict  accuracy.Verdict
	// Undecided reports whether the game was open before the move: comparisons of
	// accuracy should count such moves alone, for the winner of a won game cannot
	// go wrong.
	Undecided bool
}

// Side holds how well one side played.
type Side struct {
	Moves                            int
	Accuracy                         float64 // 0 to 100; 0 if there is no move
	Inaccuracies, Mistakes, Blunders int
}

// Turn is a move on which the game turned. Its chances are those of the side
// that moved.
type Turn struct {
	Ply           int // of the game's moves, from 0
	By            game.Color
	Played        game.Move
	Line          Line    // the better move and its expected continuation
	Reply         Line    // expected after the move played; may be empty
	Before, After float64 // winning chance in percent, with the better move and as played
	Verdict       accuracy.Verdict
	Why           []Fact // of the better move, weightiest first, at least one
	Fault         Fault  // of the move played
}

// Better returns the move that should have been played.
func (t *Turn) Better() game.Move { return t.Line[0] }

// Loss returns the points of winning chance that the move cost.
func (t *Turn) Loss() float64 { return t.Before - t.After }

// open is the winning chance up to which a game is undecided: nine to one.
const open = 90.0

// Make returns the report of g from its analysis, which must be finished for a complete report; if a position has not been
// analysed at all the error is [ErrOther]. g is only read.
func Make(g *game.Game, a *Analysis) (*Report, error) {
	if err := a.Fits(g); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(a.Places, func(p Place) bool { return p.Pass == Unseen }) {
		return nil, ErrOther
	}
	r := &Report{Finish: finish.OfGame(g)}
	r.Opening, _ = record.NameOpening(g.Start(), g.Moves())
	start := g.Start()
	first := start.Turn()
	scores := a.settled(g)
	red := make([]float64, len(scores))
	for i, s := range scores {
		if side(first, i) == game.Black {
			s = -s
		}
		red[i] = accuracy.Chance(s)
		r.Positions = append(r.Positions, Position{Turn: side(first, i), Score: s, Chance: red[i], Line: a.Places[i].Line})
	}
	for i, m := range g.Moves() {
		before, after := scores[i], -scores[i+1]
		x, y := accuracy.Chance(before), accuracy.Chance(after)
		move := Move{Played: m, Loss: x - y, Accuracy: accuracy.OfMove(x, y), Verdict: accuracy.Judge(before, after),
			Undecided: x <= open && x >= 100-open}
		r.Moves = append(r.Moves, move)
		r.Sides[side(first, i)].count(move.Verdict)
	}
	for c, acc := range accuracy.OfGame(red, first) {
		if !math.IsNaN(acc) {
			r.Sides[c].Accuracy = acc
		}
	}
	for _, i := range a.turns(g) {
		if a.Places[i].Pass < Proven || a.Places[i+1].Pass < Proven {
			continue // a claim like this needs the longest search
		}
		t, err := a.turn(g, i, scores)
		if err != nil {
			return nil, err
		}
		r.Turns = append(r.Turns, t)
	}
	return r, nil
}

func side(first game.Color, ply int) game.Color {
	if ply%2 == 0 {
		return first
	}
	return first.Other()
}

func (s *Side) count(v accuracy.Verdict) {
	s.Moves++
	switch v {
	case accuracy.Inaccuracy:
		s.Inaccuracies++
	case accuracy.Mistake:
		s.Mistakes++
	case accuracy.Blunder:
		s.Blunders++
	}
}

// settled returns the scores, each corrected by the next one: a position is worth at least as much as the move played in it
// turned out to be worth, and exactly that if it was the engine's own choice. So a move is not a mistake
// because of what the engine itself did not foresee, and no move gains.
func (a *Analysis) settled(g *game.Game) []ai.Score {
	scores := make([]ai.Score, len(a.Places))
	for i := len(scores) - 1; i >= 0; i-- {
		p := &a.Places[i]
		scores[i] = p.Score
		if i == len(scores)-1 {
			continue
		}
		played := earlier(-scores[i+1])
		if played > p.Score || len(p.Line) > 0 && p.Line[0] == g.Moves()[i] {
			scores[i] = played
		}
	}
	return scores
}

// earlier converts a score to the previous ply: a mate was one ply further away.
func earlier(s ai.Score) ai.Score {
	switch {
	case s > ai.MateBound, s > ai.RuleBound && s < ai.MateBound:
		return s - 1
	case s < -ai.MateBound, s < -ai.RuleBound && s > -ai.MateBound:
		return s + 1
	}
	return s
}

// maxTurns is the largest number of turning points in a report.
const maxTurns = 3

// TurningFrom is the least loss of winning chance, in points, of a move on which the game turned: a horse left to be taken in an
// even game costs 19. A mistake is not enough: every value errs by some points, and the worst moves of a game are also those
// whose values err most to their disadvantage. Of moves that cost ten to fifteen points hardly a third are mistakes to another
// engine too; above this limit nine of ten are.
const TurningFrom = 18.0

// sameChance is the number of a side's moves within which the same better move is the same chance, which counts as one turning
// point.
const sameChance = 3

// turns returns the moves on which the game turned, in the order of the game: those that cost most, at least [TurningFrom], where
// the better move is another one and does not belong to another turning point already.
func (a *Analysis) turns(g *game.Game) []int {
	scores := a.settled(g)
	loss := func(i int) float64 { return accuracy.Chance(scores[i]) - accuracy.Chance(-scores[i+1]) }
	var found []int
	for i, m := range g.Moves() {
		if line := a.Places[i].Line; loss(i) >= TurningFrom && len(line) > 0 && line[0] != m {
			found = append(found, i)
		}
	}
	slices.SortStableFunc(found, func(i, j int) int { return int(math.Copysign(1, loss(j)-loss(i))) })
	var chosen []int
	for _, i := range found {
		same := func(j int) bool {
			return (i-j)%2 == 0 && max(i-j, j-i) <= 2*sameChance && a.Places[i].Line[0] == a.Places[j].Line[0]
		}
		if len(chosen) < maxTurns && !slices.ContainsFunc(chosen, same) {
			chosen = append(chosen, i)
		}
	}
	slices.Sort(chosen)
	return chosen
}
