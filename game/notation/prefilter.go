package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"yeye/game"
)

// Most text is ordinary chat and must cost almost nothing. Every move has a target: an action with its number, a
// square, a number after a file (炮25) or four digits. A text with none of these is rejected by a quick scan that does
// not allocate. The scan has false positives but no false negatives.

// normalizedText is a text without tones and invisible characters, with compatibility characters replaced (２ by 2, ⑤ by
// 5) and all dashes unified, as the parsers of the package expect it.
type normalizedText struct {
	letters   [4 * MaxLength]rune
	n         int
	truncated bool // the text did not fit
}

// read returns false for a text that cannot be a move: too long, or not UTF-8.
func (l *normalizedText) read(text string) bool {
	if len(text) > utf8.UTFMax*MaxLength || utf8.RuneCountInString(text) > MaxLength || !utf8.ValidString(text) {
		return false
	}
	l.n, l.truncated = 0, false
	for i, r := range text {
		if r < utf8.RuneSelf {
			l.add(r)
			continue
		}
		parts := norm.NFKD.PropertiesString(text[i:]).Decomposition()
		if parts == nil {
			l.add(r)
		}
		for len(parts) > 0 {
			r, n := utf8.DecodeRune(parts)
			l.add(r)
			parts = parts[n:]
		}
	}
	return true
}

func (l *normalizedText) add(r rune) {
	switch {
	case r < utf8.RuneSelf:
	case dropInvisible(r) < 0, strings.ContainsRune(tones, r):
		return
	case r == 'đ', r == 'Đ':
		r = 'd'
	case strings.ContainsRune(shortDashes+longDashes, r):
		r = '-'
	}
	if l.n == len(l.letters) {
		l.truncated = true
		return
	}
	l.letters[l.n] = r
	l.n++
}

// mayHoldMove reports whether the text contains what can be the target of a move.
func (l *normalizedText) mayHoldMove() bool {
	var compact [len(l.letters)]rune
	n, digits := 0, 0
	for i, r := range l.letters[:l.n] {
		if like, ok := confusable[r]; ok {
			r = like
		}
		r = unicode.ToLower(r)
		l.letters[i] = r
		switch {
		case !isRank(r):
			digits = 0
		case i > 0 && l.letters[i-1] >= 'a' && l.letters[i-1] <= 'i':
			return true // a point
		case digits == 3:
			return true
		default:
			digits++
		}
		if !unicode.IsSpace(r) {
			compact[n] = r
			n++
		}
	}
	t := compact[:n]
	for i := range t {
		if i >= 2 && isPieceChar(t[i-2]) && isPieceChar(t[i-1]) && startsWithAction(t[i:]) || i >= 1 &&
			startsWithShortMove(t[i-1:]) ||
			i >= 2 && startsWithInitials(t[i-2:]) {
			return true
		}
	}
	return l.truncated || mayNameCannon(t)
}

func isRank(r rune) bool { return r >= '0' && r <= '9' }

// isPieceChar reports whether a character can be one of the two before an action.
func isPieceChar(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || isRank(r) || strings.ContainsRune("+-=", r)
	}
	_, mark := hanMarks[r]
	_, wing := hanSides[r]
	_, number := hanNumber(r)
	return mark || wing || number || r == hanFile || hanRoles[r] != game.NoRole
}

// startsWithAction reports whether a text starts with an action and its number.
func startsWithAction(t []rune) bool {
	_, han := hanActions[t[0]]
	_, sign := hanSigns[t[0]]
	if (han || sign || strings.ContainsRune(">→", t[0])) && startsWithNumber(t[1:]) {
		return true
	}
	for _, l := range spokenLanguages {
		for _, a := range l.actions {
			if rest, ok := cutSpelling(t, a.spelling); ok && startsWithNumber(rest) {
				return true
			}
		}
	}
	return false
}

// startsWithNumber reports whether a text starts with a number.
func startsWithNumber(t []rune) bool {
	if len(t) == 0 {
		return false
	}
	if _, ok := hanNumber(t[0]); ok || t[0] == '0' {
		return true
	}
	for _, l := range spokenLanguages {
		for _, n := range l.numbers {
			if _, ok := cutSpelling(t, n.spelling); ok {
				return true
			}
		}
	}
	return false
}

// spokenLanguages are the languages whose actions and numbers can be words.
var spokenLanguages = [...]*language{&vietnamese, &pinyin, &english}

// cutSpelling is [strings.CutPrefix] ignoring the tones of the spelling.
func cutSpelling(t []rune, spelling string) (rest []rune, ok bool) {
	for _, r := range spelling {
		if r == '\'' || r == '_' {
			continue
		}
		if len(t) == 0 || t[0] != r {
			return nil, false
		}
		t = t[1:]
	}
	return t, true
}

// startsWithShortMove reports whether a text starts like 炮25 or P25.
func startsWithShortMove(t []rune) bool {
	if len(t) < 3 || !strings.ContainsRune("krcpxt", t[0]) && hanRoles[t[0]] == game.NoRole {
		return false
	}
	_, file := hanNumbers[t[1]]
	_, number := digit(t[2])
	return file && number
}

// startsWithInitials reports whether a text starts like p2j5 or pqj5.
func startsWithInitials(t []rune) bool {
	if len(t) < 4 || !strings.ContainsRune("jtp", t[2]) {
		return false
	}
	for _, r := range t[:2] {
		if !isRank(r) && !strings.ContainsRune("jsxmcpbzqh", r) {
			return false
		}
	}
	_, number := digit(t[3])
	return number
}

// mayNameCannon reports whether a text contains a name of the central cannon: see [centralCannon].
func mayNameCannon(t []rune) bool {
	for i := 1; i < len(t); i++ {
		if strings.ContainsRune("中头頭", t[i-1]) && hanRoles[t[i]] == game.Cannon {
			return true
		}
	}
	return false
}
