package report

import (
	"cmp"
	"slices"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/game"
)

const (
	// maxTurningPoints is the largest number of turning points in a report.
	maxTurningPoints = 3
	// TurningFrom is the least loss of winning chance, in points, of a turning point: leaving a horse en prise in an
	// even game costs 19. The threshold of a mistake is too low: every score has an error of some points, and the worst
	// moves of a game tend to be those with the largest errors. Of moves that cost ten to fifteen points, hardly a
	// third are mistakes according to another engine; above this limit, nine of ten.
	TurningFrom = 18.0
	// undemonstrableFrom is the same for a loss of neither mate nor material. Engines differ more about those.
	undemonstrableFrom = 24.0
	// sameChance is the number of a side's moves within which missing the same move again counts as one turning point.
	sameChance = 3
	// lessonMoves is how many moves the loser must have made for the report to name at least one of them.
	lessonMoves = 10
	// comparableShare is the share of the largest loss from which another move is named too.
	comparableShare = 0.75
	// hopelessChance is the winning chance, in percent, below which a side can hardly lose more. Engines differ most
	// about losses there.
	hopelessChance = 15.0
	// equalChance is the winning chance, in percent, from which the loser did not lose on the board.
	equalChance = 35.0
)

// Ending says what decided a decisive game.
type Ending struct {
	Loser    game.Color
	Decisive bool
	// OffBoard is set if the loser did not stand worse at the end: time, a rule or a resignation decided.
	OffBoard bool
	Chance   float64 // the loser's winning chance in the last position, in percent
}

// scoredGame is a game with the scores of its positions, each for the side to move.
type scoredGame struct {
	*Analysis
	game      *game.Game
	moves     []game.Move
	first     game.Color // the side that made the first move
	outcome   game.Outcome
	scores    []ai.Score
	positions []game.Position // before each move, and the last
	// excluded marks the positions left out of the report, nil for none.
	excluded []bool
	usual    []bool // by ply, the moves that masters play often
}

// isExcluded reports whether position i is left out of the report.
func (c *scoredGame) isExcluded(i int) bool { return i < len(c.excluded) && c.excluded[i] }

func (a *Analysis) scoredGame(g *game.Game, outcome game.Outcome) *scoredGame {
	start := g.Start()
	c := &scoredGame{Analysis: a, game: g, moves: g.Moves(), first: start.Turn(), outcome: outcome,
		scores:    a.correctedScores(g),
		positions: []game.Position{start}}
	for i, m := range c.moves {
		c.positions = append(c.positions, c.positions[i].After(m))
	}
	c.usual = usualMoves(c.positions, c.moves)
	return c
}

// turnAt returns the side to move before ply i.
func (c *scoredGame) turnAt(i int) game.Color { return sideAt(c.first, i) }

// decidedBy returns what decided the game.
func (c *scoredGame) decidedBy() (e Ending) {
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
		e.OffBoard = e.Chance >= equalChance
	}
	return e
}

// lessonSide returns the side that lost on the board in a long game that started undecided. The report always names its
// costliest moves.
func (c *scoredGame) lessonSide() (game.Color, bool) {
	e, start := c.decidedBy(), accuracy.Chance(c.scores[0])
	moves := len(c.moves) / 2
	if c.first == e.Loser {
		moves = (len(c.moves) + 1) / 2
	}
	return e.Loser, e.Decisive && !e.OffBoard && moves >= lessonMoves && start <= decidedChance &&
		start >= 100-decidedChance
}

// candidate is a move that lost winning chance.
type candidate struct {
	ply         int
	loss        float64
	proven      float64 // the loss confirmed by the longest searches, else the same as loss
	wasHopeless bool    // the position before the move was hopeless
}

// weightedLoss returns the loss, halved in the opening.
func (m candidate) weightedLoss() float64 {
	if m.ply < openingPlies {
		return m.proven / 2
	}
	return m.proven
}

// candidate returns move i with its loss.
func (c *scoredGame) candidate(i int) candidate {
	before := accuracy.Chance(c.scores[i])
	m := candidate{ply: i, loss: before - accuracy.Chance(-c.scores[i+1]), wasHopeless: before < hopelessChance}
	m.proven = m.loss
	if c.proven(i) {
		m.proven = min(m.loss, searchedLoss(&c.Entries[i], &c.Entries[i+1]))
	}
	return m
}

