package mine

import (
	"context"
	"math"
	"slices"

	"yeye/ai/character"
	"yeye/ai/puzzle"
	"yeye/game"
)

// graders are the characters that grade a puzzle by trying to solve it, with their ratings on the
// scale of lab ladder and the number of tries. The strongest plays only if the one before it fails,
// because it takes half of the time.
var graders = []struct {
	level  character.Level
	rating float64
	tries  int
}{
	{character.Kid, 970, 6}, {character.Xiaoqing, 1255, 6}, {character.Uncle, 1500, 6}, {character.ParkMaster, 1800, 6},
	{character.Grandpa, 2155, 3},
}

// The prior of the fit before any try, and the least deviation after all tries: people are not characters.
const (
	meanRating   = 1500.0
	priorSpread  = 400.0
	minDeviation = 110.0
	minRating    = 400
	maxRating    = 2800
)

// solveStats is how often characters of a rating solve a puzzle: the number of tries, and the share expected to find
// every move.
type solveStats struct {
	rating, n, share float64
}

// Grade sets a puzzle's rating and deviation by which characters solve it.
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

// What people find hard, by kind of puzzle and by how many moves they have to see. Characters search:
// they find the only quiet move that saves the game as easily as a mate in one. The steps are roughly
// those between the mean ratings of such puzzles in western chess, which millions of people have solved.
var forPeople = map[puzzle.Kind][]float64{
	puzzle.Mate: {600, 1000, 1400, 1700, 1900, 2000},
	puzzle.Win:  {1000, 1300, 1600, 1800},
	puzzle.Save: {1450, 1700, 1850, 1950},
}

// People see an unprotected piece at once. They look last at a move that neither checks nor
// captures nor threatens, and almost as late at sacrifices.
const (
	freePiece    = 650.0
	moreIfQuiet  = 300.0
	moreIfGiving = 150.0
	mostForHuman = 2000.0
)

// humanRating returns a puzzle's rating for people: the mean of the characters' rating and of what is known to be hard
// for people. Above the hardest known kinds it is the characters' rating.
func humanRating(p puzzle.Puzzle) int {
	steps := forPeople[p.Kind]
	expected := steps[min(p.Moves(), len(steps))-1]
	themes := p.Themes()
	if slices.Contains(themes, puzzle.Free) {
		expected = freePiece
	}
	if slices.Contains(themes, puzzle.Quiet) {
		expected += moreIfQuiet
	}
	if slices.Contains(themes, puzzle.Sacrifice) {
		expected += moreIfGiving
	}
	found := float64(p.Rating)
	within := min(found, mostForHuman)
	rating := (within+min(expected, mostForHuman))/2 + found - within
	return int(math.Round(rating/10)) * 10
}

// solveRate returns the share of tries in which a character finds every move: the product of the shares of each move.
func (m *Miner) solveRate(ctx context.Context, p puzzle.Puzzle, l character.Level, n int) (float64, error) {
	share := 1.0
	g := game.NewGame(p.Start, game.Asian)
	for i, want := range p.Line {
		if i%2 == 0 {
			found := 0
			for try := range n {
				m.grader.Clear()
				move, err := player(l).Choose(ctx, m.grader, g, m.seed+uint64(try))
				if err != nil {
					return 0, err
				}
				if move == want || p.Kind == puzzle.Mate && ends(g.Position(), move) {
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

// ends reports whether a move leaves the other side without a legal move.
func ends(p *game.Position, m game.Move) bool {
	after := p.After(m)
	return !after.HasLegal()
}

// fitRating returns the maximum likelihood rating of a puzzle, given that solvers find it by the logistic
// curve of ratings, and its standard error.
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

// expectedScore returns the probability that a solver finds a puzzle.
func expectedScore(solver, puzzle float64) float64 {
	return 1 / (1 + math.Pow(10, (puzzle-solver)/400))
}
