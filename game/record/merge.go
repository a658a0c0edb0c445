package record

import (
	"strings"
	"unicode/utf8"
)

// mergeNode is a node of a tree that is being merged: the move that led there, its comments, and its children, one for
// each move.
type mergeNode struct {
	ply      Ply // without variations
	comments []string
	children []*mergeNode
}

// Merged returns the record without equal siblings. Files have several lines that start with the same move at the same
// place, of which [Cursor.Follow] reaches only the first. Merged joins them in the place of the first. What follows the
// others comes after what follows the first, as variations or, where the first ends, as its continuation; so a
// variation that repeats the game to its end and continues makes the game longer. Mark and evaluation are those of the
// first line that has one, and different comments are joined. Alternatives to the first move of a variation become
// variations beside it, as in [Pack].
// in [Pack].
// Merged does not change r. It returns r itself if the merged lines would be nested deeper than [MaxDepth] or a comment
// would be longer than the limit of reading.
func (r *Record) Merged() *Record {
	root := &mergeNode{}
	at := root
	var branchPoints []*mergeNode // nodes to which the walk returns
	walk(r.Line, func(p Ply, ends, forks bool) {
		if forks {
			branchPoints = append(branchPoints, at)
		}
		at = at.add(p)
		if n := len(branchPoints) - 1; ends && n >= 0 {
			at, branchPoints = branchPoints[n], branchPoints[:n]
		}
	})
	merged := *r
	merged.Line = nil
	type pending struct {
		at    *mergeNode
		child int
		depth int
		to    *[]Ply
	}
	lines := []pending{{root, 0, 0, &merged.Line}}
	for n := 0; n >= 0; n = len(lines) - 1 {
		l := lines[n]
		if lines = lines[:n]; l.depth > MaxDepth {
			return r
		}
		for at, child := l.at, l.child; child < len(at.children); at, child = at.children[child], 0 {
			p, ok := at.children[child].joined()
			if !ok {
				return r
			}
			if child == 0 && len(at.children) > 1 {
				p.Variations = make([][]Ply, len(at.children)-1)
				for i := range p.Variations {
					lines = append(lines, pending{at, i + 1, l.depth + 1, &p.Variations[i]})
				}
			}
			*l.to = append(*l.to, p)
		}
	}
	return &merged
}

// add returns the child for a move, creating it if needed.
func (s *mergeNode) add(p Ply) *mergeNode {
	var next *mergeNode
	for _, child := range s.children { // a position has too few moves for this to be slow
		if child.ply.Move == p.Move {
			next = child
			break
		}
	}
	if next == nil {
		next = &mergeNode{ply: Ply{Move: p.Move}}
		s.children = append(s.children, next)
	}
	if next.ply.Mark == NoMark {
		next.ply.Mark = p.Mark
	}
	if next.ply.Eval.Kind == NoEval {
		next.ply.Eval = p.Eval
	}
	if p.Comment != "" {
		next.comments = append(next.comments, p.Comment)
	}
	return next
}

// joined returns the move with its comments joined; ok is false if they exceed the limit of a comment.
func (s *mergeNode) joined() (p Ply, ok bool) {
	p = s.ply
	if len(s.comments) < 2 {
		p.Comment = strings.Join(s.comments, "")
		return p, true
	}
	known := map[string]bool{}
	var all []string
	for _, t := range s.comments {
		if !known[t] {
			known[t] = true
			all = append(all, t)
		}
	}
	p.Comment = strings.Join(all, "\n")
	return p, len(all) == 1 || utf8.RuneCountInString(p.Comment) <= maxNote
}
