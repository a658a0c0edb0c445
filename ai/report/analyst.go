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
	Proof  uint64 // at turning points, mistakes and blunders
}

// Nodes of the passes. A game of eighty plies takes 3 to 6 seconds of one core.
const (
	QuickNodes = 10_000
	DeepNodes  = 50_000
	ProofNodes = 350_000
)

// deepSwing is the change in winning chance, in points, from which the positions on both sides are searched again. It
// is below the threshold of the mildest verdict, so that no verdict rests on a quick search alone.
const deepSwing = 0.8 * accuracy.InaccuracyFrom

// maxDeep returns how many positions of a game with that many plies get a second search. It bounds the work in games
// where every move swings.
func maxDeep(plies int) int { return 10 + plies/5 }

// maxProofs is the largest number of positions with a third search. maxReplyTrials is the largest number of further
// positions, next to other costly moves, whose replies are searched.
const maxProofs, maxReplyTrials = 10, 24

// Run continues the analysis a of a game that ended with outcome, and returns it finished. It calls onProgress after
// each position, which may store the analysis or show progress: done never decreases and reaches total at the end. An
// error of onProgress or the end of ctx stops Run. The analysis returned then can be continued.
func (n *Analyst) Run(ctx context.Context, g *game.Game, outcome game.Outcome, a Analysis,
	onProgress func(a *Analysis, done, total int) error) (Analysis, error) {
	if err := a.CheckGame(g); err != nil {
		return a, err
	}
	a.Entries = append([]Entry(nil), a.Entries...)
	for {
		t, ok := a.next(g, outcome)
		if !ok {
			return a, nil
		}
		place, err := n.runTask(ctx, g, t, &a.Entries[t.ply])
		if err != nil {
			return a, err
		}
		a.Entries[t.ply] = place
		if onProgress == nil {
			continue
		}
		done, total := a.progress()
		if a.Finished(g, outcome) {
			done = total
		}
		if err := onProgress(&a, done, total); err != nil {
			return a, err
		}
	}
}

// Finished reports whether no task is left.
func (a *Analysis) Finished(g *game.Game, outcome game.Outcome) bool {
	_, more := a.next(g, outcome)
	return !more
}

// task is the next step of an analysis: searching a position in a pass, or searching the replies there.
type task struct {
	ply        int
	pass       Pass
	tryReplies bool
}

// next returns the next task; ok is false if the analysis is finished.
func (a *Analysis) next(g *game.Game, outcome game.Outcome) (t task, ok bool) {
	deep, proven, tried := 0, 0, 0
	for i := len(a.Entries) - 1; i >= 0; i-- {
		p := &a.Entries[i]
		if p.Tried && p.Pass < Proven {
			tried++
		}
		switch p.Pass {
		case Unsearched:
			return task{ply: i, pass: Quick}, true
		case Deep:
			deep++
		case Proven:
			deep++
			proven++
		}
	}
	if deep < maxDeep(len(a.Entries)-1) {
		if i := a.largestSwing(); i >= 0 {
			return task{ply: i, pass: Deep}, true
		}
	}
	c := a.scoredGame(g, outcome)
	if proven < maxProofs {
		for _, i := range append(c.selectTurningPoints(Quick), c.costly(accuracy.Mistake)...) {
			for _, ply := range [2]int{i + 1, i} {
				if a.Entries[ply].Pass < Proven && !endedBefore(g, ply) {
					return task{ply: ply, pass: Proven}, true
				}
			}
		}
	}
	if tried < maxReplyTrials {
		for _, i := range c.costly(accuracy.Inaccuracy) {
			for _, ply := range [2]int{i + 1, i} {
				if p := &a.Entries[ply]; !p.repliesTried() && !endedBefore(g, ply) {
					return task{ply: ply, pass: Deep, tryReplies: p.Pass >= Deep}, true
				}
			}
		}
	}
	return task{}, false
}

