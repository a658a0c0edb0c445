package report

import (
	"math"
	"slices"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/explain"
	"yeye/game"
	"yeye/game/finish"
)

// Report is the review of a game.
type Report struct {
	Practice      *Practice      // how far the game followed masters' games, or nil
	Finish        finish.Pattern // the mating pattern, "" if it has no name
	Positions     []Position     // before the first move, and after each
	Moves         []Move
	Sides         [2]Side        // by color
	TurningPoints []TurningPoint // at most three, in the order of the game
	Ending        Ending
	Phases        [2]int // plies at which the middle game and the endgame start, 0 if the game does not reach them
}

// Position holds the values of a position. Score and Chance are Red's.
type Position struct {
	Turn   game.Color
	Score  ai.Score
	Chance float64 // percent
	// Line is the best move and its expected continuation. It is empty if it only repeats checks and was not played.
	Line Line

	Excluded bool // left out of the report, see [MakeExcluding]
}

// ExcludedPositions returns the number of positions left out of the report.
func (r *Report) ExcludedPositions() (n int) {
	for i := range r.Positions {
		if r.Positions[i].Excluded {
			n++
		}
	}
	return n
}

// Move holds how well a move was played.
type Move struct {
	Played   game.Move
	Loss     float64 // points of winning chance
	Accuracy float64 // 0 to 100
	Verdict  accuracy.Verdict
	// Undecided reports whether either side could still win before the move. Comparisons of accuracy should count only
	// such moves, because hardly any move is wrong in a won game.
	Undecided bool

	Excluded bool // not judged, since a position before or after it is excluded
	// Fault says what was wrong with a move whose verdict is not Fine. It is nil if that is not proved.
	Fault *Fault
}

// Side holds how well one side played.
type Side struct {
	Moves int
	// Accuracy, 0 to 100, is over the moves that count: those in undecided positions with more than one reasonable
	// move, and all mistakes and blunders, even in a won game. It is 0 if no move counts.
	Accuracy                         float64
	Counted                          int
	Inaccuracies, Mistakes, Blunders int
}

// Percent returns the accuracy to show: at most 99 if there was any fault, also one that does not count.
func (s *Side) Percent() int {
	percent := int(math.Round(s.Accuracy))
	if s.Inaccuracies+s.Mistakes+s.Blunders > 0 {
		return min(percent, 99)
	}
	return percent
}

// TurningPoint is a move on which the game turned. Chances are those of the side that moved.
type TurningPoint struct {
	Ply           int // index in the game's moves, from 0
	By            game.Color
	Played        game.Move
	Line          Line    // the better move and its expected continuation
	Reply         Line    // expected after the move played; may be empty
	Before, After float64 // winning chance in percent, with the better move and as played
	Verdict       accuracy.Verdict
	Why           []explain.Reason // of the better move, weightiest first, at least one
	Fault         Fault            // of the move played
	// Costliest is set if the move is not a turning point, but one of the loser's costliest moves.
	Costliest bool
	Returned  Returned // how much of the cost the opponent's reply gave back
}

// Returned is how much of a move's loss the opponent's reply gave back.
type Returned uint8

const (
	ReturnedLittle Returned = iota
	ReturnedMost
	ReturnedAll // or more
)

// String returns "little", "most" or "whole", the keys of the catalogs.
func (b Returned) String() string { return [...]string{"little", "most", "whole"}[min(b, ReturnedAll)] }

// returnedBy compares the loss of a move with that of the reply, both in points of winning chance.
func returnedBy(loss, reply float64) Returned {
	switch {
	case reply > loss-1: // percentages are shown rounded
		return ReturnedAll
	case reply > loss/2:
		return ReturnedMost
	}
	return ReturnedLittle
}

// Better returns the first move of the better line.
func (t *TurningPoint) Better() game.Move { return t.Line[0] }

// Loss returns the points of winning chance that the move cost.
func (t *TurningPoint) Loss() float64 { return t.Before - t.After }

// decidedChance is the largest winning chance of an undecided game, in percent.
const decidedChance = 90.0

// Make returns the report of g, which ended with outcome, from its analysis. The report is complete only if the
// analysis is finished. If a position has not been searched at all, the error is [ErrMismatch]. g is only read.
func Make(g *game.Game, outcome game.Outcome, a *Analysis) (*Report, error) {
	return MakeExcluding(g, outcome, a, nil)
}

