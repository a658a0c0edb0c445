package notation

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	// bareCounter is a move's number that stands alone.
	bareCounter = regexp.MustCompile(`^[0-9]{1,3}(?:\.{1,3}|\)|、)?$`)
	// hanEnd matches the end of a Chinese move, after which the next one may follow without a space.
	hanEnd = regexp.MustCompile(`[进進退平][一二三四五六七八九1-9]`)
)

// Line returns the moves of a text that has several, as written for both sides: 炮二平五 马8进7, with or
// without move numbers and names of sides. It is nil for any other text. The text of a label is
// also a line of moves, but they cannot be played one after the other.
func (t Parsed) Line() (moves []Parsed) {
	if len(t.texts) == 0 {
		return nil
	}
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;。", r) }
	for _, field := range strings.FieldsFunc(hanEnd.ReplaceAllString(t.texts[0].plain, "$0 "), between) {
		one := Parse(field)
		switch {
		case one.IsMove():
			moves = append(moves, one)
		case !bareCounter.MatchString(field):
			return nil
		}
	}
	if len(moves) < 2 {
		return nil
	}
	if t.sideNamed {
		moves[0].side, moves[0].sideNamed = t.side, true
	}
	return moves
}
