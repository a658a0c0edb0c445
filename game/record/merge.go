package record

import (
	"strings"
	"unicode/utf8"
)

// spot is a place of a tree that is being merged: the move that led there, what is
// said of it, and the ways on from there, each move once.
type spot struct {
	ply  Ply // without variations
	said []string
	ways []*spot
}

// Merged returns the record without equal siblings: files have lines that begin with
// the same move at the same place, and of those [Cursor.Follow] reaches only the first.
// They become one line, in the place of the first, and what follows the others comes
// after what follows it, as variations or, where it has ended, as its continuation; so
// a variation that repeats the game to its end and goes on makes the game longer. The
// mark and value are those of the first line that has one, and comments that differ are
// joined. Alternatives to the first move of a variation become variations beside it, as
// in [Pack].
//
// The record itself is not changed. It is returned as it is if its lines would be nested
// deeper than [MaxDepth] or a comment be longer than can be read again.
func (r *Record) Merged() *Record {
	root := &spot{}
	at := root
	var back []*spot // where alternatives are announced
	walk(r.Line, func(p Ply, ends, forks bool) {
		if forks {
			back = append(back, at)
		}
		at = at.add(p)
		if n := len(back) - 1; ends && n >= 0 {
			at, back = back[n], back[:n]
		}
	})
	merged := *r
	merged.Line = nil
	type unwritten struct {
		at    *spot
		way   int
		depth int
		to    *[]Ply
	}
	lines := []unwritten{{root, 0, 0, &merged.Line}}
	for n := 0; n >= 0; n = len(lines) - 1 {
		l := lines[n]
		if lines = lines[:n]; l.depth > MaxDepth {
			return r
		}
		for at, way := l.at, l.way; way < len(at.ways); at, way = at.ways[way], 0 {
			p, ok := at.ways[way].whole()
			if !ok {
				return r
			}
			if way == 0 && len(at.ways) > 1 {
				p.Variations = make([][]Ply, len(at.ways)-1)
				for i := range p.Variations {
					lines = append(lines, unwritten{at, i + 1, l.depth + 1, &p.Variations[i]})
				}
			}
			*l.to = append(*l.to, p)
		}
	}
	return &merged
}

// add goes to the place after a move, which may have been added before.
func (s *spot) add(p Ply) *spot {
	var next *spot
	for _, way := range s.ways { // no position has so many moves that this takes long
		if way.ply.Move == p.Move {
			next = way
			break
		}
	}
	if next == nil {
		next = &spot{ply: Ply{Move: p.Move}}
		s.ways = append(s.ways, next)
	}
	if next.ply.Mark == NoMark {
		next.ply.Mark = p.Mark
	}
	if next.ply.Eval.Kind == NoEval {
		next.ply.Eval = p.Eval
	}
	if p.Comment != "" {
		next.said = append(next.said, p.Comment)
	}
	return next
}

// whole returns the move with all that is said of it, unless that is too long.
func (s *spot) whole() (p Ply, ok bool) {
	p = s.ply
	if len(s.said) < 2 {
		p.Comment = strings.Join(s.said, "")
		return p, true
	}
	known := map[string]bool{}
	var all []string
	for _, t := range s.said {
		if !known[t] {
			known[t] = true
			all = append(all, t)
		}
	}
	p.Comment = strings.Join(all, "\n")
	return p, len(all) == 1 || utf8.RuneCountInString(p.Comment) <= maxNote
}