// MakeExcluding is [Make] without the positions i for which excluded[i] is true; nil excludes none. Moves from and to
// them are neither judged nor counted.
func MakeExcluding(g *game.Game, outcome game.Outcome, a *Analysis, excluded []bool) (*Report, error) {
	if err := a.CheckGame(g); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(a.Entries, func(p Entry) bool { return p.Pass == Unsearched }) {
		return nil, ErrMismatch
	}
	r := &Report{Finish: finish.OfGame(g)}
	c := a.scoredGame(g, outcome)
	c.excluded = excluded
	r.Practice = c.practice()
	lines := c.bestLines()
	for i, s := range c.scores {
		if c.isExcluded(i) {
			r.Positions = append(r.Positions, Position{Turn: c.turnAt(i), Excluded: true})
			continue
		}
		if c.turnAt(i) == game.Black {
			s = -s
		}
		r.Positions = append(r.Positions, Position{Turn: c.turnAt(i), Score: s, Chance: Chance(s), Line: lines[i]})
	}
	r.judgeMoves(g.Start(), c)
	r.Phases = phases(g.Start(), c.moves)
	if r.Ending = c.decidedBy(); c.isExcluded(len(c.moves)) {
		r.Ending.OffBoard, r.Ending.Chance = false, 0
	}
	for _, i := range c.reportedMoves() {
		if c.isExcluded(i) || c.isExcluded(i+1) {
			continue
		}
		t := c.turningPoint(i)
		t.Costliest = !c.isTurningPoint(c.candidate(i))
		if i+1 < len(r.Moves) {
			t.Returned = returnedBy(t.Loss(), r.Moves[i+1].Loss)
		}
		r.TurningPoints = append(r.TurningPoints, t)
		r.Moves[i].Fault = &t.Fault
	}
	for i := range r.Moves {
		if m := &r.Moves[i]; m.Verdict != accuracy.Fine && m.Fault == nil {
			m.Fault = c.provenFault(i)
		}
	}
	return r, nil
}

// judgeMoves sets Moves and Sides. If the engine found nothing better than repeating checks, a move is a mistake only
// if it loses material or the game.
func (r *Report) judgeMoves(at game.Position, c *scoredGame) {
	var countedMoves []bool
	var red []float64
	for i := range r.Positions {
		red = append(red, accuracy.Chance(r.Positions[i].Score))
		if c.isExcluded(i) {
			red[i] = math.NaN()
		}
	}
	for i, m := range c.moves {
		if c.isExcluded(i) || c.isExcluded(i+1) {
			r.Moves = append(r.Moves, Move{Played: m, Excluded: true})
			countedMoves = append(countedMoves, false)
			at.Do(m)
			continue
		}
		x, loss := accuracy.Chance(c.scoreBefore(i)), c.loss(i)
		y := max(accuracy.Chance(-c.scores[i+1]), x-loss)
		move := Move{Played: m, Loss: loss, Accuracy: accuracy.OfMove(x, y), Verdict: c.verdict(i),
			Undecided: x <= decidedChance && x >= 100-decidedChance}
		r.Moves = append(r.Moves, move)
		counted := move.Verdict >= accuracy.Mistake ||
			move.Undecided && !c.bestOnlyRepeatsChecks(i) && explain.HasChoice(&at)
		r.Sides[c.turnAt(i)].count(move.Verdict, counted)
		countedMoves = append(countedMoves, counted)
		at.Do(m)
	}
	for by, acc := range accuracy.OfGame(red, c.first, countedMoves) {
		if !math.IsNaN(acc) {
			r.Sides[by].Accuracy = acc
		}
	}
}

// verdict returns the verdict on move i. An inaccuracy that appears only after the scores were corrected is ignored,
// and an excused move is fine.
func (c *scoredGame) verdict(i int) accuracy.Verdict {
	if c.excused(i) {
		return accuracy.Fine
	}
	here, next := &c.Entries[i], &c.Entries[i+1]
	before, after := c.scoreBefore(i), -c.scores[i+1]
	v := accuracy.OfLoss(c.loss(i))
	if decided(before) || decided(after) {
		v = accuracy.Judge(before, after)
	}
	if v == accuracy.Inaccuracy && here.Pass >= Deep && next.Pass >= Deep && here.Score <= -next.Score {
		return accuracy.Fine
	}
	return v
}

