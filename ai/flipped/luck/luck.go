// Package luck separates luck from choice in a finished game of flipped chess.
//
// A choice is judged by what its player could know: the move's value, averaged over what it might turn over, against the best move's.
// Luck is what came after it: the value with the piece that was turned over against that average, and a piece captured face down
// against the average of those that it might have been. Values are shares of the point, 0 to 1, that the engine expects for the side
// that moves; so luck averages zero, whatever is chosen. To turn over a rook is worth less than it seems, because it was among the
// face-down pieces before.
//
// It needs the deal, so it is for games that are over. What may not enter: texts.
package luck

import (
	"context"
	"fmt"
	"math"

	"yeye/ai/flipped"
	"yeye/game"
	"yeye/game/jieqi"
)

// Nodes is what a report searches for a move where nobody says otherwise.
const Nodes = 3000

// Ply is a move of the game.
type Ply struct {
	Ply  int // from 1
	By   game.Color
	Made jieqi.Ply // the move with what it brought to light
	// Before is what the move promised, After what it brought with what came to light; equal if nothing did.
	Before, After float64
	// Best is the move that promised most, and Cost how much more; 0 if the move itself was the best.
	Best game.Move
	Cost float64
}

// Luck is what the turn gained by luck.
func (t *Ply) Luck() float64 { return t.After - t.Before }

// Side sums up a side's turns.
type Side struct {
	Turned  int     // pieces turned over
	Taken   int     // pieces captured face down
	Luck    float64 // of all of them, in points
	Cost    float64 // of all choices, in points
	Dearest int     // index of the turn of the dearest choice, -1 if none cost anything
	// Luckiest and Unluckiest are indices of turns, -1 if there are none.
	Luckiest, Unluckiest int
}

// Report is a game parted into luck and choice.
type Report struct {
	Plies []Ply
	Sides [2]Side
}

// Lucky returns the side that was luckier, and by how many points.
func (r *Report) Lucky() (game.Color, float64) {
	d := r.Sides[game.Red].Luck - r.Sides[game.Black].Luck
	if d < 0 {
		return game.Black, -d
	}
	return game.Red, d
}

// Split judges every move of a game, each by searches of that many nodes. The moves must be legal with the deal. If the game was open,
// both sides saw what was captured face down.
func Split(ctx context.Context, e *flipped.Engine, deal jieqi.Deal, moves []game.Move, open bool, nodes uint64) (*Report, error) {
	r := &Report{}
	for c := range r.Sides {
		r.Sides[c] = Side{Dearest: -1, Luckiest: -1, Unluckiest: -1}
	}
	g := jieqi.NewGame(deal)
	for i, m := range moves {
		by := g.Position().Turn()
		viewer := jieqi.PlayerOf(by)
		if open {
			viewer = jieqi.Everything
		}
		v := g.View(viewer)
		t, err := look(ctx, e, &v, m, nodes)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := g.Play(m); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		turn := t.judge(&v, g.Plies()[i])
		turn.Ply, turn.By = i+1, by
		r.Plies = append(r.Plies, turn)
		r.Sides[by].add(r.Plies, i)
	}
	return r, nil
}

// looked is a move with the best one, searched equally deep.
type looked struct{ chosen, best flipped.Choice }

func look(ctx context.Context, e *flipped.Engine, v *jieqi.View, m game.Move, nodes uint64) (looked, error) {
	if err := v.Position.Explain(m); err != nil {
		return looked{}, err
	}
	all, err := e.Look(ctx, v, flipped.Limits{Nodes: nodes})
	if err != nil {
		return looked{}, err
	}
	if all.Best() == m {
		return looked{all.Choices[0], all.Choices[0]}, nil
	}
	// The move may have been left behind early.
	two, err := e.Look(ctx, v, flipped.Limits{Nodes: nodes, Only: []game.Move{m, all.Best()}})
	if err != nil {
		return looked{}, err
	}
	x := looked{two.Choices[0], two.Choices[0]}
	for _, c := range two.Choices {
		if c.Move == m {
			x.chosen = c
		}
	}
	if x.chosen.Depth < x.best.Depth { // the search ended between the two
		x.best = x.chosen
	}
	return x, nil
}

// judge values the choice and what came to light. v is what the player knew before.
func (x *looked) judge(v *jieqi.View, p jieqi.Ply) Ply {
	us := v.Position.Turn()
	pool := &v.Hidden[us]
	t := Ply{Made: p, Best: x.best.Move, Before: promised(&x.chosen, pool)}
	t.Cost = max(0, promised(&x.best, pool)-t.Before)
	t.After = t.Before
	value := x.chosen.Value
	if p.Turned != game.NoRole {
		value = x.chosen.Turned[p.Turned]
		t.After = share(value)
	}
	if p.Dark {
		theirs := &v.Hidden[us.Other()]
		more := share(value+flipped.Worth(p.Taken)-flipped.Average(theirs)) - expectedTaken(value, theirs)
		t.After = min(1, max(0, t.After+more))
	}
	return t
}

// expectedTaken is the share on average over what the captured piece may be.
func expectedTaken(value flipped.Score, pool *jieqi.Pool) float64 {
	sum, n := 0.0, 0
	for r, k := range pool {
		if k > 0 {
			sum += float64(k) * share(value+flipped.Worth(game.Role(r))-flipped.Average(pool))
			n += int(k)
		}
	}
	return sum / float64(max(n, 1))
}

// promised is the share that a move promises, averaged over what it may turn over.
func promised(c *flipped.Choice, pool *jieqi.Pool) float64 {
	sum, n := 0.0, 0
	if c.Dark {
		for r, k := range pool {
			sum += float64(k) * share(c.Turned[r])
			n += int(k)
		}
	}
	if n == 0 {
		return share(c.Value)
	}
	return sum / float64(n)
}

// share is the part of the point that a value promises: three pawns ahead are worth 0.7.
func share(v flipped.Score) float64 { return 1 / (1 + math.Exp(-float64(v)/361)) }

// add counts the last turn.
func (s *Side) add(turns []Ply, i int) {
	t := &turns[i]
	s.Cost += t.Cost
	if t.Cost > 0 && (s.Dearest < 0 || t.Cost > turns[s.Dearest].Cost) {
		s.Dearest = i
	}
	if t.Made.Turned == game.NoRole && !t.Made.Dark {
		return
	}
	if t.Made.Turned != game.NoRole {
		s.Turned++
	}
	if t.Made.Dark {
		s.Taken++
	}
	s.Luck += t.Luck()
	if s.Luckiest < 0 || t.Luck() > turns[s.Luckiest].Luck() {
		s.Luckiest = i
	}
	if s.Unluckiest < 0 || t.Luck() < turns[s.Unluckiest].Luck() {
		s.Unluckiest = i
	}
}
