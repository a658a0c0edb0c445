package notation

import (
	"slices"
	"unicode/utf8"

	"yeye/game"
)

// Chinese writes 炮二平五: piece, file, action, number. It writes 前炮退一 for one of two pieces on a file, 一兵…五兵 from the
// front for four or five, 前兵四平五 with two stacks. Both sides may use both sides' characters and any numerals.

var hanRoles = hanTable(map[string]game.Role{
	"帅将帥將":   game.King,
	"仕士":     game.Advisor,
	"相象":     game.Elephant,
	"马馬傌㐷":   game.Horse,
	"车車俥砗硨":  game.Rook,
	"炮砲包炰跑㕩": game.Cannon, // the last two are typos
	"兵卒":     game.Pawn,
})

var hanNumbers = hanTable(map[string]int{
	"一1壹": 1, "二2贰貳弐": 2, "三3叁參叄参": 3, "四4肆": 4, "五5伍": 5, "六6陆陸": 6, "七7柒": 7, "八8捌": 8, "九9玖": 9,
})

// hanNumeralLike maps signs that players type for numerals to their values. They are accepted only where a numeral is
// required.
var hanNumeralLike = hanTable(map[string]int{"=ニ": 2, "-ー—–―─": 1})

var hanMarks = hanTable(map[string]mark{"前": first, "后後": last, "中": middle})

// hanSides distinguishes two pieces on different files by their side of the board.
var hanSides = hanTable(map[string]mark{"右": rightmost, "左": leftmost})

// hanActions maps the characters for actions. They include homophones that people type by mistake
// and words that they use instead.
var hanActions = hanTable(map[string]action{"进進近尽上冲沖拱挺": forward, "退腿下": backward, "平评凭評憑": sideways})

// hanSigns maps signs to the actions that typists mean by them, and words to what they stand for. A
// dash is backward for readers of WXF and sideways for others.
var hanSigns = hanTable(map[string][]action{
	"+": {forward}, "=到移": {sideways}, ".": {sideways}, "/": {backward}, "-—–―─": {sideways, backward},
	"飞飛跳": {forward, backward},
})

func hanTable[T any](rows map[string]T) map[rune]T {
	t := make(map[rune]T)
	for letters, value := range rows {
		for _, r := range letters {
			t[r] = value
		}
	}
	return t
}

func hanNumber(r rune) (int, bool) {
	if n, ok := hanNumbers[r]; ok {
		return n, true
	}
	n, ok := hanNumeralLike[r]
	return n, ok
}

// readChinese parses a whole cleaned text without spaces; nil if it is not a move.
func readChinese(text string) (found []query) {
	t := spelledOut([]rune(text))
	n := len(t)
	if n < 3 || n > 5 {
		return nil
	}
	number, ok := hanNumber(t[n-1])
	if !ok {
		return nil
	}
	q := query{family: Chinese, number: number}
	if n == 3 {
		return q.hanWithoutAction(t)
	}
	if q.action, ok = hanActions[t[n-2]]; ok {
		return q.hanPiece(t[:n-2])
	}
	for _, q.action = range hanSigns[t[n-2]] {
		found = append(found, q.hanPiece(t[:n-2])...)
	}
	return found
}

// hanFile is the word "file", which may follow its number: 三路兵 is 兵三.
const hanFile = '路'

// spelledOut replaces a piece in pinyin before a Chinese number by its character, and 三路兵 by 兵三.
func spelledOut(t []rune) []rune {
	for _, w := range pinyin.pieces {
		if rest, ok := cutSpelling(t, w.spelling); ok && len(rest) > 0 && rest[0] >= utf8.RuneSelf {
			for letter, role := range hanRoles {
				if role == w.meaning {
					t = append([]rune{letter}, rest...)
					break
				}
			}
			break
		}
	}
	at := slices.Index(t, hanFile)
	if at < 1 || len(t) < 4 {
		return t
	}
	if _, number := hanNumbers[t[at-1]]; !number {
		return t
	}
	switch {
	case at == 1 && hanRoles[t[2]] != game.NoRole:
		return append([]rune{t[2], t[0]}, t[3:]...)
	case at == 2:
		return slices.Delete(slices.Clone(t), at, at+1)
	}
	return t
}

// hanWithoutAction reads 炮25, which can only be a sideways move.
func (q query) hanWithoutAction(t []rune) []query {
	role, isRole := hanRoles[t[0]]
	file, isFile := hanNumbers[t[1]]
	if _, digit := digit(t[2]); !isRole || !isFile || !digit || !alongRanks(role) {
		return nil
	}
	q.form, q.role, q.file, q.action = byFile, role, file, sideways
	return []query{q}
}

// hanPiece reads the part before the action.
func (q query) hanPiece(t []rune) []query {
	ok := false
	if len(t) == 3 {
		return q.hanLong(t)
	}
	role, isRole := hanRoles[t[0]]
	mark, isMark := hanMarks[t[0]]
	wing, isWing := hanSides[t[0]]
	file, isFile := hanNumber(t[1])
	switch {
	case isRole && isFile:
		q.form, q.role, q.file = byFile, role, file
	case isRole: // 炮前
		if q.mark, ok = hanMarks[t[1]]; !ok {
			return nil
		}
		q.form, q.role = byMark, role
	case isMark && isFile: // 前四, short for 前兵四
		q.form, q.role, q.mark, q.file = byMarkFile, game.Pawn, mark, file
	case isMark:
		if q.role, ok = hanRoles[t[1]]; !ok {
			return nil
		}
		q.form, q.mark = byMark, mark
	case isWing:
		if q.role, ok = hanRoles[t[1]]; !ok {
			return nil
		}
		q.form, q.mark = byBoardSide, wing
	default: // 二兵
		if q.index, ok = hanNumber(t[0]); !ok {
			return nil
		}
		if q.role, ok = hanRoles[t[1]]; !ok {
			return nil
		}
		q.form, q.file = byIndex, q.index
	}
	return []query{q}
}

// hanLong reads 前兵四 and 二兵四.
func (q query) hanLong(t []rune) []query {
	role, isRole := hanRoles[t[1]]
	file, isFile := hanNumber(t[2])
	if !isRole || !isFile {
		return nil
	}
	q.role, q.file = role, file
	if mark, ok := hanMarks[t[0]]; ok {
		q.form, q.mark = byMarkFile, mark
		return []query{q}
	}
	index, ok := hanNumber(t[0])
	if !ok || role != game.Pawn { // only pawns can be this many
		return nil
	}
	q.form, q.index = byIndexFile, index
	return []query{q}
}