// loss returns the winning chance that move i lost, in points. What followed may show a larger loss than the searches
// of the move, but the error of that grows with the plies in between. So a loss is at most twice what the longest
// searches of the move found, unless it is that of a forced result.
func (c *scoredGame) loss(i int) float64 {
	before, after := c.scoreBefore(i), -c.scores[i+1]
	lost := Chance(before) - Chance(after)
	if c.proven(i) && !decided(before) && !decided(after) {
		lost = min(lost, max(0, 2*searchedLoss(&c.Entries[i], &c.Entries[i+1])))
	}
	return lost
}

// decided reports whether a score is that of a forced result.
func decided(s ai.Score) bool { return s >= ai.RuleBound || s <= -ai.RuleBound }

// scoreBefore returns the score before move i, which a line that only repeats checks does not raise.
func (c *scoredGame) scoreBefore(i int) ai.Score {
	if c.bestOnlyRepeatsChecks(i) {
		return min(c.scores[i], -c.scores[i+1])
	}
	return c.scores[i]
}

// bestOnlyRepeatsChecks reports whether the engine's best line before move i only repeats checks, and the move played
// loses neither the game nor material.
func (c *scoredGame) bestOnlyRepeatsChecks(i int) bool {
	here, next := &c.Entries[i], &c.Entries[i+1]
	if len(here.Line) == 0 || here.Line[0] == c.moves[i] || here.Score >= ai.RuleBound || next.Score >= ai.RuleBound ||
		!onlyRepeatsChecks(c.positions[i], here.Line) {
		return false
	}
	return len(next.Line) == 0 || !explain.WinsMoreThanPawn(&c.positions[i+1], next.Line)
}

func sideAt(first game.Color, ply int) game.Color {
	if ply%2 == 0 {
		return first
	}
	return first.Other()
}

func (s *Side) count(v accuracy.Verdict, counted bool) {
	s.Moves++
	if counted {
		s.Counted++
	}
	switch v {
	case accuracy.Inaccuracy:
		s.Inaccuracies++
	case accuracy.Mistake:
		s.Mistakes++
	case accuracy.Blunder:
		s.Blunders++
	}
}

// correctedScores returns the scores, each corrected by the next one: a position is worth at least as much as the move
// played in it proved to be, and exactly that if the engine chose that move. So no move gains winning chance, and no
// move is a mistake because of what the engine saw only later.
func (a *Analysis) correctedScores(g *game.Game) []ai.Score {
	scores := make([]ai.Score, len(a.Entries))
	for i := len(scores) - 1; i >= 0; i-- {
		p := &a.Entries[i]
		scores[i] = p.Score
		if i == len(scores)-1 {
			continue
		}
		played := onePlyEarlier(-scores[i+1])
		if played > p.Score || len(p.Line) > 0 && p.Line[0] == g.Moves()[i] {
			scores[i] = played
		}
	}
	return scores
}

// bestLines returns the best line of each position. If its score was replaced by that of the move played (see
// correctedScores), the line starts with that move and continues with the next position's line. Excluded positions have
// no line.
func (c *scoredGame) bestLines() []Line {
	lines := make([]Line, len(c.Entries))
	for i := len(lines) - 1; i >= 0; i-- {
		if c.isExcluded(i) {
			continue
		}
		lines[i] = c.Entries[i].Line
		if c.scores[i] != c.Entries[i].Score {
			line := append(Line{c.moves[i]}, lines[i+1]...)
			lines[i] = line[:min(len(line), maxLine)]
		} else if i < len(c.moves) && len(lines[i]) > 0 && lines[i][0] != c.moves[i] &&
			onlyRepeatsChecks(c.positions[i], lines[i]) {
			lines[i] = nil
		}
	}
	for i := range lines {
		if len(lines[i]) > 1 {
			lines[i] = untilGameEnd(c.game.Upto(i), lines[i])
		}
	}
	return lines
}

// onePlyEarlier converts a score to the previous ply: a mate gets one ply longer.
func onePlyEarlier(s ai.Score) ai.Score {
	switch {
	case s > ai.MateBound, s > ai.RuleBound && s < ai.MateBound:
		return s - 1
	case s < -ai.MateBound, s < -ai.RuleBound && s > -ai.MateBound:
		return s + 1
	}
	return s
}
