package notation

import (
	"strings"

	"yeye/game"
)

// WXF writes <piece><file><action><number>, and a sign (+ front, - rear) instead of the file for
// one of several pieces of a kind on a file. With two files of stacked pawns the file replaces the
// letter. Also accepted: the sign first, f and b for front and rear, letters a–e for stacked pawns,
// a missing sideways sign, and Fairy-Stockfish's pawns by index and file.

var wxfRoles = map[rune]game.Role{
	'k': game.King, 'a': game.Advisor, 'e': game.Elephant, 'b': game.Elephant, 'h': game.Horse,
	'n': game.Horse, 'r': game.Rook, 'c': game.Cannon, 'p': game.Pawn,
}

func wxfRole(r rune) (game.Role, bool) { role, ok := wxfRoles[r]; return role, ok }

func digit(r rune) (int, bool) { return int(r - '0'), r >= '1' && r <= '9' }

func wxfSign(r rune) (mark, bool) {
	switch r {
	case '+':
		return plus, true
	case '-':
		return minus, true
	case 'f':
		return first, true
	case 'b':
		return last, true
	}
	return unmarked, false
}

var wxfArrows = strings.NewReplacer("->", "=", "=>", "=", "→", "=")

// readWXF reads a whole cleaned text in lower case without spaces.
func readWXF(text string) []query {
	t := []rune(wxfArrows.Replace(text))
	n := len(t)
	if n < 3 || n > 5 {
		return nil
	}
	q := query{family: WXF}
	number, ok := digit(t[n-1])
	if !ok {
		return nil
	}
	q.number = number
	switch t[n-2] {
	case '+':
		q.action = forward
	case '-':
		q.action = backward
	case '=', '.':
		q.action = sideways
	default:
		return q.withoutSign(t)
	}
	if n == 3 {
		return nil
	}
	return q.piece(t[:n-2])
}

// withoutSign reads C25, which is possible only for pieces that move sideways.
func (q query) withoutSign(t []rune) []query {
	if len(t) != 3 {
		return nil
	}
	role, ok1 := wxfRole(t[0])
	file, ok2 := digit(t[1])
	if !ok1 || !ok2 || !alongRanks(role) {
		return nil
	}
	q.form, q.role, q.file, q.action = byFile, role, file, sideways
	return []query{q}
}

// alongRanks reports whether pieces of a role move sideways.
func alongRanks(r game.Role) bool {
	return r == game.King || r == game.Rook || r == game.Cannon || r == game.Pawn
}

// piece reads the part before the action.
func (q query) piece(t []rune) []query {
	role, isRole := wxfRole(t[0])
	file, isFile := digit(t[1])
	sign, isSign := wxfSign(t[1])
	if len(t) == 3 { // C2+, in which the file is redundant
		last, ok := wxfSign(t[2])
		if !isRole || !isFile || !ok {
			return nil
		}
		q.form, q.role, q.file, q.mark = byMarkFile, role, file, last
		return []query{q}
	}
	switch {
	case isRole && isFile:
		q.form, q.role, q.file = byFile, role, file
		return []query{q}
	case isRole && isSign:
		q.form, q.role, q.mark = byMark, role, sign
		found := []query{q}
		if t[1] == 'b' && role == game.Pawn { // Pb: the rear one or the second
			found = append(found, q.byLetter(t[1]))
		}
		return found
	case isRole && role == game.Pawn && t[1] >= 'a' && t[1] <= 'e':
		return []query{q.byLetter(t[1])}
	}
	before, isSignBefore := wxfSign(t[0])
	roleAfter, isRoleAfter := wxfRole(t[1])
	number, isNumber := digit(t[0])
	q.role = game.Pawn
	switch {
	case isSignBefore && (t[0] == '+' || t[0] == '-'):
		switch {
		case t[1] == t[0]:
			q.form, q.mark = byMark, before.lenient()
		case isRoleAfter:
			q.form, q.role, q.mark = byMark, roleAfter, before
		default:
			return nil
		}
		return []query{q}
	case isNumber && isSign:
		q.form, q.file, q.mark = byMarkFile, number, sign
		return []query{q}
	case isNumber && isFile && number <= 5:
		q.form, q.index, q.file = byIndexFile, number, file
		if number == file {
			q.form = byDouble
		}
		return []query{q}
	case isNumber && number == file:
		q.form, q.index, q.file = byDouble, number, file
		return []query{q}
	}
	return nil
}

func (q query) byLetter(r rune) query {
	q.form, q.role, q.mark, q.index = byIndex, game.Pawn, unmarked, int(r-'a')+1
	return q
}
