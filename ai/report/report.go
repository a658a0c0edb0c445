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
	Opening   record.Opening // the zero Opening where it has no name
	Finish    finish.Blow    // "" where the end has no name
	Positions []Position     // before the first move, and after each
	Moves     []Move
	Sides     [2]Side // by color
	Turns     []Turn  // at most three, in the order of the game
}

// Position is what a position was worth. Score and Chance are Red's.
type Position struct {
	Turn   game.Color
	Score  ai.Score
	Chance float64 // percent
	Line   Line    // the best move and what is expected after it
}

// Move is how well a move was played.
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

// Side is how well one side played.
type Side struct {
	Moves                            int
	Accuracy                         float64 // 0 to 100; 0 where there is no move
	Inaccuracies, Mistakes, Blunders int
}

// Turn is a move on which the game turned. Its chances are those of the side
// that moved.
type Turn struct {
	Ply           int // of the game's moves, from 0
	By            game.Color
	Played        game.Move
	Line          Line    // the better move and what is expected after it
	Reply         Line    // what is expected after the move played; may be empty
	Before, After float64 // winning chance in percent, with the better move and as played
	Verdict       accuracy.Verdict
	Why           []Fact // of the better move, weightiest first, at least one
	Fault         Fault  // what was wrong with the move played
}

// Better is the move that should have been played.
func (t *Turn) Better() game.Move { return t.Line[0] }

// Loss is the points of winning chance that the move cost.
func (t *Turn) Loss() float64 { return t.Before - t.After }

// open is up to which winning chance a game is undecided: nine to one.
const open = 90.0

// Make is the report of g from its analysis, which must be finished to say all it
// can; one that is not even begun in places is [ErrOther]. g is only read.
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
			continue // a claim like this needs the longest look
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

// settled is the scores after each has learnt from the next: a position is worth
// at least what the move played in it turned out to be worth, and just that where
// it was the engine's own choice. So nobody is blamed for what the engine itself
// did not see coming, and no move gains.
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

// earlier is a score as it was a ply earlier: a mate was so much further away.
func earlier(s ai.Score) ai.Score {
	switch {
	case s > ai.MateBound, s > ai.RuleBound && s < ai.MateBound:
		return s - 1
	case s < -ai.MateBound, s < -ai.RuleBound && s > -ai.MateBound:
		return s + 1
	}
	return s
}

// mostTurns is how many turning points people read.
const mostTurns = 3

// TurningFrom is the points of winning chance that a move must cost to be one on which the game turned: a horse left to be taken
// in an even game costs 19. A mistake is not enough: every value errs by some points, and the worst moves of a game are also those
// whose values err most to their harm. Of moves that cost ten to fifteen points hardly every third is a mistake to another engine
// too; of these nine of ten are.
const TurningFrom = 18.0

// sameChance is for how many moves of a side a better move that is still there is the
// same chance, which is worth one turning point.
const sameChance = 3

// turns is the moves on which the game turned, in its order: those that cost
// most, [TurningFrom] at least, where the better move is another one, and not one that
// another of them is about already.
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
		if len(chosen) < mostTurns && !slices.ContainsFunc(chosen, same) {
			chosen = append(chosen, i)
		}
	}
	slices.Sort(chosen)
	return chosen
}
