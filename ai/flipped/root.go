package flipped

import (
	"context"
	"errors"
	"slices"

	"yeye/game"
	"yeye/game/jieqi"
)

// ErrOver means that the position has no legal move.
var ErrOver = errors.New("flipped: there is no legal move")

// Limits says when a search ends.
type Limits struct {
	Nodes uint64      // 0 means that only the position after each move is evaluated
	Depth int         // plies; 0 means no limit
	Only  []game.Move // the moves to search; nil means all
}

// Choice is a legal move with its value.
type Choice struct {
	Move  game.Move
	Value Score // for the side that moves; for a face-down piece the weighted average of ByRole
	// ByRole holds, for a move of a face-down piece, the score of each role that the piece may turn out to have.
	ByRole [8]Score
	Dark   bool // the piece that moves is face down
	// Depth is how many plies the move was searched, 0 if the position after it was only evaluated. A move with less
	// depth than the first was dropped as worse; its score is from its last search. Losing moves come last, whatever
	// their depth.
	Depth int
}

// Result is the result of a search.
type Result struct {
	Choices []Choice // every move searched, best first
	Nodes   uint64
}

// Best returns the best move.
func (r *Result) Best() game.Move { return r.Choices[0].Move }

// candidate is a root move.
type candidate struct {
	Choice
	exact bool // ByRole holds the scores of a completed search: the next one uses windows around them
}

// Search searches a position as its viewer sees it. If the context is canceled, it ends early and returns what it has
// found, without an error.
func (e *Engine) Search(ctx context.Context, v *jieqi.View, lim Limits) (Result, error) {
	e.reset(ctx, v)
	candidates := e.candidates(lim.Only)
	if len(candidates) == 0 {
		return Result{}, ErrOver
	}
	pools := v.Hidden
	all := candidates
	for depth := range maxPly / 2 {
		if lim.Nodes == 0 && depth > 0 || lim.Depth > 0 && depth > lim.Depth {
			break
		}
		if depth > 1 { // the first two iterations always complete
			e.limit = lim.Nodes
		}
		best := int32(-infinite)
		for i := range candidates {
			c := candidates[i]
			if !e.searchCandidate(&c, depth, best, &pools) {
				break
			}
			candidates[i] = c
			best = max(best, int32(c.Value))
		}
		if best <= -mateBound { // these candidates all lose, but the dropped ones may not
			candidates = all
		}
		slices.SortStableFunc(candidates, better)
		if e.stopped || len(candidates) == 1 && depth > 1 || best >= mateBound || candidates[0].lost() {
			break
		}
		if depth > 0 { // an evaluation alone does not see recaptures
			candidates = candidates[:keepCount(candidates, depth)]
		}
	}
	r := Result{Nodes: e.nodes}
	for _, c := range all {
		r.Choices = append(r.Choices, c.Choice)
	}
	return r, nil
}

// reset prepares the engine for a search.
func (e *Engine) reset(ctx context.Context, v *jieqi.View) {
	clear(e.table)
	e.history = [32][game.Squares]int32{}
	for i := range e.stack {
		e.stack[i].killers = [2]game.Move{}
	}
	e.board = newBoard(v)
	e.ctx, e.nodes, e.stopped = ctx, 0, false
	e.limit = 1 << 62
	e.path = append(e.path[:0], repetitionPath(e.board, v.Moves)...)
}

// repetitionPath returns the positions since the last capture or turned-over piece; earlier ones cannot recur.
func repetitionPath(b board, plies []jieqi.Ply) (path []step) {
	for i := len(plies) - 1; i >= 0; i-- {
		p := plies[i]
		if p.Turned != game.NoRole || p.Taken != game.NoRole || p.Dark {
			break
		}
		b.undo(p.Move, saved{moved: b.at[p.Move.To()]}) // without the key, which hash computes
		path = append(path, step{b.hash(), b.inCheck()})
	}
	slices.Reverse(path)
	return path
}

// hash computes the key from scratch.
func (b *board) hash() (key uint64) {
	for s, p := range b.at {
		if p != none {
			key ^= keys.piece[p][s]
		}
		if b.dark.Has(game.Square(s)) {
			key ^= keys.dark[s]
		}
	}
	if b.turn == game.Black {
		key ^= keys.black
	}
	return key
}

func (e *Engine) candidates(only []game.Move) (all []candidate) {
	b := &e.board
	for _, m := range b.moves(nil, allSquares) {
		if b.legal(m) && (only == nil || slices.Contains(only, m)) {
			all = append(all, candidate{Choice: Choice{Move: m, Dark: b.dark.Has(m.From())}})
		}
	}
	return all
}