// proven reports whether both positions of move i had the longest search.
func (c *scoredGame) proven(i int) bool {
	return c.Entries[i].Pass == Proven && c.Entries[i+1].Pass == Proven
}

// isTurningPoint reports whether a move is a turning point. Once its positions are proven, their uncorrected scores
// must agree. If the move cost little more than [TurningFrom], it also needs a concrete fault.
func (c *scoredGame) isTurningPoint(m candidate) bool {
	if m.proven < TurningFrom || m.proven >= undemonstrableFrom || !c.proven(m.ply) {
		return m.proven >= TurningFrom
	}
	return c.turningPoint(m.ply).Fault.Kind != AllowsReply
}

// candidates returns the losing moves for which a better one was found, costliest first. Both positions of each were
// searched at least in minPass.
func (c *scoredGame) candidates(minPass Pass) []candidate {
	return slices.DeleteFunc(c.improvable(minPass), func(m candidate) bool { return m.loss <= 0 })
}

// improvable is candidates plus moves that cost no winning chance, as in a lost game.
func (c *scoredGame) improvable(minPass Pass) (all []candidate) {
	for i, m := range c.moves {
		one := c.candidate(i)
		line := c.Entries[i].Line
		if len(line) > 0 && line[0] != m && !c.excused(i) && c.Entries[i].Pass >= minPass &&
			c.Entries[i+1].Pass >= minPass &&
			!onlyRepeatsChecks(c.positions[i], line) {
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(x, y candidate) int { return cmp.Compare(y.loss, x.loss) })
	return all
}

// costly returns the moves with the verdict least or a worse one, for which a better move was found, costliest first.
// It includes moves that allow a mate in a lost game, though they lose no winning chance.
func (c *scoredGame) costly(least accuracy.Verdict) (plies []int) {
	for _, m := range c.improvable(Quick) {
		if c.verdict(m.ply) >= least {
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
	since := 0 // all moves of us from this ply on give check
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

// selectTurningPoints returns the moves to report, in game order: turning points, of which no two miss the same move,
// and, if none of them is the loser's, the loser's costliest moves. Positions count if searched at least in minPass.
func (c *scoredGame) selectTurningPoints(minPass Pass) []int {
	all := c.candidates(minPass)
	var chosen []int
	add := func(more []candidate) {
		for _, m := range more {
			if len(chosen) < maxTurningPoints && !slices.ContainsFunc(chosen,
				func(j int) bool { return c.sameChance(m.ply, j) }) {
				chosen = append(chosen, m.ply)
			}
		}
	}
	turning := slices.DeleteFunc(slices.Clone(all), func(m candidate) bool { return !c.isTurningPoint(m) })
	if loser, learns := c.lessonSide(); learns {
		byLoser := func(m candidate) bool { return c.turnAt(m.ply) == loser }
		if i := slices.IndexFunc(turning, byLoser); i >= 0 {
			add(turning[i : i+1])
		} else {
			add(costliest(slices.DeleteFunc(slices.Clone(all), func(m candidate) bool { return !byLoser(m) })))
		}
	}
	add(turning)
	slices.Sort(chosen)
	return chosen
}

// costliest returns one to three of a side's costliest moves, those that cost nearly as much as the first. Moves made
// before the position was hopeless come first.
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
		if i == maxTurningPoints || m.wasHopeless != own[0].wasHopeless ||
			m.weightedLoss() < comparableShare*own[0].weightedLoss() ||
			m.loss < comparableShare*own[0].loss {
			return own[:i]
		}
	}
	return own
}

// sameChance reports whether two moves of a side miss the same better move.
func (c *scoredGame) sameChance(i, j int) bool {
	return (i-j)%2 == 0 && max(i-j, j-i) <= 2*sameChance && c.Entries[i].Line[0] == c.Entries[j].Line[0]
}

// reportedMoves returns the moves that a report names. They need the longest search, except the loser's, for which a
// shorter one will do, as in old analyses.
func (c *scoredGame) reportedMoves() []int {
	found := c.selectTurningPoints(Proven)
	loser, learns := c.lessonSide()
	byLoser := func(i int) bool { return c.turnAt(i) == loser }
	if !learns || slices.ContainsFunc(found, byLoser) {
		return found
	}
	if short := slices.DeleteFunc(c.selectTurningPoints(Quick), func(i int) bool { return !byLoser(i) }); len(
		short,
	) > 0 {
		found = append(found[:min(len(found), maxTurningPoints-1)], short[0])
	}
	slices.Sort(found)
	return slices.Compact(found)
}
