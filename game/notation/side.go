package notation

import (
	"regexp"
	"strings"

	"yeye/game"
)

// Players who move for both sides, or copy from a book, name the side before a move: 红炮二平五, Red:
// C2=5, đen: M8.7. The text is then not a move of the other side: see [*OtherSide].

// sideBefore requires a sign after do and den, which are also other words.
var sideBefore = regexp.MustCompile(
	`^(?i:(红|紅|黑)[方棋]?(?:\s*[:,、-]\s*|\s*)|(red|black)\b(?:\s+(?:plays|moves)\b)?(?:\s*[:,-]\s*|\s+)|` +
		`(?:(?:bên|quân)\s+)?(đỏ|đen)(?:\s*[:,-]\s*|\s+)|(?:(?:ben|quan)\s+)?(do|den)\s*[:,]\s*)`)

// cutSide removes the name of a side before a move; named is false if there is none.
func (t text) cutSide() (rest text, side game.Color, named bool) {
	m := sideBefore.FindStringSubmatch(t.plain)
	if m == nil || len(m[0]) == len(t.plain) {
		return t, game.Red, false
	}
	switch strings.ToLower(strings.Join(m[1:], "")) {
	case "黑", "black", "đen", "den":
		side = game.Black
	}
	return newText(t.plain[len(m[0]):]), side, true
}

// otherSide returns [*OtherSide] if the text names the side that is not to move in p and may be a move, else nil.
func (t Parsed) otherSide(p Board, prefer Family) error {
	if t.sideNamed && t.side != p.Turn() && (t.IsMove() || t.MayBe(prefer)) {
		return &OtherSide{t.side}
	}
	return nil
}