// lost reports whether the move loses: the other side mates by force.
func (c *candidate) lost() bool { return c.Value <= -mateBound }

// better sorts losing moves last, deeper searched moves first, then by value.
func better(a, b candidate) int {
	switch {
	case a.lost() && b.lost(): // the longest defense
		return int(b.Value) - int(a.Value)
	case a.lost():
		return 1
	case b.lost():
		return -1
	}
	if a.Depth != b.Depth {
		return b.Depth - a.Depth
	}
	return int(b.Value) - int(a.Value)
}

// After each depth, moves that score worse than the best by more than this margin are dropped.
const (
	margin     = 320
	marginStep = 40 // per ply
	minMargin  = 90
	minKept    = 3
)

// keepCount returns how many of the candidates, which are sorted, to search deeper.
func keepCount(c []candidate, depth int) int {
	gap := Score(max(margin-marginStep*depth, minMargin))
	n := 1
	for n < len(c) && (n < minKept || c[n].Value >= c[0].Value-gap) && c[n].Depth == c[0].Depth {
		n++
	}
	return n
}

// averageBound limits each score before it is averaged. A mate with one of the roles would outweigh all others.
const averageBound = 3 * unclearLoss / 2

// searchCandidate searches a candidate and reports whether the search completed. A face-down piece is searched once for
// each role that it may have, with exact scores, because bounds cannot be averaged.
func (e *Engine) searchCandidate(c *candidate, depth int, best int32, pools *[2]jieqi.Pool) bool {
	us := e.board.turn
	if !c.Dark {
		alpha := int32(-infinite)
		if best > -infinite {
			// the score need not be averaged, so an upper bound is enough for a move that is this much worse
			alpha = best - 50
		}
		v, ok := e.searchMove(c.Move, game.NoRole, depth, alpha, infinite, pools)
		if ok {
			c.Value, c.Depth = Score(v), depth
		}
		return ok
	}
	sum, n := int64(0), int64(0)
	low, high := int32(infinite), int32(-infinite)
	turned := c.ByRole
	for r := game.Advisor; r <= game.Pawn; r++ {
		k := pools[us][r]
		if k == 0 {
			continue
		}
		left := *pools
		left[us][r]--
		v, ok := e.searchAsRole(c, r, depth, &left)
		if !ok {
			return false
		}
		turned[r] = Score(v)
		low, high = min(low, v), max(high, v)
		sum += int64(k) * int64(min(max(v, -averageBound), averageBound))
		n += int64(k)
	}
	c.ByRole, c.Value, c.Depth, c.exact = turned, Score(sum/max(n, 1)), depth, true
	if low >= mateBound || high <= -mateBound { // mate whatever the piece turns out to be
		c.Value = Score(low)
	}
	return true
}

// searchAsRole searches a face-down piece as role r, with an aspiration window around its last score.
func (e *Engine) searchAsRole(c *candidate, r game.Role, depth int, left *[2]jieqi.Pool) (int32, bool) {
	const width = 45
	if old := int32(c.ByRole[r]); c.exact && depth > 1 && old < mateBound && old > -mateBound {
		v, ok := e.searchMove(c.Move, r, depth, old-width, old+width, left)
		if !ok || v > old-width && v < old+width {
			return v, ok
		}
	}
	return e.searchMove(c.Move, r, depth, -infinite, infinite, left)
}

// searchMove returns the score of a move for the side that makes it, if the piece turns out to be of role turned.
func (e *Engine) searchMove(m game.Move, turned game.Role, depth int, alpha, beta int32,
	pools *[2]jieqi.Pool) (int32, bool) {
	b := &e.board
	e.path = append(e.path, step{b.key, b.inCheck()})
	defer e.popPath()
	average := b.average
	if turned != game.NoRole {
		b.setAverages(pools)
	}
	e.salt = poolKey(pools)
	u := b.do(m, turned)
	var v int32
	if depth == 0 {
		v = -b.evaluate()
		e.nodes++
		if check := b.inCheck(); !b.hasLegal() {
			v = -b.noMovesScore(check, 1)
		}
	} else {
		v = -e.search(depth-1, 1, -beta, -alpha, true)
	}
	b.undo(m, u)
	b.average = average
	return v, !e.stopped
}

// hasLegal reports whether there is a legal move.
func (b *board) hasLegal() bool {
	var buf [jieqi.MaxMoves]game.Move
	return slices.ContainsFunc(b.moves(buf[:0], allSquares), b.legal)
}
