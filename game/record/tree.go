package record

import (
	"yeye/game"
)

// treeBuilder builds the tree of a record from a stream of moves in the order that
// XQF, CBR and CBF share: a move, all that follows it, then the alternative to it.
// It keeps one position and the path back from it, so that a hostile file costs time
// linear in its length, whatever its shape.
type treeBuilder struct {
	record   *Record
	now      game.Position
	path     []step // from the start to now
	lines    []*treeLine
	line     *treeLine // the current line
	lost     bool      // after an illegal move of a variation: nothing is played
	branches []branch  // where alternatives are announced
	plies    int
}

type step struct {
	move game.Move
	undo game.Undo
}

// treeLine is a line with the variations of its moves. Lines come after those they
// leave.
type treeLine struct {
	from  *treeLine // nil for the game itself
	at    int       // the ply of from that it replaces
	depth int
	plies []Ply
	hang  []*treeLine
}

// branch is a point to which the stream returns.
type branch struct {
	line *treeLine
	at   int
	ply  int // of the whole path
	lost bool
}

func newTree(r *Record) *treeBuilder {
	b := &treeBuilder{record: r, now: r.Start, line: &treeLine{}}
	b.lines = []*treeLine{b.line}
	return b
}

// add adds the next move of the stream: ends means that its line ends with it, forks
// that an alternative to it comes later. It reports whether the stream is complete.
// An illegal move of the game itself is refused; a variation ends before its own.
func (b *treeBuilder) add(p Ply, ends, forks bool) (complete bool, err error) {
	if b.plies++; b.plies > MaxPlies {
		return false, ErrTooBig
	}
	if forks {
		line, at := b.line, len(b.line.plies)
		if at == 0 && line.from != nil { // the first move of a variation: another alternative to the same move
			line, at = line.from, line.at
		}
		b.branches = append(b.branches, branch{line, at, len(b.path), b.lost})
	}
	if !b.lost {
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
	if err := b.now.Explain(m); err != nil {
		if b.line.from == nil {
			return refuse(&b.now, len(b.path)+1, m.String(), err)
		}
		b.lost = true
		b.record.Cut++
		return nil
	}
	b.path = append(b.path, step{m, b.now.Do(m)})
	b.line.plies = append(b.line.plies, p)
	return nil
}

// resume goes back to a branch. If its first move could not be played, the
// alternative replaces it.
func (b *treeBuilder) resume(to branch) error {
	for n := len(b.path) - 1; n >= to.ply; n-- {
		b.now.Undo(b.path[n].move, b.path[n].undo)
		b.path = b.path[:n]
	}
	b.lost = to.lost
	if b.line = to.line; b.lost || to.at >= len(to.line.plies) {
		return nil
	}
	if to.line.depth >= MaxDepth {
		return ErrTooBig
	}
	b.line = &treeLine{from: to.line, at: to.at, depth: to.line.depth + 1}
	to.line.hang = append(to.line.hang, b.line)
	b.lines = append(b.lines, b.line)
	return nil
}

// finish attaches the variations to the moves that they replace, the latest first,
// because they are attached to earlier ones.
func (b *treeBuilder) finish() *Record {
	for n := len(b.lines) - 1; n >= 0; n-- {
		line := b.lines[n]
		for _, v := range line.hang {
			if len(v.plies) > 0 {
				line.plies[v.at].Variations = append(line.plies[v.at].Variations, v.plies)
			}
		}
	}
	b.record.Line = b.lines[0].plies
	return b.record
}

// startOf returns the position set up in a file, of which said is a draft. Files are careless about the side to move:
// the color of the first piece to move decides, then the side that the file names, unless only the other side can be to
// move in the position.
func startOf(said game.Position, first game.Move) (game.Position, error) {
	s := said.Setup()
	from := first.From()
	decided := first != game.NoMove && from.Valid() && s.Board[from] != game.NoPiece
	if decided {
		s.Turn = s.Board[from].Color()
	}
	p, err := s.Position()
	switch {
	case err == nil && s.Turn == said.Turn():
		return said, nil // with its counters
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
	ply         Ply  // without variations
	ends, forks bool // as in treeBuilder.add
}

// moveStream is a stream of events. The first is not a move: its comment precedes
// the game, and if it ends there are no moves. next returns false where the file is
// truncated.
type moveStream struct{ next func() (event, bool) }

// record plays a stream from the position that startOf makes of said.
func (s moveStream) record(said game.Position, h Heading) (*Record, error) {
	lead, ok := s.next()
	var e event
	if ok = ok && !lead.ends; ok {
		e, ok = s.next()
	}
	start, err := startOf(said, e.ply.Move)
	if err != nil {
		return nil, err
	}
	r := New(start)
	r.Info, r.Result, r.Comment = h.Info, h.Result, lead.ply.Comment
	b := newTree(r)
	for ; ok; e, ok = s.next() {
		complete, err := b.add(e.ply, e.ends, e.forks)
		if err != nil {
			return nil, err
		}
		if complete {
			break
		}
	}
	return b.finish(), nil
}

// walk visits a game and its variations in the order of the streams: each
// alternative comes after all that follows the move it replaces. ends and forks are
// as in treeBuilder.add.
func walk(game []Ply, visit func(p Ply, ends, forks bool)) {
	// alternatives are those to a move that are not yet visited. If the move is the
	// first of a variation, more of them may wait below: the variations beside it.
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
