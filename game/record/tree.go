package record

import (
	"yeye/game"
)

// treeBuilder builds the tree of a record from a stream of moves in the order that XQF, CBR and CBF share: a move, all
// that follows it, then the alternative to it. It keeps one position and the path back from it, so that a hostile file
// takes time linear in its length, whatever its shape.
type treeBuilder struct {
	record   *Record
	position game.Position
	path     []step // from the start to now
	lines    []*treeLine
	line     *treeLine // the current line
	skipping bool      // after an illegal move of a variation: no move is played
	branches []branch  // where the stream will return to for alternatives
	plies    int
}

type step struct {
	move game.Move
	undo game.Undo
}

// treeLine is a line with the variations of its moves. In treeBuilder.lines every line comes after its parent.
type treeLine struct {
	parent     *treeLine // nil for the main line
	parentPly  int       // the ply of the parent that it replaces
	depth      int
	plies      []Ply
	variations []*treeLine
}

// branch is a branch point to which the stream returns.
type branch struct {
	line     *treeLine
	linePly  int
	pathPly  int // of the whole path
	skipping bool
}

func newTree(r *Record) *treeBuilder {
	b := &treeBuilder{record: r, position: r.Start, line: &treeLine{}}
	b.lines = []*treeLine{b.line}
	return b
}

// add adds the next move of the stream: ends means that its line ends with it, forks that an alternative to it follows
// later. complete reports whether the stream is complete. An illegal move of the main line is refused with a
// [*MoveError]; a variation is cut before its first illegal move.
func (b *treeBuilder) add(p Ply, ends, forks bool) (complete bool, err error) {
	if b.plies++; b.plies > MaxPlies {
		return false, ErrTooBig
	}
	if forks {
		line, at := b.line, len(b.line.plies)
		if at == 0 && line.parent != nil { // the first move of a variation: another alternative to the same move
			line, at = line.parent, line.parentPly
		}
		b.branches = append(b.branches, branch{line, at, len(b.path), b.skipping})
	}
	if !b.skipping {
		if err := b.play(p); err != nil {
			return false, err
		}
	}
	if !ends {
		return false, nil
	}
	n := len(b.branches) - 1
	if n < 0 {
		return true, nil
	}
	back := b.branches[n]
	b.branches = b.branches[:n]
	return false, b.resume(back)
}

func (b *treeBuilder) play(p Ply) error {
	m := p.Move
	if err := b.position.Explain(m); err != nil {
		if b.line.parent == nil {
			return newMoveError(&b.position, len(b.path)+1, m.String(), err)
		}
		b.skipping = true
		b.record.Cut++
		return nil
	}
	b.path = append(b.path, step{m, b.position.Do(m)})
	b.line.plies = append(b.line.plies, p)
	return nil
}

// resume returns to a branch. If its first move could not be played, the alternative replaces it.
func (b *treeBuilder) resume(to branch) error {
	for n := len(b.path) - 1; n >= to.pathPly; n-- {
		b.position.Undo(b.path[n].move, b.path[n].undo)
		b.path = b.path[:n]
	}
	b.skipping = to.skipping
	if b.line = to.line; b.skipping || to.linePly >= len(to.line.plies) {
		return nil
	}
	if to.line.depth >= MaxDepth {
		return ErrTooBig
	}
	b.line = &treeLine{parent: to.line, parentPly: to.linePly, depth: to.line.depth + 1}
	to.line.variations = append(to.line.variations, b.line)
	b.lines = append(b.lines, b.line)
	return nil
}

// finish attaches the variations to the moves that they replace, the latest first, because they are attached to earlier
// ones.
func (b *treeBuilder) finish() *Record {
	for n := len(b.lines) - 1; n >= 0; n-- {
		line := b.lines[n]
		for _, v := range line.variations {
			if len(v.plies) > 0 {
				line.plies[v.parentPly].Variations = append(line.plies[v.parentPly].Variations, v.plies)
			}
		}
	}
	b.record.Line = b.lines[0].plies
	return b.record
}

// startOf returns the start position of a file, given the stated one, which need not be legal. Files are often wrong
// about the side to move: the color of the first piece to move decides, then the side that the file names, unless the
// position is legal only with the other side to move.
func startOf(stated game.Position, first game.Move) (game.Position, error) {
	s := stated.Setup()
	from := first.From()
	decided := first != game.NoMove && from.Valid() && s.Board[from] != game.NoPiece
	if decided {
		s.Turn = s.Board[from].Color()
	}
	p, err := s.Position()
	switch {
	case err == nil && s.Turn == stated.Turn():
		return stated, nil // with its counters
	case err != nil && !decided:
		s.Turn = s.Turn.Other()
		if q, err := s.Position(); err == nil {
			return q, nil
		}
	}
	return p, err
}

// event is a move of a stream with its flags.
type event struct {
	ply                      Ply  // without variations
	endsLine, hasAlternative bool // as in treeBuilder.add
}

// moveStream is a stream of events. The first event is not a move: it has the comment before the game, and if it ends
// the line there are no moves. next returns false where the file is truncated.
type moveStream struct{ next func() (event, bool) }

// record plays a stream from the position that startOf returns for the stated one.
func (s moveStream) record(stated game.Position, h Heading) (*Record, error) {
	lead, ok := s.next()
	var e event
	if ok = ok && !lead.endsLine; ok {
		e, ok = s.next()
	}
	start, err := startOf(stated, e.ply.Move)
	if err != nil {
		return nil, err
	}
	r := New(start)
	r.Info, r.Result, r.Comment = h.Info, h.Result, lead.ply.Comment
	b := newTree(r)
	for ; ok; e, ok = s.next() {
		complete, err := b.add(e.ply, e.endsLine, e.hasAlternative)
		if err != nil {
			return nil, err
		}
		if complete {
			break
		}
	}
	return b.finish(), nil
}

// walk visits a game and its variations in the order of the streams: each alternative comes after all that follows the
// move it replaces. ends and forks are as in treeBuilder.add.
func walk(game []Ply, visit func(p Ply, ends, forks bool)) {
	// alternatives are those of a move that are not yet visited. If the move is the first of a variation, more of them
	// may wait below: the variations beside it.
	type alternatives struct {
		lines [][]Ply
		more  bool
	}
	var waiting []alternatives
	line := func(line []Ply, others bool) {
		for i, p := range line {
			var own [][]Ply
			for _, v := range p.Variations {
				if len(v) > 0 {
					own = append(own, v)
				}
			}
			more := i == 0 && others
			visit(p, i+1 == len(line), len(own) > 0 || more)
			if len(own) > 0 {
				waiting = append(waiting, alternatives{own, more})
			}
		}
	}
	line(game, false)
	for n := len(waiting) - 1; n >= 0; n = len(waiting) - 1 {
		a := waiting[n]
		next := a.lines[0]
		if a.lines = a.lines[1:]; len(a.lines) > 0 {
			waiting[n] = a
		} else {
			waiting = waiting[:n]
		}
		line(next, len(a.lines) > 0 || a.more)
	}
}
