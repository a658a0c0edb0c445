package record

import (
	"regexp"
	"slices"
	"strings"
)

// Games of western chess are pasted by mistake. Some of their moves, 1. e4 e5, could be pawn moves of xiangqi, so a
// game is recognized only by all of its moves together.

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

// isWestern reports whether the game has at least two moves and all can be moves of western chess, or its FEN has eight
// rows.
func (f *parsedGame) isWestern() bool {
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

// westernCoordinates reports whether a line of moves starts with a first move of western chess, such as e2e4.
func westernCoordinates(text string) bool {
	for _, f := range firstFields(text, 4) { // position startpos moves, or number
		if m := westernFirst.FindStringSubmatch(f); m != nil {
			return strings.EqualFold(m[1], m[2])
		}
	}
	return false
}
