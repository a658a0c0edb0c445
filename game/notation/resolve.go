package notation

import (
	"slices"

	"yeye/game"
)

// ownFile is the number of a file (0–8) as side c counts, 1–9 from its right;
// it is its own inverse but for the offset: see fileOf.
func ownFile(c game.Color, file int) int {
	if c == game.Red {
		return game.Files - file
	}
	return file + 1
}

// fileOf is the file (0–8) that side c numbers n.
func fileOf(c game.Color, n int) int {
	if c == game.Red {
		return game.Files - n
	}
	return n - 1
}

// column is the men of role r of the side to move on the file it numbers n,
// front to back.
func column(p *game.Position, r game.Role, n int) []game.Square {
	c := p.Turn()
	file := fileOf(c, n)
	var men []game.Square
	for b := p.Pieces(c, r); b.Any(); {
		if s := b.PopFirst(); s.File() == file {
			men = append(men, s)
		}
	}
	if c == game.Red { // squares came by rising rank
		slices.Reverse(men)
	}
	return men
}

// stacks is the columns of two men and more, by rising file number.
func stacks(p *game.Position, r game.Role) (all [][]game.Square) {
	for n := 1; n <= game.Files; n++ {
		if men := column(p, r, n); len(men) > 1 {
			all = append(all, men)
		}
	}
	return
}

// pick is the men of a stack, front to back, that a mark can mean.
func pick(stack []game.Square, m mark) []game.Square {
	n := len(stack)
	switch {
	case n < 2:
		return nil
	case n > 3 && (m == plus || m == second):
		return stack[1:2]
	case n > 3 && (m == minus || m == lastButOne):
		return stack[n-2 : n-1]
	case m == first || m == plus:
		return stack[:1]
	case m == last || m == minus:
		return stack[n-1:]
	case m == middle && n > 2:
		return stack[(n-1)/2 : n/2+1]
	}
	return nil
}

// men is the men that the query can mean, in tiers: a later tier is thought of
// only when no move of the earlier ones is legal. A tier of its own has what the
// standard of the family says.
func (q *query) men(p *game.Position) [][]game.Square {
	switch q.form {
	case byFile:
		men := column(p, q.role, q.file)
		if n := len(men); q.family == WXF && n > 2 && n%2 == 1 && len(stacks(p, q.role)) == 1 {
			return [][]game.Square{pick(men, middle), men}
		}
		return [][]game.Square{men}
	case byMark:
		var standard, lenient []game.Square
		for _, men := range stacks(p, q.role) {
			standard = append(standard, pick(men, q.mark)...)
			lenient = append(lenient, pick(men, q.mark.lenient())...)
		}
		return [][]game.Square{standard, lenient}
	case byMarkFile:
		men := column(p, q.role, q.file)
		both := append(slices.Clone(pick(men, q.mark)), pick(men, q.mark.lenient())...)
		return [][]game.Square{both}
	case byIndex:
		return q.indexed(p)
	case byIndexFile:
		return [][]game.Square{nth(column(p, q.role, q.file), q.index)}
	case byDouble:
		men, standard := column(p, q.role, q.file), []game.Square(nil)
		if len(men) == 3 && len(stacks(p, q.role)) > 1 {
			standard = pick(men, middle)
		}
		return [][]game.Square{standard, nth(men, q.index), pick(men, middle)}
	}
	return nil
}

// lenient is what people who do not know of a fourth man may mean by a mark.
func (m mark) lenient() mark {
	switch m {
	case plus:
		return first
	case minus:
		return last
	}
	return m
}

func nth(men []game.Square, n int) []game.Square {
	if n < 1 || n > len(men) || len(men) < 2 {
		return nil
	}
	return men[n-1 : n]
}

// indexed is the men that a bare number before a pawn can mean. Over all stacks
// they are counted file by file (the standard of xqbase), which for a single
// stack is simply front to back. Beginners write the file so (三兵 for 兵三):
// with a stack of four or more, or two stacks, that gives way to the standard;
// elsewhere it is an equal reading, if one man stands alone on that file.
func (q *query) indexed(p *game.Position) [][]game.Square {
	all := stacks(p, q.role)
	var counted, file []game.Square
	if q.role == game.Pawn {
		counted = nth(slices.Concat(all...), q.index)
	}
	if q.file != 0 {
		file = column(p, q.role, q.file)
	}
	if len(all) > 1 || len(all) == 1 && len(all[0]) > 3 || len(file) > 1 {
		return [][]game.Square{counted, file}
	}
	return [][]game.Square{append(slices.Clone(counted), file...)}
}

