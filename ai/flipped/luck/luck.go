// Package luck separates luck from skill in a finished game of flipped chess.
//
// A move is judged by what its player could know: its expected score, averaged over what it might turn over, against
// the best move's. Luck is the difference between the actual and the expected score: of the piece turned over, and of a
// piece captured face down. Scores are the expected points of the side that moves, 0 to 1. Luck averages zero for any
// move. Turning over a rook is worth less than it seems, because the rook was among the face-down pieces before.
//
// It needs the deal, so it is for finished games only. Out of scope: texts.
package luck

import (
	"context"
	"fmt"
	"math"

	"yeye/ai/flipped"
	"yeye/game"
	"yeye/game/jieqi"
)

// Nodes is the default number of nodes searched for each move.
const Nodes = 3000

// Ply is a move of the game and its luck.
type Ply struct {
	Ply  int // from 1
	By   game.Color
	Made jieqi.Ply // the move and the pieces it revealed
	// Before is the expected score of the move, After the score with what it revealed; they are equal if it revealed
	// nothing.
	Before, After float64
	// Best is the best move, and Cost how many points better it was; 0 if the move was the best.
	Best game.Move
	Cost float64
}

// Luck returns how many points the ply gained by luck.
func (t *Ply) Luck() float64 { return t.After - t.Before }

// Side sums up a side's plies.
type Side struct {
	Turned    int     // pieces turned over
	Taken     int     // pieces captured face down
	Luck      float64 // of all plies, in points
	Cost      float64 // of all moves, in points
	Costliest int     // index of the costliest ply, -1 if none cost anything
	// Luckiest and Unluckiest are indices of plies, -1 if there is none.
	Luckiest, Unluckiest int
}

// Report splits a game into luck and skill.
type Report struct {
	Plies []Ply
	Sides [2]Side
}

// Lucky returns the luckier side, and by how many points.
func (r *Report) Lucky() (game.Color, float64) {
	d := r.Sides[game.Red].Luck - r.Sides[game.Black].Luck
	if d < 0 {
		return game.Black, -d
	}
	return game.Red, d
}

// Split judges every move of a game with searches of that many nodes. The moves must be legal with the deal. If open is
// set, both sides saw what was captured face down.
func Split(ctx context.Context, e *flipped.Engine, deal jieqi.Deal, moves []game.Move, open bool,
	nodes uint64) (*Report, error) {
	r := &Report{}
	for c := range r.Sides {
		r.Sides[c] = Side{Costliest: -1, Luckiest: -1, Unluckiest: -1}
	}
	g := jieqi.NewGame(deal)
	for i, m := range moves {
		by := g.Position().Turn()
		viewer := jieqi.PlayerOf(by)
		if open {
			viewer = jieqi.Everything
		}
		v := g.View(viewer)
		t, err := searchBoth(ctx, e, &v, m, nodes)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := g.Play(m); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		ply := t.judge(&v, g.Plies()[i])
		ply.Ply, ply.By = i+1, by
		r.Plies = append(r.Plies, ply)
		r.Sides[by].add(r.Plies, i)
	}
	return r, nil
}

// searched is the move played and the best move, searched to the same depth.
type searched struct{ chosen, best flipped.Choice }

func searchBoth(ctx context.Context, e *flipped.Engine, v *jieqi.View, m game.Move, nodes uint64) (searched, error) {
	if err := v.Position.Explain(m); err != nil {
		return searched{}, err
	}
	all, err := e.Search(ctx, v, flipped.Limits{Nodes: nodes})
	if err != nil {
		return searched{}, err
	}
	if all.Best() == m {
		return searched{all.Choices[0], all.Choices[0]}, nil
	}
	// The search may have dropped the move early.
	two, err := e.Search(ctx, v, flipped.Limits{Nodes: nodes, Only: []game.Move{m, all.Best()}})
	if err != nil {
		return searched{}, err
	}
	x := searched{two.Choices[0], two.Choices[0]}
	for _, c := range two.Choices {
		if c.Move == m {
			x.chosen = c
		}
	}
	if x.chosen.Depth < x.best.Depth { // the search ended between the two moves
		x.best = x.chosen
	}
	return x, nil
}

// judge returns the ply with its cost and luck. v is the player's view before the move.
func (x *searched) judge(v *jieqi.View, p jieqi.Ply) Ply {
	us := v.Position.Turn()
	pool := &v.Hidden[us]
	t := Ply{Made: p, Best: x.best.Move, Before: expectedPoints(&x.chosen, pool)}
	t.Cost = max(0, expectedPoints(&x.best, pool)-t.Before)
	t.After = t.Before
	value := x.chosen.Value
	if p.Turned != game.NoRole {
		value = x.chosen.ByRole[p.Turned]
		t.After = pointsOf(value)
	}
	if p.Dark {
		theirs := &v.Hidden[us.Other()]
		more := pointsOf(
			value+flipped.MaterialValue(p.Taken)-flipped.AverageValue(theirs),
		) - expectedTaken(
			value,
			theirs,
		)
		t.After = min(1, max(0, t.After+more))
	}
	return t
}

// expectedTaken returns the expected points, averaged over what the captured piece may be.
func expectedTaken(value flipped.Score, pool *jieqi.Pool) float64 {
	sum, n := 0.0, 0
	for r, k := range pool {
		if k > 0 {
			sum += float64(k) * pointsOf(value+flipped.MaterialValue(game.Role(r))-flipped.AverageValue(pool))
			n += int(k)
		}
	}
	return sum / float64(max(n, 1))
}

// expectedPoints returns the expected points of a move, averaged over what it may turn over.
func expectedPoints(c *flipped.Choice, pool *jieqi.Pool) float64 {
	sum, n := 0.0, 0
	if c.Dark {
		for r, k := range pool {
			sum += float64(k) * pointsOf(c.ByRole[r])
			n += int(k)
		}
	}
	if n == 0 {
		return pointsOf(c.Value)
	}
	return sum / float64(n)
}

// pointsOf converts a score to expected points, 0 to 1: three pawns ahead are 0.7.
func pointsOf(v flipped.Score) float64 { return 1 / (1 + math.Exp(-float64(v)/361)) }

// add adds the last ply to the sums.
func (s *Side) add(plies []Ply, i int) {
	t := &plies[i]
	s.Cost += t.Cost
	if t.Cost > 0 && (s.Costliest < 0 || t.Cost > plies[s.Costliest].Cost) {
		s.Costliest = i
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
	if s.Luckiest < 0 || t.Luck() > plies[s.Luckiest].Luck() {
		s.Luckiest = i
	}
	if s.Unluckiest < 0 || t.Luck() < plies[s.Unluckiest].Luck() {
		s.Unluckiest = i
	}
}
