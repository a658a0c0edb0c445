package record

import (
	"regexp"
	"slices"
	"strings"
)

// Games of western chess are pasted by mistake. Some of their moves, 1. e4 e5, could
// be pawn moves of xiangqi, so they are recognized by all of their words together.

var (
	westernMove = regexp.MustCompile(
		`^(?:(?:[NBRQK][a-h]?[1-8]?)?x?[a-h][1-8]|[a-h]x[a-h][1-8]|(?:[a-h]x)?[a-h][18]=?[NBRQ]|O-O(?:-O)?|0-0(?:-0)?)[+#]?[!?]*$`)
	westernRows = regexp.MustCompile(`^(?:[pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+(?:\s|_|$)`)
	// westernInside matches such a position within other text.
	westernInside = regexp.MustCompile(
		"(?:^|[\\s\"'`:=(])(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8}(?:[\\s_`\"')]|$)")
	// westernFirst matches the pawn and knight moves of the start, in long
	// coordinates.
	westernFirst = regexp.MustCompile(`^(?i:([a-h])2-?([a-h])[34]|b1-?[ac]3|g1-?[fh]3)$`)
)

// isWestern reports whether every move of a game, at least two, is one of western
// chess and none can only be of xiangqi, or its position has eight rows.
func (f *pgnFile) isWestern() bool {
	if westernRows.MatchString(f.start) {
		return true
	}
	if f.xiangqi {
		return false
	}
	moves := slices.DeleteFunc(slices.Clone(f.tokens), func(w pgnToken) bool { return w.kind != tokenMove })
	return len(moves) > 1 &&
		!slices.ContainsFunc(moves, func(w pgnToken) bool { return !westernMove.MatchString(w.text) })
}

// westernCoordinates reports whether a line of moves that cannot be played here begins
// as games of western chess do.
func westernCoordinates(text string) bool {
	for _, f := range firstFields(text, 4) { // position startpos moves, or number
		if m := westernFirst.FindStringSubmatch(f); m != nil {
			return strings.EqualFold(m[1], m[2])
		}
	}
	return false
}
