package report

import (
	"context"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/explain"
	"yeye/game"
)

// freshEngine searches with empty tables, so that a report does not depend on interruptions or on earlier searches.
type freshEngine struct{ ai.Liner }

func (f freshEngine) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	lim.Fresh = true
	return f.Liner.Lines(ctx, g, lim)
}

// Analyst fills analyses. The zero numbers mean the defaults.
type Analyst struct {
	Engine ai.Liner
	Quick  uint64 // nodes for every position
	Deep   uint64 // for positions where the score swings
	Proof  uint64 // at the turning points
}

// Nodes of the passes. A game of eighty plies takes 2 to 4 seconds of one core.
const (
	QuickNodes = 10_000
	DeepNodes  = 50_000
	ProofNodes = 350_000
)

// deepSwing is the change in winning chance, in points, at which the positions on both
// sides are searched again. It is below the lowest verdict, so that no verdict
// rests on a quick search alone.
const deepSwing = 0.8 * accuracy.InaccuracyFrom

// maxDeep returns how many positions of a game of that many plies get a second
// search, so that the work stays bounded where everything swings.
func maxDeep(plies int) int { return 10 + plies/5 }

// maxProofs is the largest number of positions with a third search, maxTrials of those beside other costly moves whose
// replies are tried.
const maxProofs, maxTrials = 10, 24

// Run continues a, of a game that ended with end, until it is finished and returns it. After each position it calls
// each, which may store the analysis or show its progress: done never decreases and reaches total at the end. An error
// of each, or the context's end, stops it; the analysis returned then is complete up to that point, and can be
// continued.
func (n *Analyst) Run(ctx context.Context, g *game.Game, end game.Outcome, a Analysis,
	each func(a *Analysis, done, total int) error) (Analysis, error) {
	if err := a.Fits(g); err != nil {
		return a, err
	}
	a.Places = append([]Place(nil), a.Places...)
	for {
		to, ok := a.next(g, end)
		if !ok {
			return a, nil
		}
		place, err := n.runTask(ctx, g, to, &a.Places[to.ply])
		if err != nil {
			return a, err
		}
		a.Places[to.ply] = place
		if each == nil {
			continue
		}
		done, total := a.progress()
		if a.Finished(g, end) {
			done = total
		}
		if err := each(&a, done, total); err != nil {
			return a, err
		}
	}
}

// Finished reports whether nothing is left to be analyzed.
func (a *Analysis) Finished(g *game.Game, end game.Outcome) bool {
	_, more := a.next(g, end)
	return !more
}

// task is the next step of an analysis: to search a position in a pass, or to try the replies there.
type task struct {
	ply        int
	pass       Pass
	tryReplies bool
}

// next returns the next task; ok is false if the analysis is finished.
func (a *Analysis) next(g *game.Game, end game.Outcome) (to task, ok bool) {
	deep, proven, tried := 0, 0, 0
	for i := len(a.Places) - 1; i >= 0; i-- {
		p := &a.Places[i]
		if p.Tried && p.Pass < Proven {
			tried++
		}
		switch p.Pass {
		case Unseen:
			return task{ply: i, pass: Quick}, true
		case Deep:
			deep++
		case Proven:
			deep++
			proven++
		}
	}
	if deep < maxDeep(len(a.Places)-1) {
		if i := a.largestSwing(); i >= 0 {
			return task{ply: i, pass: Deep}, true
		}
	}
	c := a.course(g, end)
	if proven < maxProofs {
		for _, i := range c.selectTurns(Quick) {
			for _, at := range [2]int{i + 1, i} {
				if a.Places[at].Pass < Proven && !over(g, at) {
					return task{ply: at, pass: Proven}, true
				}
			}
		}
	}
	if tried < maxTrials {
		for _, i := range c.costly() {
			for _, at := range [2]int{i + 1, i} {
				if p := &a.Places[at]; !p.repliesTried() && !over(g, at) {
					return task{ply: at, pass: Deep, tryReplies: p.Pass >= Deep}, true
				}
			}
		}
	}
	return task{}, false
}

