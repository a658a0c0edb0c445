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
	Practice  *Practice   // how far the game followed masters' games, or nil
	Finish    finish.Blow // "" if the ending has no name
	Positions []Position  // before the first move, and after each
	Moves     []Move
	Sides     [2]Side        // by color
	Turns     []TurningPoint // at most three, in the order of the game
	Ending    Ending
	Phases    [2]int // the plies with which the middle game and the endgame begin, 0 if they do not
}

// Position holds the values of a position. Score and Chance are Red's.
type Position struct {
	Turn   game.Color
	Score  ai.Score
	Chance float64 // percent
	// Line is the best move and its expected continuation. It is empty where that only repeats
	// checks, unless it was played.
	Line Line

	Withheld bool // the report leaves it out, see [Without]
}

// Withheld returns the number of positions that the report leaves out.
func (r *Report) Withheld() (n int) {
	for i := range r.Positions {
		if r.Positions[i].Withheld {
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
	// Undecided reports whether the game was open before the move. Comparisons of accuracy should
	// count only such moves, because the winner of a won game cannot go wrong.
	Undecided bool

	Withheld bool // it is not judged, since a position before or after it is withheld
	// Fault says what was wrong with a move that is not fine, if it is proved; otherwise it is nil.
	Fault *Fault
}

// Side holds how well one side played.
type Side struct {
	Moves int
	// Accuracy, 0 to 100, is that of the moves that count: those in undecided positions with more
	// than one reasonable move, and every mistake and blunder, even one that throws away a won
	// game. It is 0 if there is none.
	Accuracy                         float64
	Counted                          int
	Inaccuracies, Mistakes, Blunders int
}

// Percent returns the accuracy to show: at most 99 if there is a fault, even one that does not count.
func (s *Side) Percent() int {
	percent := int(math.Round(s.Accuracy))
	if s.Inaccuracies+s.Mistakes+s.Blunders > 0 {
		return min(percent, 99)
	}
	return percent
}

// TurningPoint is a move on which the game turned. Its chances are those of the side that moved.
type TurningPoint struct {
	Ply           int // of the game's moves, from 0
	By            game.Color
	Played        game.Move
	Line          Line    // the better move and its expected continuation
	Reply         Line    // expected after the move played; may be empty
	Before, After float64 // winning chance in percent, with the better move and as played
	Verdict       accuracy.Verdict
	Why           []explain.Reason // of the better move, weightiest first, at least one
	Fault         Fault            // of the move played
	// Dearest is set if the move is no turning point, but one of the loser's costliest moves.
	Dearest bool
	Back    Back // how much of the cost the opponent gave back at once
}

// Back is how much of a move's loss the opponent's reply gave back.
type Back uint8

const (
	Little Back = iota
	Most
	Whole // or more
)

// String is "little", "most" or "whole".
func (b Back) String() string { return [...]string{"little", "most", "whole"}[min(b, Whole)] }

// givenBack returns how much of a loss the reply's loss gives back, both in points of winning chance.
func givenBack(loss, reply float64) Back {
	switch {
	case reply > loss-1: // percentages are shown rounded
		return Whole
	case reply > loss/2:
		return Most
	}
	return Little
}

// Better returns the move that should have been played.
func (t *TurningPoint) Better() game.Move { return t.Line[0] }

// Loss returns the points of winning chance that the move cost.
func (t *TurningPoint) Loss() float64 { return t.Before - t.After }

// decidedChance is the largest winning chance of an undecided game, in percent.
const decidedChance = 90.0

// Make returns the report of g, which ended with end, from its analysis. The report is complete only if the
// analysis is finished. If some position has not been analyzed at all, the error is [ErrOther]. g is only read.
func Make(g *game.Game, end game.Outcome, a *Analysis) (*Report, error) {
	return Without(g, end, a, nil)
}

// Without is [Make] without the positions i for which withheld[i] is true; nil withholds none. Moves to and from them
// are neither judged nor counted.
func Without(g *game.Game, end game.Outcome, a *Analysis, withheld []bool) (*Report, error) {
	if err := a.Fits(g); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(a.Places, func(p Place) bool { return p.Pass == Unseen }) {
		return nil, ErrOther
	}
	r := &Report{Finish: finish.OfGame(g)}
	c := a.course(g, end)
	c.withheld = withheld
	r.Practice = c.practice()
	lines := c.bestLines()
	for i, s := range c.scores {
		if c.isWithheld(i) {
			r.Positions = append(r.Positions, Position{Turn: c.turnAt(i), Withheld: true})
			continue
		}
		if c.turnAt(i) == game.Black {
			s = -s
		}
		r.Positions = append(r.Positions, Position{Turn: c.turnAt(i), Score: s, Chance: Chance(s), Line: lines[i]})
	}
	r.judgeMoves(g.Start(), c)
	r.Phases = phases(g.Start(), c.moves)
	if r.Ending = c.decidedBy(); c.isWithheld(len(c.moves)) {
		r.Ending.Elsewhere, r.Ending.Chance = false, 0
	}
	for _, i := range c.reportedMoves() {
		if c.isWithheld(i) || c.isWithheld(i+1) {
			continue
		}
		t := c.turningPoint(i)
		t.Dearest = !c.isTurningPoint(c.candidate(i))
		if i+1 < len(r.Moves) {
			t.Back = givenBack(t.Loss(), r.Moves[i+1].Loss)
		}
		r.Turns = append(r.Turns, t)
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
func (r *Report) judgeMoves(at game.Position, c *gameCourse) {
	var counts []bool
	var red []float64
	for i := range r.Positions {
		red = append(red, accuracy.Chance(r.Positions[i].Score))
		if c.isWithheld(i) {
			red[i] = math.NaN()
		}
	}
	for i, m := range c.moves {
		if c.isWithheld(i) || c.isWithheld(i+1) {
			r.Moves = append(r.Moves, Move{Played: m, Withheld: true})
			counts = append(counts, false)
			at.Do(m)
			continue
		}
		before, after := c.scores[i], -c.scores[i+1]
		stalled := c.stalled(i)
		if stalled {
			before = min(before, after)
		}
		x, y := accuracy.Chance(before), accuracy.Chance(after)
		move := Move{Played: m, Loss: Chance(before) - Chance(after), Accuracy: accuracy.OfMove(x, y),
			Verdict:   c.verdict(i),
			Undecided: x <= decidedChance && x >= 100-decidedChance}
		r.Moves = append(r.Moves, move)
		counted := move.Verdict >= accuracy.Mistake || move.Undecided && !stalled && explain.Choice(&at)
		r.Sides[c.turnAt(i)].count(move.Verdict, counted)
		counts = append(counts, counted)
		at.Do(m)
	}
	for by, acc := range accuracy.OfGame(red, c.first, counts) {
		if !math.IsNaN(acc) {
			r.Sides[by].Accuracy = acc
		}
	}
}

// verdict returns the verdict on move i. An inaccuracy that only the correction by later scores shows is none, and an
// excused move is fine.
func (c *gameCourse) verdict(i int) accuracy.Verdict {
	if c.excused(i) {
		return accuracy.Fine
	}
	here, next := &c.Places[i], &c.Places[i+1]
	before, after := c.scores[i], -c.scores[i+1]
	if c.stalled(i) {
		before = min(before, after)
	}
	v := accuracy.Judge(before, after)
	if v == accuracy.Inaccuracy && here.Pass >= Deep && next.Pass >= Deep && here.Score <= -next.Score {
		return accuracy.Fine
	}
	return v
}

// stalled reports whether the engine's best line before move i only repeats checks, and the move loses neither the game
// nor material.
func (c *gameCourse) stalled(i int) bool {
	here, next := &c.Places[i], &c.Places[i+1]
	if len(here.Line) == 0 || here.Line[0] == c.moves[i] || here.Score >= ai.RuleBound || next.Score >= ai.RuleBound ||
		!onlyRepeatsChecks(c.positions[i], here.Line) {
		return false
	}
	return len(next.Line) == 0 || !explain.Profits(&c.positions[i+1], next.Line)
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
// played in it turned out to be worth, and exactly that if the engine chose the same move. So no move gains, and no
// move is a mistake because of what the engine saw only later.
func (a *Analysis) correctedScores(g *game.Game) []ai.Score {
	scores := make([]ai.Score, len(a.Places))
	for i := len(scores) - 1; i >= 0; i-- {
		p := &a.Places[i]
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
// correctedScores), the line starts with that move and continues with the next position's line. A withheld position has
// none.
func (c *gameCourse) bestLines() []Line {
	lines := make([]Line, len(c.Places))
	for i := len(lines) - 1; i >= 0; i-- {
		if c.isWithheld(i) {
			continue
		}
		lines[i] = c.Places[i].Line
		if c.scores[i] != c.Places[i].Score {
			line := append(Line{c.moves[i]}, lines[i+1]...)
			lines[i] = line[:min(len(line), maxLine)]
		} else if i < len(c.moves) && len(lines[i]) > 0 && lines[i][0] != c.moves[i] &&
			onlyRepeatsChecks(c.positions[i], lines[i]) {
			lines[i] = nil
		}
	}
	for i := range lines {
		if len(lines[i]) > 1 {
			lines[i] = untilOver(c.game.Upto(i), lines[i])
		}
	}
	return lines
}

// onePlyEarlier converts a score to the previous ply: a mate is one ply further away.
func onePlyEarlier(s ai.Score) ai.Score {
	switch {
	case s > ai.MateBound, s > ai.RuleBound && s < ai.MateBound:
		return s - 1
	case s < -ai.MateBound, s < -ai.RuleBound && s > -ai.MateBound:
		return s + 1
	}
	return s
}
