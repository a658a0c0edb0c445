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

// MayBe reports whether a text that [Parsed.IsMove] does not recognise could be a move
// for a reader who prefers a family. [Parsed.Move] returns [ErrNotMove] if it cannot be
// played: then it was talk.
func (t Parsed) MayBe(prefer Family) bool { return len(t.tentatively(prefer)) > 0 }

func (t Parsed) tentatively(prefer Family) []query {
	if prefer < Chinese {
		return nil
	}
	for _, t := range t.texts {
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

// tentative reads such a form if it can be played.
func (t Parsed) tentative(p *game.Position, prefer Family) (game.Move, error) {
	var all finding
	for _, q := range t.tentatively(prefer) {
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