// largestSwing returns the position next to the largest swing that has had only a quick search, -1 if there is none.
func (a *Analysis) largestSwing() int {
	best, at := float64(deepSwing), -1
	for i := range len(a.Entries) - 1 {
		d := accuracy.Chance(a.Entries[i].Score) - accuracy.Chance(-a.Entries[i+1].Score)
		if d = max(d, -d); d < best {
			continue
		}
		for _, k := range [2]int{i + 1, i} {
			if a.Entries[k].Pass == Quick {
				best, at = d, k
				break
			}
		}
	}
	return at
}

// progress returns the number of searches done and the largest possible number.
func (a *Analysis) progress() (done, total int) {
	n := len(a.Entries)
	for _, p := range a.Entries {
		done += int(p.Pass)
		if p.Tried && p.Pass < Proven {
			done++
		}
	}
	total = n + maxDeep(n-1) + 2*maxProofs + maxReplyTrials
	return min(done, total-1), total
}

// endedBefore reports whether the game had ended on the board before its move ply.
func endedBefore(g *game.Game, ply int) bool { return ply == g.Ply() && g.Outcome().Over() }

// runTask runs a task and returns the position's new entry.
func (n *Analyst) runTask(ctx context.Context, g *game.Game, t task, p *Entry) (Entry, error) {
	if t.tryReplies {
		return n.tryReplies(ctx, g.Upto(t.ply), *p)
	}
	return n.searchPosition(ctx, g, t.ply, t.pass)
}

// searchPosition searches the position before move ply.
func (n *Analyst) searchPosition(ctx context.Context, g *game.Game, ply int, pass Pass) (Entry, error) {
	if err := context.Cause(ctx); err != nil {
		return Entry{}, err
	}
	if endedBefore(g, ply) {
		return Entry{Pass: Proven, Score: finalScore(g)}, nil
	}
	before := g.Upto(ply)
	line, score, err := search(ctx, freshEngine{n.Engine}, before, n.nodes(pass))
	if err != nil {
		return Entry{}, err
	}
	if pass < Proven {
		// longer lines are stored only where a fact needs them
		return Entry{Pass: pass, Score: score, Line: line[:min(len(line), maxLine)]}, nil
	}
	return n.tryReplies(ctx, before, Entry{Pass: pass, Score: score, Line: line})
}

// tryReplies extends the line of an entry and adds its alternatives.
func (n *Analyst) tryReplies(ctx context.Context, before *game.Game, p Entry) (Entry, error) {
	fullLine, alternatives, err := explain.ExtendLines(
		ctx,
		freshEngine{n.Engine},
		before,
		p.Line,
		p.Score,
		n.nodes(p.Pass),
	)
	if err != nil {
		return Entry{}, err
	}
	p.Line, p.Alternatives, p.Tried = fullLine, nil, true
	for _, l := range alternatives {
		p.Alternatives = append(p.Alternatives, l)
	}
	return p, nil
}

func (n *Analyst) nodes(pass Pass) uint64 {
	configured := [...]uint64{Quick: n.Quick, Deep: n.Deep, Proven: n.Proof}[pass]
	if configured > 0 {
		return configured
	}
	return [...]uint64{Quick: QuickNodes, Deep: DeepNodes, Proven: ProofNodes}[pass]
}

// search returns the engine's best line. It returns an error if the context cut the search short.
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

// maxLine is the number of plies stored of a line on which no facts are based.
const maxLine = 10

// finalScore returns the score of the last position of a game that has ended on the
// board, for the side to move.
func finalScore(g *game.Game) ai.Score {
	o := g.Outcome()
	loser, lost := o.Loser()
	winScore := ai.RuleBound
	if o.Method == game.Checkmate || o.Method == game.Stalemate {
		winScore = -ai.MateIn(0)
	}
	switch {
	case !lost:
		return 0
	case loser == g.Position().Turn():
		return -winScore
	}
	return winScore
}
