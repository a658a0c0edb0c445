package report

import (
	"cmp"
	"slices"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/game"
)

const (
	// maxTurns is the largest number of turning points in a report.
	maxTurns = 3
	// TurningFrom is the least loss of winning chance, in points, of a turning point: leaving a
	// horse en prise in an even game costs 19. A mistake is not enough: every value has an error of
	// some points, and the worst moves of a game are also those with the largest errors. Of moves
	// that cost ten to fifteen points, hardly a third are mistakes according to another engine;
	// above this limit nine of ten are.
	TurningFrom = 18.0
	// undemonstrableFrom is the same for a loss of neither mate nor material, about which engines differ more.
	undemonstrableFrom = 24.0
	// sameChance is the number of a side's moves within which the same missed move counts as one turning point.
	sameChance = 3
	// lessonMoves is the number of own moves from which the loser of a game should learn something from it.
	lessonMoves = 10
	// comparableShare is the share of the costliest move's cost from which another move is named too.
	comparableShare = 0.75
	// hopelessChance is the chance in percent below which a side can hardly lose more. Engines differ
	// most about costs there.
	hopelessChance = 15.0
	// equalChance is the chance in percent from which the loser did not lose on the board.
	equalChance = 35.0
)

// Ending says what decided a decisive game.
type Ending struct {
	Loser    game.Color
	Decisive bool
	// Elsewhere is set if the loser did not stand worse at the end: the clock, a rule or something else decided.
	Elsewhere bool
	Chance    float64 // the loser's in the last position, in percent
}

// gameCourse is a game with the scores of its positions, each for the side to move.
type gameCourse struct {
	*Analysis
	game      *game.Game
	moves     []game.Move
	first     game.Color // made the first move
	outcome   game.Outcome
	scores    []ai.Score
	positions []game.Position // before each move, and the last
	// withheld are the positions about which the report says nothing, nil for none.
	withheld []bool
	usual    []bool // by ply, the moves that masters play often
}

// isWithheld reports whether position i is withheld.
func (c *gameCourse) isWithheld(i int) bool { return i < len(c.withheld) && c.withheld[i] }

func (a *Analysis) course(g *game.Game, end game.Outcome) *gameCourse {
	start := g.Start()
	c := &gameCourse{Analysis: a, game: g, moves: g.Moves(), first: start.Turn(), outcome: end,
		scores:    a.correctedScores(g),
		positions: []game.Position{start}}
	for i, m := range c.moves {
		c.positions = append(c.positions, c.positions[i].After(m))
	}
	c.usual = usualMoves(c.positions, c.moves)
	return c
}

// turnAt returns the side to move before ply i.
func (c *gameCourse) turnAt(i int) game.Color { return sideAt(c.first, i) }

// decidedBy returns what decided the game.
func (c *gameCourse) decidedBy() (e Ending) {
	if e.Loser, e.Decisive = c.outcome.Loser(); !e.Decisive {
		return Ending{}
	}
	last := len(c.scores) - 1
	e.Chance = accuracy.Chance(c.scores[last])
	if c.turnAt(last) != e.Loser {
		e.Chance = 100 - e.Chance
	}
	switch c.outcome.Method {
	case game.Checkmate, game.Stalemate, game.NoMethod:
	default:
		e.Elsewhere = e.Chance >= equalChance
	}
	return e
}

// lessonSide returns the side that lost on the board in a long game that started undecided. The report always names its
// costliest moves.
func (c *gameCourse) lessonSide() (game.Color, bool) {
	e, start := c.decidedBy(), accuracy.Chance(c.scores[0])
	own := len(c.moves) / 2
	if c.first == e.Loser {
		own = (len(c.moves) + 1) / 2
	}
	return e.Loser, e.Decisive && !e.Elsewhere && own >= lessonMoves && start <= decidedChance &&
		start >= 100-decidedChance
}

// candidate is a move that lost winning chance.
type candidate struct {
	ply         int
	loss        float64
	proven      float64 // the loss on which the longest searches agree, if there were any
	wasHopeless bool    // the position before it was hopeless
}

// weightedLoss returns the loss, halved in the opening.
func (m candidate) weightedLoss() float64 {
	if m.ply < openingPlies {
		return m.proven / 2
	}
	return m.proven
}

// candidate returns move i.
func (c *gameCourse) candidate(i int) candidate {
	before := accuracy.Chance(c.scores[i])
	m := candidate{ply: i, loss: before - accuracy.Chance(-c.scores[i+1]), wasHopeless: before < hopelessChance}
	m.proven = m.loss
	if c.proven(i) {
		m.proven = min(m.loss, accuracy.Chance(c.Places[i].Score)-accuracy.Chance(-c.Places[i+1].Score))
	}
	return m
}

// proven reports whether both positions of move i had the longest search.
func (c *gameCourse) proven(i int) bool {
	return c.Places[i].Pass == Proven && c.Places[i+1].Pass == Proven
}

