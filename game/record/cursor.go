package record

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"yeye/game"
)

// Cursor is a place in the tree of a record: after some number of moves of a line. It
// is used to step through a game, choose a variation, and add a move; it must not be
// used concurrently, and nothing else may change the record while it is in use.
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

// ErrNoPlace is returned for a path or number that is not in the record.
var ErrNoPlace = errors.New("there is no such place in the record")

// Begin returns a cursor before the first move.
func (r *Record) Begin() *Cursor { return &Cursor{record: r, now: r.Start, line: &r.Line} }

// At returns a cursor at the place named by [Cursor.Path].
func (r *Record) At(path string) (*Cursor, error) {
	c := r.Begin()
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

// Path names the place in characters that are valid in an id: "12.0-3.1-5" means, after
// twelve moves of the game, variation 0, three moves of that, variation 1, five moves
// of that, counting a variation's first move.
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

// Moves returns the moves that led to the place.
func (c *Cursor) Moves() []game.Move {
	moves := make([]game.Move, len(c.path))
	for i, u := range c.path {
		moves[i] = u.move
	}
	return moves
}

// Depth returns how many variations the place is nested in: 0 in the game itself.
func (c *Cursor) Depth() int { return len(c.parents) }

// Last returns the move that led here, nil before the first. Its comment, mark and
// value may be changed, but not the move.
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

// Choices returns the next move of the line, then the first moves of its variations;
// nothing at the end of the line.
func (c *Cursor) Choices() (moves []game.Move) {
	for _, p := range c.Continuations() {
		moves = append(moves, p.Move)
	}
	return
}

// Continuations is Choices with the comment, mark and value of each.
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

// Next goes one move forward along the line and reports whether there was one.
func (c *Cursor) Next() bool {
	if c.ply == len(*c.line) {
		return false
	}
	m := (*c.line)[c.ply].Move
	c.path = append(c.path, step{m, c.now.Do(m)})
	c.ply++
	return true
}

// Enter goes to the place after the first move of variation i of the next move, and
// reports whether it exists.
func (c *Cursor) Enter(i int) bool {
	if c.ply == len(*c.line) || i < 0 || i >= len((*c.line)[c.ply].Variations) {
		return false
	}
	c.parents = append(c.parents, branchPoint{c.line, c.ply, i})
	c.line, c.ply = &(*c.line)[c.ply].Variations[i], 0
	return c.Next()
}

// Back goes one move back, leaving a variation at its first move, and reports whether
// there was one.
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

// leave goes from a variation to the place where it leaves its line.
func (c *Cursor) leave() {
	n := len(c.parents) - 1
	c.line, c.ply, c.parents = c.parents[n].line, c.parents[n].ply, c.parents[:n]
}

// Play goes to the place after a move from here: along the line, into the variation
// that begins with it, or into a new variation. An illegal move is refused with an
// [*game.IllegalMove], one nested more than [MaxDepth] deep with [ErrTooBig].
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

// FollowingPlies returns how many moves follow the place in all lines.
func (c *Cursor) FollowingPlies() (moves int) {
	walk((*c.line)[c.ply:], func(Ply, bool, bool) { moves++ })
	return
}

// Variation returns how many moves the variation that the place is in has, including
// those of its own variations; 0 in the game itself.
func (c *Cursor) Variation() (moves int) {
	if n := len(c.parents) - 1; n >= 0 {
		f := c.parents[n]
		walk((*f.line)[f.ply].Variations[f.variation], func(Ply, bool, bool) { moves++ })
	}
	return
}

// Cut removes everything after the place from its line, including the variations of the
// removed moves.
func (c *Cursor) Cut() { *c.line = (*c.line)[:c.ply] }

// Promote exchanges the variation that the place is in with the line that it leaves,
// which becomes its variation. It returns false in the game itself.
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

// Drop deletes the variation that the place is in and goes to the place where it leaves
// its line. It returns false in the game itself.
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

// Subtree returns a record of the moves that led to the place and of all that follows
// it, without the rest of the record.
func (c *Cursor) Subtree() *Record {
	r := *c.record
	r.Line = nil
	from := c.record.Begin()
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

// Follow goes along a move that the record has here, and returns false if it has none.
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
