package notation

import (
	"errors"
	"regexp"

	"yeye/game"
)

// Game files write squares in long coordinates (h2e2) or short ones (Che2, Hc2, pawns without a letter). Ranks count
// from 0 or, in programs related to Fairy-Stockfish, from 1 to 10. Once a file's rank numbering is known, nothing is
// ambiguous.

var shortRanked = regexp.MustCompile(`^([KAEBHNRCP])?([a-i])?(10|[0-9])?[-x]?([a-i])(10|[0-9])$`)

// ReadRanked is [Read] for a move of a file whose ranks count from lowest, 0 or 1. A pawn may have no letter, so
// a piece's letter is a capital wherever both are possible. Text in notations without ranks is read as usual.
func ReadRanked(p Board, raw string, lowest int, prefer Family) (game.Move, error) {
	parsed := Parse(raw)
	if err := parsed.otherSide(p, prefer); err != nil {
		return game.NoMove, err
	}
	var short resolution
	for _, t := range parsed.texts {
		if m := shortRanked.FindStringSubmatch(t.plain); m != nil && (m[1] != "" || m[2] == "" || m[3] == "") {
			q := query{role: game.Pawn, from: parsePoint(m[2], m[3]), to: parsePoint(m[4], m[5])}
			if m[1] != "" {
				q.role, _ = wxfRole(rune(m[1][0] | 0x20))
			}
			if short = q.between(p, lowest); len(short.legal) > 0 {
				return short.result()
			}
		}
		if lowest == 0 {
			continue // read by Read
		}
		for _, q := range readCoordinates(hyphens(t.lower, longDashes)) {
			f := q.between(p, lowest)
			return f.result()
		}
	}
	m, err := parsed.Move(p, prefer)
	if errors.Is(err, ErrNotMove) && short.err != nil {
		err = short.err
	}
	return m, err
}
