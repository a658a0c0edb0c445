package notation

import (
	"slices"

	"yeye/game"
)

// Write returns m in a family of notations. p is the position before m, in which m is legal. Read reads the
// result back if the family is preferred. A move that the family has no name for is written in coordinates.
func Write(p Board, m game.Move, f Family) string {
	if f < WXF || f > Vietnamese {
		return m.String()
	}
	switch d := describe(p, m); {
	case !d.fileSuffices && d.hasNoName():
		return m.String()
	case f == WXF:
		return d.wxf()
	case f == Chinese:
		return d.chinese(&simplified)
	case f == Traditional:
		return d.chinese(&traditional)
	default:
		return d.vietnamese()
	}
}

// description describes a move in the terms of notations by files.
type description struct {
	color  game.Color
	role   game.Role
	file   int // 1–9, of the origin
	action action
	number int

	rank         int  // 0 is the piece nearest to the enemy
	stack        int  // number of pieces of its kind on its file
	onlyStack    bool // no other file has two or more pieces of its kind
	fileSuffices bool // no other piece on the file could make the move
}

func describe(p Board, m game.Move) description {
	from, to := m.From(), m.To()
	piece := p.At(from)
	d := description{color: p.Turn(), role: piece.Role(), file: FileNumber(p.Turn(), from)}
	ahead := to.Rank() - from.Rank()
	if d.color == game.Black {
		ahead = -ahead
	}
	d.number = FileNumber(d.color, to)
	switch {
	case ahead > 0:
		d.action = forward
	case ahead < 0:
		d.action = backward
	default:
		d.action = sideways
	}
	if from.File() == to.File() {
		d.number = max(ahead, -ahead)
	}
	pieces := column(p, d.role, d.file)
	d.rank, d.stack = slices.Index(pieces, from), len(pieces)
	d.onlyStack = len(stacks(p, d.role)) <= 1
	switch d.role {
	case game.Advisor, game.Elephant: // usually only one can make the move; in flipped chess both may
		d.fileSuffices = !slices.ContainsFunc(pieces, func(s game.Square) bool {
			to, _ := target(d.color, d.role, s, d.action, d.number)
			return s != from && to != game.NoSquare && p.IsLegal(game.NewMove(s, to))
		})
	default:
		d.fileSuffices = d.stack < 2
	}
	return d
}

// hasNoName reports whether a stack is larger than the notations have names for: more than five, or more than three
// with another stack on the board. Flipped chess has such stacks, because a face-down piece on a pawn's point moves
// like a pawn.
func (d *description) hasNoName() bool { return d.stack > 5 || d.stack > 3 && !d.onlyStack }

// wxfStackNames are WXF's names for the pieces of a single stack, front to back. P stands for the letter, a
// single P for the letter and the file.
var wxfStackNames = [6][]string{
	2: {"P+", "P-"},
	3: {"P+", "P", "P-"},
	4: {"++", "P+", "P-", "--"},
	5: {"++", "P+", "P", "P-", "--"},
}

func (d *description) wxf() string {
	file := string(rune('0' + d.file))
	end := string("+-="[d.action-forward]) + string(rune('0'+d.number))
	letter := string("KAEHRCP"[d.role-game.King])
	switch {
	case d.fileSuffices:
		return letter + file + end
	case !d.onlyStack && d.role == game.Pawn:
		return file + [...]string{"+", file, "-"}[d.between()] + end
	case !d.onlyStack: // only in flipped chess
		return letter + file + [...]string{"+", "", "-"}[d.between()] + end
	}
	sign := wxfStackNames[d.stack][d.rank]
	switch {
	case sign == "P":
		sign = letter + file
	case sign[0] == 'P':
		sign = letter + sign[1:]
	}
	return sign + end
}

// between returns 0 for the front one of two or three pieces, 1 for the middle one, 2 for the rear one.
func (d *description) between() int {
	switch d.rank {
	case 0:
		return 0
	case d.stack - 1:
		return 2
	}
	return 1
}

// script holds the characters of one way of writing Chinese.
type script struct {
	pieces  [2][]rune
	marks   [3]string
	actions []rune
}

var (
	simplified  = script{[2][]rune{[]rune("帅仕相马车炮兵"), []rune("将士象马车炮卒")}, [3]string{"前", "中", "后"}, []rune("进退平")}
	traditional = script{[2][]rune{[]rune("帥仕相馬車炮兵"), []rune("將士象馬車炮卒")}, [3]string{"前", "中", "後"}, []rune("進退平")}

	hanDigits = []rune("〇一二三四五六七八九")
)

func (d *description) chinese(s *script) string {
	digit := func(n int) string {
		if d.color == game.Red {
			return string(hanDigits[n])
		}
		return string(rune('0' + n))
	}
	piece := string(s.pieces[d.color][d.role-game.King])
	end := string(s.actions[d.action-forward]) + digit(d.number)
	switch {
	case d.fileSuffices:
		return piece + digit(d.file) + end
	case d.stack > 3: // the ordinals are Chinese characters for Black too
		return string(hanDigits[d.rank+1]) + piece + end
	case !d.onlyStack:
		return s.marks[d.between()] + piece + digit(d.file) + end
	}
	return s.marks[d.between()] + piece + end
}

// vietnameseMarks name the pieces of a stack, front to back.
var vietnameseMarks = [6][]string{
	2: {"t", "s"},
	3: {"t", "g", "s"},
	4: {"t", "tg", "sg", "s"},
	5: {"t", "tg", "g", "sg", "s"},
}

func (d *description) vietnamese() string {
	piece := [...]string{"Tg", "S", "T", "M", "X", "P", "B"}[d.role-game.King]
	file := string(rune('0' + d.file))
	end := string("./-"[d.action-forward]) + string(rune('0'+d.number))
	switch {
	case d.fileSuffices:
		return piece + file + end
	case !d.onlyStack:
		return piece + vietnameseMarks[d.stack][d.rank] + file + end
	}
	return piece + vietnameseMarks[d.stack][d.rank] + end
}
