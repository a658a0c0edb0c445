package notation

import (
	"slices"

	"yeye/game"
)

// FileNumber returns the number of a point's file for side c, 1–9 from its right.
func FileNumber(c game.Color, s game.Square) int {
	if c == game.Red {
		return game.Files - s.File()
	}
	return s.File() + 1
}

// fileOf returns the file (0–8) that side c numbers n.
func fileOf(c game.Color, n int) int {
	if c == game.Red {
		return game.Files - n
	}
	return n - 1
}

// column returns the pieces of role r of the side to move on its file number n, front to back.
func column(p Board, r game.Role, n int) []game.Square {
	c := p.Turn()
	file := fileOf(c, n)
	var pieces []game.Square
	for s := range p.Pieces(c, r).Squares() {
		if s.File() == file {
			pieces = append(pieces, s)
		}
	}
	if c == game.Red { // squares are ordered by rising rank
		slices.Reverse(pieces)
	}
	return pieces
}

// stacks returns the columns of two or more pieces, by rising file number.
func stacks(p Board, r game.Role) (all [][]game.Square) {
	for n := 1; n <= game.Files; n++ {
		if pieces := column(p, r, n); len(pieces) > 1 {
			all = append(all, pieces)
		}
	}
	return
}

// pick returns the pieces of a stack, ordered front to back, that a mark can mean.
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

// pieces returns the pieces that the query can mean, in tiers: a later tier is used only if no move of the earlier ones
// is legal. The standard meaning of the family is the first tier.
func (q *query) pieces(p Board) [][]game.Square {
	switch q.form {
	case byFile:
		pieces := column(p, q.role, q.file)
		if n := len(pieces); q.family == WXF && n > 2 && n%2 == 1 && len(stacks(p, q.role)) == 1 {
			return [][]game.Square{pick(pieces, middle), pieces}
		}
		return [][]game.Square{pieces}
	case byMark:
		var standard, lenient []game.Square
		for _, pieces := range stacks(p, q.role) {
			standard = append(standard, pick(pieces, q.mark)...)
			lenient = append(lenient, pick(pieces, q.mark.lenient())...)
		}
		// 中兵
		if central := column(p, q.role, centralFile); q.mark == middle && len(standard) == 0 && len(central) == 1 {
			return [][]game.Square{central}
		}
		return [][]game.Square{standard, lenient}
	case byMarkFile:
		pieces := column(p, q.role, q.file)
		both := append(slices.Clone(pick(pieces, q.mark)), pick(pieces, q.mark.lenient())...)
		return [][]game.Square{both}
	case byIndex:
		return q.indexed(p)
	case byIndexFile:
		return [][]game.Square{nth(column(p, q.role, q.file), q.index)}
	case byBoardSide:
		return [][]game.Square{q.outermost(p)}
	case byRole:
		return [][]game.Square{q.offTargetFile(p)}
	case byDouble:
		pieces, standard := column(p, q.role, q.file), []game.Square(nil)
		if len(pieces) == 3 && len(stacks(p, q.role)) > 1 {
			standard = pick(pieces, middle)
		}
		return [][]game.Square{standard, nth(pieces, q.index), pick(pieces, middle)}
	}
	return nil
}

// centralFile is the number of the central file.
const centralFile = 5

// outermost returns the pieces on the outermost file of one side, none if all are on one file.
func (q *query) outermost(p Board) []game.Square {
	files := filesOf(p, q.role)
	switch {
	case len(files) < 2:
		return nil
	case q.mark == rightmost:
		return column(p, q.role, files[0])
	}
	return column(p, q.role, files[len(files)-1])
}

// filesOf returns the numbers of the files with pieces of a role of the side to move, in rising order.
func filesOf(p Board, r game.Role) (all []int) {
	for n := 1; n <= game.Files; n++ {
		if len(column(p, r, n)) > 0 {
			all = append(all, n)
		}
	}
	return all
}

// offTargetFile returns all pieces of the role, or none if one of them is already on the target's file.
func (q *query) offTargetFile(p Board) (pieces []game.Square) {
	for s := range p.Pieces(p.Turn(), q.role).Squares() {
		if s.File() == fileOf(p.Turn(), q.number) {
			return nil
		}
		pieces = append(pieces, s)
	}
	return pieces
}

// lenient returns the marks that a player who overlooks a fourth piece may mean.
func (m mark) lenient() mark {
	switch m {
	case plus:
		return first
	case minus:
		return last
	}
	return m
}

func nth(pieces []game.Square, n int) []game.Square {
	if n < 1 || n > len(pieces) || len(pieces) < 2 {
		return nil
	}
	return pieces[n-1 : n]
}

// indexed returns the pieces that a bare number before a pawn can mean. Over all stacks they are counted file by file
// (the standard of xqbase), which for a single stack is front to back. Beginners write the file this way (三兵 for 兵三).
// With a stack of four or more, or with two stacks, the standard has precedence. Otherwise both readings are equal, if
// one pawn stands alone on that file.
func (q *query) indexed(p Board) [][]game.Square {
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

// target returns the target of the piece of role r and side c on from, by action and number. It returns NoSquare, with
// offBoard false, if such a piece never moves that way.
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

// resolution is the result of resolving one or more queries on a board.
type resolution struct {
	legal []game.Move
	err   error // the most informative error, used if no move is legal
}

// resolve returns the legal moves that the query can mean on the board, or the error if there are none.
func (q *query) resolve(p Board) resolution {
	if q.form == byPoint {
		return q.resolvePoints(p)
	}
	c := p.Turn()
	piece := game.NewPiece(c, q.role)
	none := &NoSuchPiece{Piece: piece, File: q.file, At: game.NoSquare}
	if q.form == byMark && len(stacks(p, q.role)) == 0 {
		none.Files = filesOf(p, q.role)
	}
	f := resolution{err: none}
	for _, tier := range q.pieces(p) {
		for _, from := range tier {
			to, offBoard := target(c, q.role, from, q.action, q.number)
			if to == game.NoSquare {
				f.keepError(&NoTarget{Piece: piece, From: from, OffBoard: offBoard})
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

// try adds m if it is legal, else it keeps the error.
func (f *resolution) try(p Board, m game.Move) {
	err := p.Explain(m)
	if err != nil {
		f.keepError(err)
		return
	}
	f.add(m)
}

func (f *resolution) add(m game.Move) {
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

// keepError keeps the more informative of two errors, the earlier one if they are equally informative.
func (f *resolution) keepError(err error) {
	if f.err == nil || informativeness(err) > informativeness(f.err) {
		f.err = err
	}
}

func informativeness(err error) int {
	switch e := err.(type) {
	case *Suggestion:
		return 6
	case *game.IllegalMove:
		switch e.Reason {
		case game.EmptyFrom:
			return 3
		case game.NotItsMove:
			return 4
		}
		return 5
	case *NoTarget:
		return 2
	case *NoSuchPiece:
		return 1
	}
	return 0
}

// merge adds the result of another query.
func (f *resolution) merge(g resolution) {
	for _, m := range g.legal {
		f.add(m)
	}
	if g.err != nil {
		f.keepError(g.err)
	}
}

func (f *resolution) result() (game.Move, error) {
	switch len(f.legal) {
	case 0:
		if f.err == nil {
			return game.NoMove, ErrNotMove
		}
		return game.NoMove, f.err
	case 1:
		return f.legal[0], nil
	}
	return game.NoMove, &Ambiguous{Candidates: f.legal}
}
