package notation

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yeye/game"
)

// Parsed is a text with all moves that it could mean, found without a board: it is parsed once and can be read for any
// number of positions and readers. The zero Parsed is not a move.
type Parsed struct {
	text      string
	texts     []text    // none if no reader can take it for a move
	parts     [][]query // of a label; one part for a single move, none if the text does not look like a move
	lookAlike *LookAlike

	side      game.Color // the side named before the move
	sideNamed bool       // a side is named

	facing facing // whether the piece is said to be face down, "" if not said
}

// Parse finds the moves that a text could mean. Its time is bounded and linear in the length of the text.
func Parse(text string) Parsed {
	t := Parsed{text: text}
	var l normalizedText
	if !l.read(text) || !l.mayHoldMove() {
		return t
	}
	t.parseTexts(clean(text))
	return t
}

func (t *Parsed) parseTexts(texts []text) {
	for i, one := range texts {
		if rest, side, named := one.cutSide(); named {
			texts[i], t.side, t.sideNamed = rest, side, true
		}
		if rest, facing := texts[i].cutFacing(); facing != "" {
			texts[i], t.facing = rest, facing
		}
	}
	t.texts = texts
	t.parts, t.lookAlike = parse(texts)
}

// String returns the text.
func (t Parsed) String() string { return t.text }

// Err says why the text does not look like a move: it is [ErrNotMove], [*TooLong], [*LookAlike], or nil. It separates
// moves from other chat, whether or not the move can be played.
func (t Parsed) Err() error {
	switch {
	case len(t.parts) > 0:
		return nil
	case t.lookAlike != nil:
		return t.lookAlike
	}
	if n := utf8.RuneCountInString(t.text); n > MaxLength {
		return &TooLong{n}
	}
	return ErrNotMove
}

// IsTalk reports whether every reader takes the text for ordinary chat. It is decided by a quick scan that does not
// allocate.
func (t Parsed) IsTalk() bool { return len(t.texts) == 0 }

// IsMove reports whether the whole text looks like a move.
func (t Parsed) IsMove() bool { return len(t.parts) > 0 }

// IsNear reports whether the text is almost a move: one with a look-alike letter of another alphabet, or a single
// square, which is how western chess writes pawn moves.
func (t Parsed) IsNear() bool {
	_, err := game.ParseSquare(strings.ToLower(t.text))
	return t.lookAlike != nil || err == nil
}

// Move finds the one legal move of p that the text means. The family prefer is tried first (after Chinese, also WXF),
// the others only if it yields no legal move. With Auto (and with Coordinates, which conflicts with nothing) all
// families are equal. All parts of a label must agree, each in its family; the preference breaks ties.
//
// The errors are those of Err, [*Ambiguous], [*Suggestion], [*NoSuchPiece], [*NoTarget],
// [*Contradiction], [*OtherSide] or [*game.IllegalMove].
func (t Parsed) Move(p Board, prefer Family) (game.Move, error) {
	if err := t.otherSide(p, prefer); err != nil {
		return game.NoMove, err
	}
	m, err := t.readShape(p, prefer)
	m, err = t.facing.choose(p, m, err)
	if _, several := errors.AsType[*Ambiguous](err); err != nil && !several {
		m, other := t.readTentative(p, prefer)
		if _, several := errors.AsType[*Ambiguous](other); other == nil || several || errors.Is(err, ErrNotMove) {
			return m, other
		}
	}
	return m, err
}

func (t Parsed) readShape(p Board, prefer Family) (game.Move, error) {
	switch len(t.parts) {
	case 0:
		return game.NoMove, t.Err()
	case 1:
		f := resolveAll(p, t.parts[0], prefer)
		return f.result()
	}
	return commonMove(p, t.parts, prefer)
}

// Read finds the one legal move of p that text means; see [Parsed.Move].
func Read(p Board, text string, prefer Family) (game.Move, error) {
	return Parse(text).Move(p, prefer)
}

// IsMoveLike reports whether the whole text looks like a move.
func IsMoveLike(text string) bool { return Parse(text).IsMove() }

// parse returns the queries of each part of a text: one part, or those of a label. It returns none
// if the text does not look like a move, and the look-alike letter if that is the reason.
func parse(texts []text) ([][]query, *LookAlike) {
	for _, t := range texts {
		if found := t.queries(); len(found) > 0 {
			return [][]query{found}, nil
		}
	}
	if len(texts) > 0 {
		if parts := texts[0].label(); parts != nil {
			return parts, nil
		}
	}
	for _, t := range texts {
		if found := t.queriesWithoutRemarks(); len(found) > 0 {
			return [][]query{found}, nil
		}
	}
	for _, t := range texts {
		if plain, found := replaceConfusables(t.plain); found != 0 && len(newText(plain).queries()) > 0 {
			return nil, &LookAlike{Found: found, Like: confusable[found]}
		}
	}
	return nil, nil
}

// queries returns every reading of a text that is one move in one notation.
func (t text) queries() []query {
	if strings.IndexFunc(t.lower, latin) < 0 {
		return append(readWXF(hyphens(t.compact, longDashes)), readChinese(t.compact)...)
	}
	if found := readCoordinates(hyphens(t.lower, longDashes)); found != nil {
		return found
	}
	if !strings.ContainsAny(t.lower, "'_") { // they would be taken for tones
		if found := readSpoken(stripTones(hyphens(t.lower, longDashes))); found != nil {
			return found
		}
	}
	compact := hyphens(t.compact, longDashes)
	found := readWXF(compact)
	found = append(found, readChinese(t.compact)...)
	spoken := stripTones(compact)
	if strings.ContainsAny(compact, "'_") { // they would be taken for tones
		return found
	}
	found = append(found, vietnamese.read(spoken)...)
	if spoken != t.compact {
		return found
	}
	return append(append(found, pinyin.read(spoken)...), readEnglish(spoken)...)
}

// latin reports whether a letter can be part of a square or of a piece's name in Latin letters.
func latin(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= utf8.RuneSelf && unicode.Is(unicode.Latin, r)
}

// order returns the families that are tried before all others, in order. A player who writes
// Chinese and types Latin letters means WXF.
func (f Family) order() []Family {
	switch f {
	case WXF, Vietnamese:
		return []Family{f}
	case Chinese, Traditional:
		return []Family{Chinese, WXF}
	}
	return nil
}

// resolveAll resolves the queries of one text on the board, those of the preferred families first.
func resolveAll(p Board, queries []query, prefer Family) resolution {
	var all resolution
	tried := prefer.order()
	for _, family := range tried {
		var f resolution
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
