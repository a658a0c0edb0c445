package record

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"yeye/game"
)

// Cursor is a place in the tree of a record: after some number of moves of a line. It is used to step through a game,
// choose a variation, and add a move. It must not be used concurrently, and only the cursor may change the record while
// it is in use.
type Cursor struct {
	record  *Record
	now     game.Position
	path    []step
	line    *[]Ply
	ply     int // of the line
	parents []branchPoint
}

// branchPoint is the place where a variation leaves its parent line.
type branchPoint struct {
	line      *[]Ply
	ply       int
	variation int // index among the variations of that ply
}

// ErrNoPlace is returned for a path or number of a place that the record does not have.
var ErrNoPlace = errors.New("there is no such place in the record")

// NewCursor returns a cursor before the first move.
func (r *Record) NewCursor() *Cursor { return &Cursor{record: r, now: r.Start, line: &r.Line} }

// At returns a cursor at the place named by [Cursor.Path].
func (r *Record) At(path string) (*Cursor, error) {
	c := r.NewCursor()
	forks := strings.Split(path, "-")
	if len(forks) > MaxDepth+1 {
		return nil, ErrNoPlace
	}
	for i, f := range forks {
		plies, variation, hasVariation := strings.Cut(f, ".")
		n, err := strconv.ParseUint(plies, 10, 31)
		if err != nil || hasVariation != (i+1 < len(forks)) || int(n) < c.ply || int(n) > len(*c.line) {
			return nil, ErrNoPlace
		}
		for c.ply < int(n) {
			c.Next()
		}
		if !hasVariation {
			break
		}
		if v, err := strconv.ParseUint(variation, 10, 31); err != nil || !c.Enter(int(v)) {
			return nil, ErrNoPlace
		}
	}
	return c, nil
}

// Path names the place in characters that are valid in a custom ID: "12.0-3.1-5" means, after twelve moves of the game,
// variation 0, three moves of it, variation 1, five moves of it. A variation's first move counts.
func (c *Cursor) Path() string {
	var b strings.Builder
	for _, f := range c.parents {
		fmt.Fprintf(&b, "%d.%d-", f.ply, f.variation)
	}
	b.WriteString(strconv.Itoa(c.ply))
	return b.String()
}

// Position returns the position at the place.
func (c *Cursor) Position() game.Position { return c.now }

// Moves returns the moves from the start to the place.
func (c *Cursor) Moves() []game.Move {
	moves := make([]game.Move, len(c.path))
	for i, u := range c.path {
		moves[i] = u.move
	}
	return moves
}

// Depth returns how many variations the place is nested in: 0 in the game itself.
func (c *Cursor) Depth() int { return len(c.parents) }

// Last returns the move that led to the place, nil before the first move. Its comment, mark and evaluation may be
// changed, but not the move.
func (c *Cursor) Last() *Ply {
	if c.ply == 0 {
		return nil
	}
	return &(*c.line)[c.ply-1]
}

// Comment returns the comment at the place.
func (c *Cursor) Comment() string {
	if last := c.Last(); last != nil {
		return last.Comment
	}
	return c.record.Comment
}

// SetComment replaces the comment at the place; "" removes it.
func (c *Cursor) SetComment(text string) {
	if last := c.Last(); last != nil {
		last.Comment = cleanComment(text)
	} else {
		c.record.Comment = cleanComment(text)
	}
}

// Choices returns the next move of the line, then the first moves of its variations; none at the end of the line.
func (c *Cursor) Choices() (moves []game.Move) {
	for _, p := range c.Continuations() {
		moves = append(moves, p.Move)
	}
	return
}

// Continuations is Choices with the comment, mark and evaluation of each.
func (c *Cursor) Continuations() (plies []Ply) {
	if c.ply == len(*c.line) {
		return nil
	}
	next := (*c.line)[c.ply]
	plies = append(plies, next)
	for _, v := range next.Variations {
		plies = append(plies, v[0])
	}
	return
}

// Next moves one ply forward along the line and reports whether there was one.
func (c *Cursor) Next() bool {
	if c.ply == len(*c.line) {
		return false
	}
	m := (*c.line)[c.ply].Move
	c.path = append(c.path, step{m, c.now.Do(m)})
	c.ply++
	return true
}

