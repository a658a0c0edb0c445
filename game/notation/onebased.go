package notation

import (
	"regexp"
	"strings"

	"yeye/game"
)

// Programs around Fairy-Stockfish count ranks from 1 to 10 and write game files
// so, in long coordinates (h3e3) or short ones (Che3, Hc3, pawns without a
// letter). In a file that says so nothing has to be guessed.

var oneBasedShort = regexp.MustCompile(`^([KAEBHNRCP])?([a-i])?(10|[1-9])?x?([a-i])(10|[1-9])$`)

// ReadOneBased is [Read] for a text known to count ranks from 1 to 10. Text in
// notations without ranks is read as ever.
func ReadOneBased(p *game.Position, raw string) (game.Move, error) {
	texts, err := clean(raw)
	if err != nil {
		return game.NoMove, err
	}
	for _, t := range texts {
		if m := oneBasedShort.FindStringSubmatch(strings.ReplaceAll(t.plain, "-", "")); m != nil && (m[1] != "" || m[2] == "" || m[3] == "") {
			q := query{role: game.Pawn, from: parsePoint(m[2], m[3]), to: parsePoint(m[4], m[5])}
			if m[1] != "" {
				q.role, _ = wxfRole(rune(m[1][0] | 0x20))
			}
			f := q.between(p, 1)
			return f.answer()
		}
		for _, q := range readCoordinates(longDashes.Replace(t.lower)) {
			f := q.between(p, 1)
			return f.answer()
		}
	}
	return Read(p, raw, WXF)
}
