package notation

import (
	"regexp"
	"strings"

	"yeye/game"
)

// Some forms are too similar to other text, or to other notations, to be recognized as moves by their
// shape: initials of pinyin (p2p5) and the four digits of DhtmlXQ (7747), Vietnamese letters without
// signs (P25), and letters of either with the signs of WXF (M2+3). The first two are read only for
// readers of Chinese, the third for readers of Vietnamese, the last for both. The central cannon can
// be called by its name (中炮) by any reader. All are tried only if there is no other reading.

// fourDigits is file and row, rows from Black's back rank, twice. A round number is excluded.
var fourDigits = regexp.MustCompile(`^[0-8][0-9][0-8][0-9]$`)

// centralCannon matches names for the move of a cannon to the central file.
var centralCannon = regexp.MustCompile(`^我?先?[来來架摆擺走下]?[个個]?(?:当头|當頭|中)[炮砲包]$`)

// MayBe reports whether a text that [Parsed.IsMove] does not recognize could be a move for a reader who prefers a
// family. If it cannot be played, [Parsed.Move] returns [ErrNotMove].
func (t Parsed) MayBe(prefer Family) bool { return len(t.tentativeTiers(prefer)) > 0 }

// tentativeTiers returns the queries of a tentative form, in tiers: a later tier is used only if no move of the earlier
// ones is legal.
func (t Parsed) tentativeTiers(prefer Family) (tiers [][]query) {
	isMove := t.IsMove() // a notation that the reader does not use adds no meaning
	for _, t := range t.texts {
		add := func(found []query) {
			if len(found) > 0 {
				tiers = append(tiers, found)
			}
		}
		add(t.namedMove())
		switch prefer {
		case Chinese, Traditional:
			add(t.initials())
			add(initialSigns.read(t.compact))
			if !isMove {
				add(vietnameseSigns.read(t.compact))
			}
		case Vietnamese:
			add(append(vietnameseSigns.read(t.compact), vietnameseShort.read(t.compact)...))
			if !isMove {
				add(initialSigns.read(t.compact))
			}
		}
		if len(tiers) > 0 {
			return tiers
		}
	}
	return nil
}

// namedMove returns the query of a move called by a name, such as 中炮.
func (t text) namedMove() []query {
	if !centralCannon.MatchString(remarkAfter.ReplaceAllString(t.compact, "")) {
		return nil
	}
	return []query{{family: Chinese, form: byRole, role: game.Cannon, action: sideways, number: 5}}
}

func (t text) initials() []query {
	if fourDigits.MatchString(t.compact) && t.compact == t.lower && !strings.HasSuffix(t.compact, "000") {
		at := func(i int) point { return point{int(t.compact[i] - '0'), 9 - int(t.compact[i+1]-'0')} }
		return []query{{family: Coordinates, form: byPoint, from: at(0), to: at(2)}}
	}
	return initials.read(t.compact)
}

// readTentative resolves a tentative form. If it cannot be played the error is [ErrNotMove], except for texts with + or
// =, which occur only in moves.
func (t Parsed) readTentative(p Board, prefer Family) (game.Move, error) {
	var all resolution
	for _, tier := range t.tentativeTiers(prefer) {
		for _, q := range tier {
			if q.form == byPoint {
				all.merge(q.between(p, 0))
			} else {
				all.merge(q.resolve(p))
			}
		}
		if len(all.legal) > 0 {
			return all.result()
		}
	}
	for _, t := range t.texts {
		if all.err != nil && strings.ContainsAny(t.compact, "+=") {
			return all.result()
		}
	}
	return game.NoMove, ErrNotMove
}
