package notation

import (
	"regexp"
	"strings"

	"yeye/game"
)

// Some forms are too similar to other text, or to other notations, to be recognised as
// a move by their shape: the initials of pinyin (p2p5) and the four digits of DhtmlXQ
// (7747) for readers of Chinese, and Vietnamese letters with the signs of WXF or
// without any (M2+3, P25) for readers of that. They are read for those readers only,
// where no other reading exists, and only if they can be played.

// fourDigits is file and row, rows from Black's back rank, twice; a round number is
// excluded.
var fourDigits = regexp.MustCompile(`^[0-8][0-9][0-8][0-9]$`)

// MayBeMove reports whether a text that [IsMoveLike] does not recognise could be a
// move for a reader who prefers a family. [Read] returns [ErrNotMove] if it cannot be
// played: then it was talk.
func MayBeMove(text string, prefer Family) bool { return len(tentative(text, prefer)) > 0 }

func tentative(raw string, prefer Family) []query {
	if prefer < Chinese {
		return nil
	}
	texts, err := clean(raw)
	if err != nil {
		return nil
	}
	for _, t := range texts {
		found := t.initials()
		if prefer == Vietnamese {
			found = append(vietnameseSigns.read(t.compact), vietnameseShort.read(t.compact)...)
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

func (t text) initials() []query {
	if fourDigits.MatchString(t.compact) && t.compact == t.lower && !strings.HasSuffix(t.compact, "000") {
		at := func(i int) point { return point{int(t.compact[i] - '0'), 9 - int(t.compact[i+1]-'0')} }
		return []query{{family: Coordinates, form: byPoint, from: at(0), to: at(2)}}
	}
	return initials.read(t.compact)
}

// readTentative reads such a form if it can be played.
func readTentative(p *game.Position, raw string, prefer Family) (game.Move, error) {
	var all finding
	for _, q := range tentative(raw, prefer) {
		if q.form == byPoint {
			all.merge(q.between(p, 0))
		} else {
			all.merge(q.resolve(p))
		}
	}
	if len(all.legal) == 0 {
		return game.NoMove, ErrNotMove
	}
	return all.answer()
}
