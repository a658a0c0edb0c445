package book

import (
	"container/heap"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"yeye/game"
)

// Analyst returns the best moves of a game's position with their scores, best first.
type Analyst func(ctx context.Context, g *game.Game) ([]Line, error)

// Grower extends a book. It always analyzes the likeliest position next: the one with the fewest plies from the start
// and the least deviation from the best moves. The same book, analyst and settings give the same result.
type Grower struct {
	Book    *Book
	Ask     Analyst
	MaxLoss int // moves worse than the best by more centipawns are left out; 0 means 40
	Plies   int // maximum number of plies from the start; 0 means 16
	// LossPerPly is the deviation, in centipawns, that counts like one more ply; 0 means 15.
	LossPerPly int
}

// Grow adds up to n positions and writes each to out as a line of a book file as soon as it is analyzed. It returns
// early if no position is left to analyze. each, if not nil, is called after each position.
func (g *Grower) Grow(ctx context.Context, n int, out io.Writer,
	each func(path []game.Move, lines []Line)) (added int, err error) {
	queue := g.frontier()
	for added < n && queue.Len() > 0 {
		c := heap.Pop(queue).(candidate)
		at := game.NewGame(game.Start(), game.Asian)
		for _, m := range c.path {
			if err := at.Play(m); err != nil {
				return added, err
			}
		}
		if at.Outcome().Over() || g.Book.Has(at.Position()) {
			continue
		}
		lines, err := g.analyse(ctx, at)
		if err != nil {
			return added, err
		}
		if !g.Book.add(at.Position(), c.path, lines) {
			continue
		}
		if _, err := io.WriteString(out, format(c.path, lines)); err != nil {
			return added, err
		}
		added++
		if each != nil {
			each(c.path, lines)
		}
		g.follow(queue, c, at.Position(), lines)
	}
	return added, nil
}

func (g *Grower) analyse(ctx context.Context, at *game.Game) ([]Line, error) {
	lines, err := g.Ask(ctx, at)
	if err != nil {
		return nil, err
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err // an interrupted analysis is useless
	}
	within := g.MaxLoss
	if within == 0 {
		within = 40
	}
	slices.SortStableFunc(lines, func(x, y Line) int { return y.Score - x.Score })
	return slices.DeleteFunc(lines, func(l Line) bool { return lines[0].Score-l.Score > within }), nil
}

func format(path []game.Move, lines []Line) string {
	var b strings.Builder
	for _, m := range path {
		b.WriteString(m.String() + " ")
	}
	b.WriteString("|")
	for _, l := range lines {
		fmt.Fprintf(&b, " %s %d", l.Move, l.Score)
	}
	b.WriteString("\n")
	return b.String()
}

// candidate is a position that is not analyzed yet.
type candidate struct {
	path []game.Move
	cost int // hundredths of a ply
	text string
}

type frontier []candidate

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	if f[i].cost != f[j].cost {
		return f[i].cost < f[j].cost
	}
	return f[i].text < f[j].text // a deterministic order
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(candidate)) }
func (f *frontier) Pop() any {
	last := len(*f) - 1
	c := (*f)[last]
	*f = (*f)[:last]
	return c
}

// frontier returns the positions just outside the book that its moves reach.
func (g *Grower) frontier() *frontier {
	queue := &frontier{}
	heap.Push(queue, candidate{})
	edge := &frontier{}
	seen := map[string]bool{}
	for queue.Len() > 0 {
		c := heap.Pop(queue).(candidate)
		p := game.Start()
		for _, m := range c.path {
			p.Do(m)
		}
		key, _, _ := canonical(&p)
		if g.Book.pages[key] == nil {
			heap.Push(edge, c)
			continue
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		g.follow(queue, c, &p, g.Book.Moves(&p))
	}
	return edge
}

// follow queues the positions after the moves of a position. In a symmetric position it queues only one of two mirrored
// moves.
func (g *Grower) follow(queue *frontier, c candidate, p *game.Position, lines []Line) {
	plies, per := g.Plies, g.LossPerPly
	if plies == 0 {
		plies = 16
	}
	if per == 0 {
		per = 15
	}
	if len(c.path) >= plies || len(lines) == 0 {
		return
	}
	_, _, symmetric := canonical(p)
	var taken []game.Move
	for _, l := range lines {
		if symmetric && slices.Contains(taken, l.Move.Mirror()) {
			continue
		}
		taken = append(taken, l.Move)
		path := append(slices.Clone(c.path), l.Move)
		heap.Push(queue, candidate{path, c.cost + 100 + 100*(lines[0].Score-l.Score)/per, format(path, nil)})
	}
}
