package mine

import (
	"context"
	"math"
	"slices"

	"yeye/ai/character"
	"yeye/ai/puzzle"
	"yeye/game"
)

// graders are the characters that grade a puzzle by trying to solve it, with their ratings as `lab ladder` measures
// them and the number of tries. The strongest one plays only if the one before it fails too often, because it takes
// half of the time.
var graders = []struct {
	level  character.Level
	rating float64
	tries  int
}{
	{character.Kid, 970, 6}, {character.Xiaoqing, 1255, 6}, {character.Uncle, 1500, 6}, {character.ParkMaster, 1800, 6},
	{character.Grandpa, 2155, 3},
}

// The prior of the fit before any try, and the smallest deviation after all tries, because characters only approximate
// people.
const (
	meanRating   = 1500.0
	priorSpread  = 400.0
	minDeviation = 110.0
	minRating    = 400
	maxRating    = 2800
)

// solveStats is how often characters of a rating solve a puzzle: the number of tries, and the expected share of
// solutions.
type solveStats struct {
	rating, n, share float64
}

// Grade sets a puzzle's rating and deviation from how often characters solve it.
func (m *Miner) Grade(ctx context.Context, p *puzzle.Puzzle) error {
	var all []solveStats
	for i, g := range graders {
		if i == len(graders)-1 && all[i-1].share > 0.5 {
			break
		}
		if i >= 2 && all[i-1].share == 1 && all[i-2].share == 1 {
			break // the stronger ones will find it too
		}
		share, err := m.solveRate(ctx, *p, g.level, g.tries)
		if err != nil {
			return err
		}
		all = append(all, solveStats{g.rating, float64(g.tries), share})
	}
	p.Rating, p.Deviation = fitRating(all)
	p.Rating = humanRating(*p)
	return nil
}

// Ratings that people would give, by kind of puzzle and number of moves. Characters search: they find the only quiet
// move that saves the game as easily as a mate in one, and people do not. The steps are roughly those between the mean
// ratings of such puzzles in western chess, which millions of people have solved.
var humanRatings = map[puzzle.Kind][]float64{
	puzzle.Mate: {600, 1000, 1400, 1700, 1900, 2000},
	puzzle.Win:  {1000, 1300, 1600, 1800},
	puzzle.Save: {1450, 1700, 1850, 1950},
}

// People see an unprotected piece at once. They find quiet moves without a threat last, and sacrifices almost as late.
const (
	freePieceRating = 650.0
	quietBonus      = 300.0
	sacrificeBonus  = 150.0
	averagedUpTo    = 2000.0
)

// humanRating returns a puzzle's rating for people: the mean of the characters' rating and of the one expected for its
// kind. The part of the characters' rating above averagedUpTo is added unchanged.
func humanRating(p puzzle.Puzzle) int {
	steps := humanRatings[p.Kind]
	expected := steps[min(p.Moves(), len(steps))-1]
	themes := p.Themes()
	if slices.Contains(themes, puzzle.FreePiece) {
		expected = freePieceRating
	}
	if slices.Contains(themes, puzzle.QuietMove) {
		expected += quietBonus
	}
	if slices.Contains(themes, puzzle.Sacrifice) {
		expected += sacrificeBonus
	}
	found := float64(p.Rating)
	within := min(found, averagedUpTo)
	rating := (within+min(expected, averagedUpTo))/2 + found - within
	return int(math.Round(rating/10)) * 10
}

// solveRate returns the expected share of tries in which a character finds every move: the product of the shares of the
// moves.
func (m *Miner) solveRate(ctx context.Context, p puzzle.Puzzle, l character.Level, n int) (float64, error) {
	share := 1.0
	g := game.NewGame(p.Start, game.Asian)
	for i, want := range p.Line {
		if i%2 == 0 {
			found := 0
			for try := range n {
				m.gradingEngine.Clear()
				move, err := player(l).Choose(ctx, m.gradingEngine, g, m.seed+uint64(try))
				if err != nil {
					return 0, err
				}
				if move == want || p.Kind == puzzle.Mate && endsGame(g.Position(), move) {
					found++
				}
			}
			if share *= float64(found) / float64(n); share == 0 {
				return 0, nil
			}
		}
		if err := g.PlayOn(want); err != nil {
			return 0, err
		}
	}
	return share, nil
}

// endsGame reports whether a move leaves the other side no legal move.
func endsGame(p *game.Position, m game.Move) bool {
	after := p.After(m)
	return !after.HasLegal()
}

// fitRating returns the most probable rating of a puzzle and its standard error, at least minDeviation: the maximum of
// the posterior, with solving chances by the Elo curve and a normal prior.
func fitRating(all []solveStats) (rating, deviation int) {
	best := math.Inf(-1)
	for r := minRating; r <= maxRating; r += 10 {
		d := (float64(r) - meanRating) / priorSpread
		likely := -d * d / 2
		for _, t := range all {
			p := expectedScore(t.rating, float64(r))
			likely += t.n * (t.share*math.Log(p) + (1-t.share)*math.Log(1-p))
		}
		if likely > best {
			best, rating = likely, r
		}
	}
	information := 1 / (priorSpread * priorSpread)
	for _, t := range all {
		p := expectedScore(t.rating, float64(rating))
		information += t.n * p * (1 - p) * (math.Ln10 / 400) * (math.Ln10 / 400)
	}
	return rating, int(math.Round(max(minDeviation, 1/math.Sqrt(information))))
}

// expectedScore returns the probability that a solver of one rating solves a puzzle of another.
func expectedScore(solver, puzzle float64) float64 {
	return 1 / (1 + math.Pow(10, (puzzle-solver)/400))
}