// Enter moves to the place after the first move of variation i of the next move, and reports whether it exists.
func (c *Cursor) Enter(i int) bool {
	if c.ply == len(*c.line) || i < 0 || i >= len((*c.line)[c.ply].Variations) {
		return false
	}
	c.parents = append(c.parents, branchPoint{c.line, c.ply, i})
	c.line, c.ply = &(*c.line)[c.ply].Variations[i], 0
	return c.Next()
}

// Back moves one ply back, leaving a variation at its first move, and reports whether there was one.
func (c *Cursor) Back() bool {
	n := len(c.path) - 1
	if n < 0 {
		return false
	}
	c.now.Undo(c.path[n].move, c.path[n].undo)
	c.path = c.path[:n]
	if c.ply--; c.ply == 0 && len(c.parents) > 0 {
		c.leave()
	}
	return true
}

// leave moves from a variation to the branch point where it leaves its line.
func (c *Cursor) leave() {
	n := len(c.parents) - 1
	c.line, c.ply, c.parents = c.parents[n].line, c.parents[n].ply, c.parents[:n]
}

// Play moves to the place after move m: along the line, into the variation that starts with m, or into a new variation.
// Errors are [*game.IllegalMove], and [ErrTooBig] for a variation nested more than [MaxDepth] deep.
func (c *Cursor) Play(m game.Move) error {
	if err := c.now.Explain(m); err != nil {
		return err
	}
	if c.Follow(m) {
		return nil
	}
	if c.ply == len(*c.line) {
		*c.line = append(*c.line, Ply{Move: m})
		c.Next()
		return nil
	}
	if len(c.parents) >= MaxDepth {
		return ErrTooBig
	}
	next := &(*c.line)[c.ply]
	next.Variations = append(next.Variations, []Ply{{Move: m}})
	c.Enter(len(next.Variations) - 1)
	return nil
}

// FollowingPlies returns how many moves follow the place in all lines together.
func (c *Cursor) FollowingPlies() (moves int) {
	walk((*c.line)[c.ply:], func(Ply, bool, bool) { moves++ })
	return
}

// Variation returns how many moves the variation of the place has, including those of its own variations; 0 in the game
// itself.
func (c *Cursor) Variation() (moves int) {
	if n := len(c.parents) - 1; n >= 0 {
		f := c.parents[n]
		walk((*f.line)[f.ply].Variations[f.variation], func(Ply, bool, bool) { moves++ })
	}
	return
}

// Cut removes everything after the place from its line, including the variations of the removed moves.
func (c *Cursor) Cut() { *c.line = (*c.line)[:c.ply] }

// Promote swaps the variation of the place with the line that it leaves, which becomes a variation. It returns false in
// the game itself.
func (c *Cursor) Promote() bool {
	n := len(c.parents) - 1
	if n < 0 {
		return false
	}
	f := c.parents[n]
	line := *f.line
	old := append([]Ply(nil), line[f.ply:]...)
	others := slices.Delete(slices.Clone(old[0].Variations), f.variation, f.variation+1)
	promoted := line[f.ply].Variations[f.variation]
	old[0].Variations = nil
	promoted[0].Variations = slices.Concat([][]Ply{old}, others, promoted[0].Variations)
	*f.line = append(line[:f.ply:f.ply], promoted...)
	c.line, c.ply, c.parents = f.line, f.ply+c.ply, c.parents[:n]
	return true
}

// Drop deletes the variation of the place and moves to its branch point. It returns false in the game itself.
func (c *Cursor) Drop() bool {
	n := len(c.parents) - 1
	if n < 0 {
		return false
	}
	f := c.parents[n]
	for len(c.parents) > n {
		c.Back()
	}
	next := &(*f.line)[f.ply]
	next.Variations = slices.Delete(slices.Clone(next.Variations), f.variation, f.variation+1)
	return true
}

// Subtree returns a record of the moves that led to the place and of everything after it, without the rest of the
// record.
func (c *Cursor) Subtree() *Record {
	r := *c.record
	r.Line = nil
	from := c.record.NewCursor()
	for _, m := range c.Moves() {
		if !from.Follow(m) {
			break
		}
		p := *from.Last()
		p.Variations = nil
		r.Line = append(r.Line, p)
	}
	r.Line = append(r.Line, (*c.line)[c.ply:]...)
	return &r
}

// Follow makes a move that the record has at this place, and returns false if it has none.
func (c *Cursor) Follow(m game.Move) bool {
	for i, known := range c.Choices() {
		switch {
		case known != m:
		case i == 0:
			return c.Next()
		default:
			return c.Enter(i - 1)
		}
	}
	return false
}
