package record

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yeye/game"
	"yeye/game/notation"
)

// pgnWord is a word of the move text.
type pgnWord struct {
	text string
	n    int32 // of a number
	kind wordKind

	first bool // it begins a line
}

type wordKind uint8

const (
	aMove wordKind = iota
	aNumber
	aSlot     // dots instead of a move
	aSide     // "红：": n is the color
	anOpening // of a variation
	aClosing
	aComment
	aMark   // n is the Mark
	aResult // n is the game.Result
	aLoss   // n variations behind the game that are not read
)

var (
	// plainWord matches most words of a game: moves, and numbers. It saves them all other patterns.
	plainWord = regexp.MustCompile(`^(?:[0-9]{1,6}\.|(?i:[a-i][0-9]-?[a-i][0-9])|` + hanMove + `)$`)
	// bulleted matches a line of a list, whose star is not a result.
	bulleted = regexp.MustCompile(`^\*[^\S\n]+\S`)
	// skipped matches words that do not matter to the moves.
	skipped = regexp.MustCompile("^(?:[!?]+|=+|-+|[-+#=/|±∓⩲⩱∞□△○→]{1,4}|" +
		"[-+]?[0-9]{1,3}\\.[0-9]{1,2}|[0-9]{1,2}(?::[0-9]{2}){1,2}|`{3}[a-z]*)$")
	markNumber = regexp.MustCompile(`^\$[0-9]{1,4}$`)

	dots       = regexp.MustCompile(`^(?:\.+|-{2,}|—+)$`)
	numberDot  = regexp.MustCompile(`^([0-9]{1,6})(\.+|[)、:])`)
	bracketEnd = regexp.MustCompile(`^[)）]`)
	numberOnly = regexp.MustCompile(`^[0-9]{1,4}$`)
	ringed     = regexp.MustCompile(`^[①-⒛❶-➓㈠-㈩㉑-㊿]+`)
	roundWord  = regexp.MustCompile(`^第([0-9]{1,3}|[一二三四五六七八九十百]{1,5})(?:回合|回|着|步)[:：、.．]?`)
	hanNumber  = regexp.MustCompile(`^[一二三四五六七八九十]{1,3}$`)
	hanCounter = regexp.MustCompile(`^([一二三四五六七八九十]{1,3})[、.:]`)
	sideWord   = regexp.MustCompile(`^(?i:(红|紅|先手|red|white|đỏ|tiên)|(黑|后手|後手|black|đen|hậu))(?:方|先|棋)?[:：]`)
	coordPairs = regexp.MustCompile(`^(?i:[a-i][0-9]-?[a-i][0-9]){2,}$`)
	wxfPairs   = regexp.MustCompile(`^(?i:[KABNRCPEH][1-9+-][+=.-][1-9]){2,}$`)
	hanMoves   = regexp.MustCompile(`^` + hanMove + `(?:[-.、/→—~|>]{0,2}(?:[0-9]{1,3}[.、])?` + hanMove + `)+$`)
	oneHanMove = regexp.MustCompile(hanMove)

	hanPiece = `[` + notation.HanPieces() + `]`
	hanMove  = `(?:[前后後中一二三四五]` + hanPiece + `|` + hanPiece + hanFigure + `)[进進退平]` + hanFigure
)

// nullMove is a pass, as programs write it.
const nullMove = "0000"

const hanFigure = `[一二三四五六七八九1-9１-９]`

// A text of more than fewWords words has at most wordsPerMove of them per move:
// numbers, marks, comments and brackets. Text with more is no game.
const fewWords, wordsPerMove = 1 << 14, 16

// maxBracket is the maximum size in bytes of a remark in square brackets that may have
// an opening bracket within it.
const maxBracket = 300

// separators separate words as spaces do.
const separators = "，；。,"

// pgnReader splits the text after the tags into words.
type pgnReader struct {
	text    string
	words   []pgnWord
	depth   int
	first   bool // nothing of this line has been read yet
	blank   bool // and the previous line is blank
	highest int  // highest move number
	moved   int  // number of words that are moves
	last    int  // last move number outside variations
	since   int  // number of moves since then
	ended   bool
}