// largestSwing returns the position beside the largest swing that has had only a quick search, -1 if there is none.
func (a *Analysis) largestSwing() int {
	best, at := float64(deepSwing), -1
	for i := range len(a.Places) - 1 {
		d := accuracy.Chance(a.Places[i].Score) - accuracy.Chance(-a.Places[i+1].Score)
		if d = max(d, -d); d < best {
			continue
		}
		for _, k := range [2]int{i + 1, i} {
			if a.Places[k].Pass == Quick {
				best, at = d, k
				break
			}
		}
	}
	return at
}

// progress counts the searches done; total is the largest possible number.
func (a *Analysis) progress() (done, total int) {
	n := len(a.Places)
	for _, p := range a.Places {
		done += int(p.Pass)
		if p.Tried && p.Pass < Proven {
			done++
		}
	}
	total = n + maxDeep(n-1) + 2*maxProofs + maxTrials
	return min(done, total-1), total
}

// over reports whether the game had ended on the board before its move ply.
func over(g *game.Game, ply int) bool { return ply == g.Ply() && g.Outcome().Over() }

// runTask runs a task and returns the new place.
func (n *Analyst) runTask(ctx context.Context, g *game.Game, to task, p *Place) (Place, error) {
	if to.tryReplies {
		return n.tryReplies(ctx, g.Upto(to.ply), *p)
	}
	return n.searchPosition(ctx, g, to.ply, to.pass)
}

// searchPosition searches the position before move ply.
func (n *Analyst) searchPosition(ctx context.Context, g *game.Game, ply int, pass Pass) (Place, error) {
	if err := context.Cause(ctx); err != nil {
		return Place{}, err
	}
	if over(g, ply) {
		return Place{Pass: Proven, Score: finalScore(g)}, nil
	}
	at := g.Upto(ply)
	line, score, err := search(ctx, freshEngine{n.Engine}, at, n.nodes(pass))
	if err != nil {
		return Place{}, err
	}
	if pass < Proven {
		// limits what is stored for every position
		return Place{Pass: pass, Score: score, Line: line[:min(len(line), maxLine)]}, nil
	}
	return n.tryReplies(ctx, at, Place{Pass: pass, Score: score, Line: line})
}

// tryReplies extends the line of a place, and adds lines of the same move with other replies.
func (n *Analyst) tryReplies(ctx context.Context, at *game.Game, p Place) (Place, error) {
	whole, also, err := explain.ExtendLines(ctx, freshEngine{n.Engine}, at, p.Line, p.Score, n.nodes(p.Pass))
	if err != nil {
		return Place{}, err
	}
	p.Line, p.Also, p.Tried = whole, nil, true
	for _, l := range also {
		p.Also = append(p.Also, l)
	}
	return p, nil
}

func (n *Analyst) nodes(pass Pass) uint64 {
	chosen := [...]uint64{Quick: n.Quick, Deep: n.Deep, Proven: n.Proof}[pass]
	if chosen > 0 {
		return chosen
	}
	return [...]uint64{Quick: QuickNodes, Deep: DeepNodes, Proven: ProofNodes}[pass]
}

// search returns the engine's best line. A search that the context cut short is an
// error.
func search(ctx context.Context, engine ai.Liner, g *game.Game, nodes uint64) (Line, ai.Score, error) {
	lines, err := engine.Lines(ctx, g, ai.Limits{Nodes: nodes})
	if err != nil {
		return nil, 0, err
	}
	if err := context.Cause(ctx); err != nil {
		return nil, 0, err
	}
	if len(lines) == 0 {
		return nil, 0, ai.ErrOver
	}
	return legalPrefix(*g.Position(), lines[0].PV), lines[0].Score, nil
}

// legalPrefix returns the line up to its first illegal move.
func legalPrefix(p game.Position, pv []game.Move) Line {
	for i, m := range pv {
		if !p.IsLegal(m) {
			return pv[:i]
		}
		p.Do(m)
	}
	return pv
}

// maxLine is the number of plies stored of a line that explains nothing.
const maxLine = 10

// finalScore returns the score of the last position of a game that has ended on the
// board, for the side to move.
func finalScore(g *game.Game) ai.Score {
	o := g.Outcome()
	loser, lost := o.Loser()
	worth := ai.RuleBound
	if o.Method == game.Checkmate || o.Method == game.Stalemate {
		worth = -ai.MateIn(0)
	}
	switch {
	case !lost:
		return 0
	case loser == g.Position().Turn():
		return -worth
	}
	return worth
}
