package notation

import (
	"errors"
	"slices"
	"strings"

	"yeye/game"
)

// Read finds the one legal move of p that text means. A family given in prefer
// is tried first (after Chinese, WXF) and the others only when it yields no
// legal move; with Auto (and Coordinates, which collide with nothing) all are
// tried as equals. All parts of a label must fit, each in its own family; the
// preference breaks a tie.
//
// The errors are [ErrNotMove], [*TooLong], [*LookAlike], [*Ambiguous],
// [*Suggestion], [*NoSuchPiece], [*NoTarget], [*Contradiction] or
// [*game.IllegalMove]. Its time is linear in the length of text, and bounded.
func Read(p *game.Position, text string, prefer Family) (game.Move, error) {
	m, err := read(p, text, prefer)
	if several := (*Ambiguous)(nil); err != nil && !errors.As(err, &several) {
		if m, err := readTentative(p, text, prefer); !errors.Is(err, ErrNotMove) {
			return m, err
		}
	}
	return m, err
}

func read(p *game.Position, text string, prefer Family) (game.Move, error) {
	parts, err := parse(text)
	if err != nil {
		return game.NoMove, err
	}
	if len(parts) == 1 {
		f := resolveAll(p, parts[0], prefer)
		return f.answer()
	}
	return together(p, parts, prefer)
}

// IsMoveLike reports whether all of text is shaped like a move, whether or not
// it can be played anywhere: this distinguishes a move in chat from
// conversation.
func IsMoveLike(text string) bool {
	_, err := parse(text)
	return err == nil
}

// parse returns the queries of each part of a text: one part, or those of a
// label.
func parse(raw string) ([][]query, error) {
	texts, err := clean(raw)
	if err != nil {
		return nil, err
	}
	for _, t := range texts {
		if found := t.queries(); len(found) > 0 {
			return [][]query{found}, nil
		}
	}
	if parts := texts[0].label(); parts != nil {
		return parts, nil
	}
	for _, t := range texts {
		if found := t.remarked(); len(found) > 0 {
			return [][]query{found}, nil
		}
	}
	for _, t := range texts {
		if plain, found := unmask(t.plain); found != 0 && len(newText(plain).queries()) > 0 {
			return nil, &LookAlike{Found: found, Like: confusable[found]}
		}
	}
	return nil, ErrNotMove
}

// queries returns every reading of a text that is one move in one notation.
func (t text) queries() []query {
	if found := readCoordinates(longDashes.Replace(t.lower)); found != nil {
		return found
	}
	if !strings.ContainsAny(t.lower, "'_") { // these would be taken for tones
		if found := readSaid(toneless(longDashes.Replace(t.lower))); found != nil {
			return found
		}
	}
	compact := longDashes.Replace(t.compact)
	found := readWXF(compact)
	found = append(found, readChinese(t.compact)...)
	spoken := toneless(compact)
	if strings.ContainsAny(compact, "'_") { // these would be taken for tones
		return found
	}
	found = append(found, vietnamese.read(spoken)...)
	if spoken != t.compact {
		return found
	}
	return append(found, pinyin.read(spoken)...)
}

// order returns the families that are tried before all others, in order. A
// player who writes Chinese and types Latin letters means WXF.
func (f Family) order() []Family {
	switch f {
	case WXF, Vietnamese:
		return []Family{f}
	case Chinese, Traditional:
		return []Family{Chinese, WXF}
	}
	return nil
}

// resolveAll resolves the queries of one text on the board, the preferred
// families' first.
func resolveAll(p *game.Position, queries []query, prefer Family) finding {
	var all finding
	tried := prefer.order()
	for _, family := range tried {
		var f finding
		for i := range queries {
			if queries[i].family == family {
				f.merge(queries[i].resolve(p))
			}
		}
		if len(f.legal) > 0 {
			return f
		}
		all.merge(f)
	}
	for i := range queries {
		if !slices.Contains(tried, queries[i].family) {
			all.merge(queries[i].resolve(p))
		}
	}
	return all
}