// wholeMove is the number of moves after a number, and noNumber is greater.
const wholeMove, noNumber = 2, 3

// pgnWords splits the text after the tags into words, up to the game's result or to
// what can only be another game: from there on it is returned as rest. A result within
// a variation ends nothing.
func pgnWords(ctx context.Context, text string) (words []pgnWord, rest string, err error) {
	r := pgnReader{text: text, first: true, since: noNumber}
	for n := 0; ; n++ {
		if err := ctx.Err(); n%checkEvery == 0 && err != nil {
			return nil, "", err
		}
		trimmed := strings.TrimLeftFunc(r.text, func(c rune) bool {
			return unicode.IsSpace(c) || strings.ContainsRune(separators, c)
		})
		breaks := strings.Count(r.text[:len(r.text)-len(trimmed)], "\n")
		r.first, r.blank = r.first || breaks > 0, breaks > 1
		if r.text = trimmed; r.text == "" {
			return r.words, "", nil
		}
		if err := r.next(); err != nil {
			return nil, "", err
		}
		if r.ended {
			return r.words, r.text, nil
		}
		if r.full() {
			return nil, "", ErrTooBig
		}
		if len(r.words) == fewWords && r.talk() {
			return nil, "", ErrNoGame
		}
		r.first = false
	}
}

// full reports whether more was read than a game can have.
func (r *pgnReader) full() bool {
	return r.moved > MaxPlies || len(r.words) > fewWords && len(r.words) > wordsPerMove*r.moved
}

func (r *pgnReader) add(kind wordKind, text string, n int) {
	if kind == aMove {
		r.moved++
	}
	if r.depth == 0 {
		switch kind {
		case aNumber:
			r.last, r.since = n, 0
		case aSide:
			r.since = n // Black's is the second
		case aSlot:
			r.since = max(r.since, 1)
		case aMove:
			r.since++
		}
	}
	r.words = append(r.words, pgnWord{text, int32(n), kind, r.first})
}

// enclosed removes the text up to a closing mark and returns it.
func (r *pgnReader) enclosed(opening, closing string) (string, error) {
	inside, rest, ok := strings.Cut(r.text[len(opening):], closing)
	if !ok {
		return "", ErrUnclosed
	}
	r.text = rest
	return inside, nil
}

func (r *pgnReader) next() error {
	if r.first && r.depth == 0 && len(r.words) > 0 && r.pageEnds() {
		r.ended = true
		return nil
	}
	c, size := utf8.DecodeRuneInString(r.text)
	switch c {
	case '[':
		return r.square()
	case ';':
		line, _, _ := strings.Cut(r.text, "\n")
		r.text = r.text[len(line):]
		r.add(aComment, line[1:], 0)
		return nil
	case '(', '（':
		return r.opening(size)
	case ')', '）':
		r.depth--
		r.text = r.text[size:]
		r.add(aClosing, string(c), 0)
		return nil
	}
	if closing, ok := enclosing[c]; ok {
		if r.first && r.depth == 0 && len(r.words) > 0 && r.remarkLine() { // it begins with a title or a quotation
			return nil
		}
		return r.bracket(c, closing)
	}
	if strings.HasPrefix(r.text, "/*") {
		said, err := r.enclosed("/*", "*/")
		r.add(aComment, said, 0)
		return err
	}
	return r.word()
}

// pageEnd matches what is behind the moves of a game from the site 东萍, or above those
// of the next. Variations are listed behind the game, and not read.
var pageEnd = regexp.MustCompile(`^(?:棋谱由[^\n]{0,100}生成|(` + variationHead + `)|(?:标题|標題)[:：])`)

// variationHead is above a variation that is listed behind a game.
const variationHead = `【变[0-9]|[变變](?:着|著|化|例)?[一二三四五六七八九十0-9]{0,3}[:：]`

