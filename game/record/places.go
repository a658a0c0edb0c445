package record

import "sort"

// Places numbers the places of a record, until a move is added to it: 0 is before the first move, the places after the
// moves of the main line follow in order, and then those of the variations, line by line. So the number of a place in
// the main line is its ply. Alternatives to the first move of a variation, which [Cursor] cannot reach, have none:
// [Pack] puts them beside the variation.
type Places struct {
	record  *Record
	lines   []placeLine
	indexOf map[*[]Ply]int // index in lines
}

type placeLine struct {
	plies      *[]Ply
	parent     int // index in lines, -1 for the main line
	parentPly  int // the ply that it replaces
	variation  int // index among the variations of that ply
	firstPlace int // number of the place after its first move
}

// Places numbers the places of the record.
func (r *Record) Places() *Places {
	p := &Places{record: r, indexOf: map[*[]Ply]int{}}
	p.add(placeLine{&r.Line, -1, 0, 0, 1})
	for i := 0; i < len(p.lines); i++ {
		for at := range *p.lines[i].plies {
			ply := &(*p.lines[i].plies)[at]
			if at == 0 && i > 0 {
				continue
			}
			for way := range ply.Variations {
				last := p.lines[len(p.lines)-1]
				p.add(placeLine{&ply.Variations[way], i, at, way, last.firstPlace + len(*last.plies)})
			}
		}
	}
	return p
}

func (p *Places) add(l placeLine) {
	p.indexOf[l.plies] = len(p.lines)
	p.lines = append(p.lines, l)
}

// Len returns the number of places.
func (p *Places) Len() int {
	last := p.lines[len(p.lines)-1]
	return last.firstPlace + len(*last.plies)
}

// Variations returns the number of lines without the main line.
func (p *Places) Variations() int { return len(p.lines) - 1 }

// At returns a cursor at the place with that number, or [ErrNoPlace].
func (p *Places) At(n int) (*Cursor, error) {
	if n < 0 || n >= p.Len() {
		return nil, ErrNoPlace
	}
	c := p.record.NewCursor()
	if n == 0 {
		return c, nil
	}
	line := sort.Search(len(p.lines), func(i int) bool { return p.lines[i].firstPlace > n }) - 1
	plies := n - p.lines[line].firstPlace + 1
	var path []int // lines from the game to that place
	for i := line; i >= 0; i = p.lines[i].parent {
		path = append(path, i)
	}
	for i := len(path) - 2; i >= 0; i-- {
		l := p.lines[path[i]]
		for c.ply < l.parentPly {
			c.Next()
		}
		c.Enter(l.variation)
	}
	for c.ply < plies {
		c.Next()
	}
	return c, nil
}

// Number returns the number of a cursor's place.
func (p *Places) Number(c *Cursor) int {
	if c.ply == 0 {
		return 0
	}
	return p.lines[p.indexOf[c.line]].firstPlace + c.ply - 1
}