// target is where the man on from, of role r and side c, comes to by action and
// number; NoSquare with offBoard false if such a man never moves so.
func target(c game.Color, r game.Role, from game.Square, a action, number int) (to game.Square, offBoard bool) {
	ahead := 1
	if c == game.Black {
		ahead = -1
	}
	if a == backward {
		ahead = -ahead
	}
	file, rank := from.File(), from.Rank()
	switch r {
	case game.Horse, game.Advisor, game.Elephant:
		df := fileOf(c, number) - file
		if df < 0 {
			df = -df
		}
		var dr int
		switch {
		case a == sideways:
		case r == game.Horse && (df == 1 || df == 2):
			dr = 3 - df
		case r == game.Advisor && df == 1, r == game.Elephant && df == 2:
			dr = df
		}
		if dr == 0 {
			return game.NoSquare, false
		}
		to = game.SquareAt(fileOf(c, number), rank+ahead*dr)
	default:
		if a == sideways {
			if to = game.SquareAt(fileOf(c, number), rank); to == from {
				return game.NoSquare, false
			}
			return to, false
		}
		to = game.SquareAt(file, rank+ahead*number)
	}
	return to, to == game.NoSquare
}

// finding is what one or more queries came to on a board.
type finding struct {
	legal []game.Move
	why   error // if none is legal
}

// resolve puts a query to the board.
func (q *query) resolve(p *game.Position) finding {
	if q.form == byPoint {
		return q.resolvePoints(p)
	}
	c := p.Turn()
	piece := game.NewPiece(c, q.role)
	f := finding{why: &NoSuchMan{Piece: piece, File: q.file, At: game.NoSquare}}
	for _, tier := range q.men(p) {
		for _, from := range tier {
			to, offBoard := target(c, q.role, from, q.action, q.number)
			if to == game.NoSquare {
				f.because(&NoTarget{Piece: piece, From: from, OffBoard: offBoard})
				continue
			}
			f.try(p, game.NewMove(from, to))
		}
		if len(f.legal) > 0 {
			break
		}
	}
	return f
}

// try adds m if it is legal and otherwise remembers why not.
func (f *finding) try(p *game.Position, m game.Move) {
	err := p.Explain(m)
	if err != nil {
		f.because(err)
		return
	}
	f.add(m)
}

func (f *finding) add(m game.Move) {
	if i, found := slices.BinarySearchFunc(f.legal, m, bySquares); !found {
		f.legal = slices.Insert(f.legal, i, m)
	}
}

func bySquares(a, b game.Move) int {
	if d := int(a.From()) - int(b.From()); d != 0 {
		return d
	}
	return int(a.To()) - int(b.To())
}

// because keeps the more telling of two refusals, the earlier if they tell as
// much.
func (f *finding) because(err error) {
	if f.why == nil || telling(err) > telling(f.why) {
		f.why = err
	}
}

func telling(err error) int {
	switch e := err.(type) {
	case *Suggestion:
		return 6
	case *game.IllegalMove:
		switch e.Reason {
		case game.NoMan:
			return 3
		case game.NotItsMove:
			return 4
		}
		return 5
	case *NoTarget:
		return 2
	case *NoSuchMan:
		return 1
	}
	return 0
}

// merge adds what another query came to.
func (f *finding) merge(g finding) {
	for _, m := range g.legal {
		f.add(m)
	}
	if g.why != nil {
		f.because(g.why)
	}
}

func (f *finding) answer() (game.Move, error) {
	switch len(f.legal) {
	case 0:
		if f.why == nil {
			return game.NoMove, ErrNotMove
		}
		return game.NoMove, f.why
	case 1:
		return f.legal[0], nil
	}
	return game.NoMove, &Ambiguous{Candidates: f.legal}
}