var variationHeads = regexp.MustCompile(`(?m)^\s*(?:` + variationHead + `)`)

// pageEnds reports whether a page ends here, and removes its end.
func (r *pgnReader) pageEnds() bool {
	m := pageEnd.FindStringSubmatch(r.text)
	switch {
	case m == nil:
		return false
	case m[1] != "":
		left, next, found := strings.Cut(r.text, "\n标题")
		r.add(aLoss, "", len(variationHeads.FindAllStringIndex(left, -1)))
		if r.text = ""; found {
			r.text = "标题" + next
		}
	case strings.HasSuffix(m[0], "生成"):
		r.text = r.text[len(m[0]):]
	}
	return true
}

// square reads a remark in square brackets, unless they are those of the next game's
// tag.
func (r *pgnReader) square() error {
	if r.ended = pgnTagHead.MatchString(r.text); r.ended {
		return nil
	}
	said, _, ok := strings.Cut(r.text[1:min(len(r.text), maxRemark)], "]")
	long := len(said) > maxBracket || strings.Contains(said, "\n")
	if !ok || long && strings.Contains(said, "[") { // the bracket that closes is another one's
		if r.ended = r.talk(); r.ended {
			return nil
		}
		return ErrUnclosed
	}
	r.text = r.text[len("[")+len(said)+len("]"):]
	r.said(said, false)
	return nil
}

// talk reports whether the first move is none: this will be refused as no game.
func (r *pgnReader) talk() bool {
	i := slices.IndexFunc(r.words, func(w pgnWord) bool { return w.kind == aMove })
	return i >= 0 && !notation.IsMoveLike(r.words[i].text)
}

// opening reads the beginning of a variation, or a remark in brackets, which does not
// begin with a move.
func (r *pgnReader) opening(size int) error {
	if m := placeInBrackets.FindStringSubmatch(r.text); m != nil && r.depth == 0 {
		r.text = r.text[len(m[0]):]
		r.said(m[1], false)
		return nil
	}
	if !isRemark(r.text[size:]) {
		if r.depth++; r.depth > MaxDepth {
			return ErrTooBig
		}
		r.text = r.text[size:]
		r.add(anOpening, "(", 0)
		return nil
	}
	depth := 0
	for i, c := range r.text {
		switch c {
		case '(', '（':
			depth++
		case ')', '）':
			depth--
		}
		if depth > 0 {
			continue
		}
		said := r.text[size:i]
		r.text = r.text[i+utf8.RuneLen(c):]
		r.said(said, false)
		return nil
	}
	return ErrUnclosed
}

// isRemark checks the first word after a bracket and its number.
func isRemark(text string) bool {
	text = text[:min(len(text), 200)]
	for range 4 {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		c, _ := utf8.DecodeRuneInString(text)
		if text == "" || strings.ContainsRune("{}()（）[;", c) {
			return false
		}
		if strings.ContainsRune(remarkSigns, c) {
			return true
		}
		end := wordEnd(text)
		if plainWord.MatchString(text[:end]) {
			if text[end-1] != '.' {
				return false
			}
			text = text[end:]
			continue
		}
		if notation.VietnameseMove(text) != "" {
			return false
		}
		var r pgnReader
		if r.split(text[:end]); len(r.words) > 0 {
			if last := r.words[len(r.words)-1]; last.kind == aMove {
				return !notation.IsMoveLike(last.text) && last.text != nullMove
			}
		}
		if _, ok := parseResult(text[:end]); ok {
			return true
		}
		text = text[end:]
	}
	return false
}

func wordEnd(text string) int {
	end := strings.IndexFunc(text, func(c rune) bool {
		return unicode.IsSpace(c) || strings.ContainsRune("}();（）"+remarkSigns+separators, c)
	})
	if end < 0 {
		return len(text)
	}
	return end
}

func (r *pgnReader) result(text string, result game.Result) {
	r.add(aResult, text, int(result))
	r.ended = r.depth == 0
}