// isTurningPoint reports whether a move is a turning point. Once its positions are proven, their uncorrected
// values must agree. If the move cost little more than [TurningFrom], there must be something to show.
func (c *gameCourse) isTurningPoint(m candidate) bool {
	if m.proven < TurningFrom || m.proven >= undemonstrableFrom || !c.proven(m.ply) {
		return m.proven >= TurningFrom
	}
	return c.turningPoint(m.ply).Fault.Kind != Answered
}

// candidates returns the moves for which a better one was found, costliest first. Both positions of
// each were searched in a pass of at least least.
func (c *gameCourse) candidates(least Pass) []candidate {
	return slices.DeleteFunc(c.improvable(least), func(m candidate) bool { return m.loss <= 0 })
}

// improvable is candidates including moves that cost no winning chance, as in a lost game.
func (c *gameCourse) improvable(least Pass) (all []candidate) {
	for i, m := range c.moves {
		one := c.candidate(i)
		line := c.Places[i].Line
		if len(line) > 0 && line[0] != m && !c.excused(i) && c.Places[i].Pass >= least && c.Places[i+1].Pass >= least &&
			!onlyRepeatsChecks(c.positions[i], line) {
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(x, y candidate) int { return cmp.Compare(y.loss, x.loss) })
	return all
}

// costly returns the moves that are judged less than fine and for which a better one was found, costliest
// first. It includes moves that allow a mate in a lost game, though they lose no winning chance.
func (c *gameCourse) costly() (plies []int) {
	for _, m := range c.improvable(Quick) {
		if c.verdict(m.ply) != accuracy.Fine {
			plies = append(plies, m.ply)
		}
	}
	return plies
}

// onlyRepeatsChecks reports whether a line repeats a position while every move of the side that starts it gives check,
// which the rules forbid.
func onlyRepeatsChecks(p game.Position, line []game.Move) bool {
	us := p.Turn()
	keys := []uint64{p.Key()}
	since := 0 // from here on all moves of us give check
	for i, m := range line {
		if !p.IsLegal(m) {
			return false
		}
		if p.Turn() == us && !p.GivesCheck(m) {
			since = i + 1
		}
		p.Do(m)
		if slices.Contains(keys[since:], p.Key()) {
			return true
		}
		keys = append(keys, p.Key())
	}
	return false
}

// selectTurns returns the moves of the report, in the order of the game: the turning points, of which no
// two miss the same move, and if none of them is the loser's, the loser's costliest moves.
// Positions count from the pass least.
func (c *gameCourse) selectTurns(least Pass) []int {
	all := c.candidates(least)
	var chosen []int
	add := func(more []candidate) {
		for _, m := range more {
			if len(chosen) < maxTurns && !slices.ContainsFunc(chosen,
				func(j int) bool { return c.sameChance(m.ply, j) }) {
				chosen = append(chosen, m.ply)
			}
		}
	}
	big := slices.DeleteFunc(slices.Clone(all), func(m candidate) bool { return !c.isTurningPoint(m) })
	if loser, learns := c.lessonSide(); learns {
		own := func(m candidate) bool { return c.turnAt(m.ply) == loser }
		if i := slices.IndexFunc(big, own); i >= 0 {
			add(big[i : i+1])
		} else {
			add(costliest(slices.DeleteFunc(slices.Clone(all), func(m candidate) bool { return !own(m) })))
		}
	}
	add(big)
	slices.Sort(chosen)
	return chosen
}

// costliest returns a side's costliest moves, if none was a turning point. Moves before the game was
// lost come first. It returns one, and up to two more that cost nearly as much.
func costliest(own []candidate) []candidate {
	slices.SortStableFunc(own, func(x, y candidate) int {
		switch {
		case x.wasHopeless == y.wasHopeless:
			return cmp.Compare(y.weightedLoss(), x.weightedLoss())
		case x.wasHopeless:
			return 1
		}
		return -1
	})
	for i, m := range own {
		if i == maxTurns || m.wasHopeless != own[0].wasHopeless ||
			m.weightedLoss() < comparableShare*own[0].weightedLoss() ||
			m.loss < comparableShare*own[0].loss {
			return own[:i]
		}
	}
	return own
}

// sameChance reports whether two moves of a side miss the same better move.
func (c *gameCourse) sameChance(i, j int) bool {
	return (i-j)%2 == 0 && max(i-j, j-i) <= 2*sameChance && c.Places[i].Line[0] == c.Places[j].Line[0]
}

// reportedMoves returns the moves that a report names. They need the longest search; only for the loser a shorter one
// will do, as in old analyses.
func (c *gameCourse) reportedMoves() []int {
	found := c.selectTurns(Proven)
	loser, learns := c.lessonSide()
	own := func(i int) bool { return c.turnAt(i) == loser }
	if !learns || slices.ContainsFunc(found, own) {
		return found
	}
	if any := slices.DeleteFunc(c.selectTurns(Quick), func(i int) bool { return !own(i) }); len(any) > 0 {
		found = append(found[:min(len(found), maxTurns-1)], any[0])
	}
	slices.Sort(found)
	return slices.Compact(found)
}
