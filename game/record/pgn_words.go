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

// pgnToken is a token of the move text.
type pgnToken struct {
	text string
	n    int32 // of a number
	kind tokenKind

	lineStart bool // the first token of its line
}

type tokenKind uint8

const (
	tokenMove tokenKind = iota
	tokenNumber
	tokenEllipsis // dots or dashes in place of a move: 1. ... 马8进7
	tokenSide     // "红：": n is the color
	tokenOpen     // of a variation
	tokenClose
	tokenComment
	tokenMark    // n is the Mark
	tokenResult  // n is the game.Result
	tokenSkipped // n variations listed after the game, which are not read
)

var (
	// plainWord is a fast check that matches most words of a game, moves and numbers.
	plainWord = regexp.MustCompile(`^(?:[0-9]{1,6}\.|(?i:[a-i][0-9]-?[a-i][0-9])|` + hanMove + `)$`)
	// bulleted matches a line of a list, whose star is not a result.
	bulleted = regexp.MustCompile(`^\*[^\S\n]+\S`)
	// skipped matches words that are ignored between moves.
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

// nullMove is a null move, as programs write it.
const nullMove = "0000"

const hanFigure = `[一二三四五六七八九1-9１-９]`

// A text with more than minTokensChecked tokens is refused if it has more than maxTokensPerMove per move.
const minTokensChecked, maxTokensPerMove = 1 << 14, 16

// maxBracket is the maximum size in bytes of a remark in square brackets that contains an opening bracket.
const maxBracket = 300

// separators separate words as spaces do.
const separators = "，；。,"

// pgnLexer splits the text after the tags into tokens.
type pgnLexer struct {
	text             string
	tokens           []pgnToken
	depth            int
	lineStart        bool // nothing of the current line has been read yet
	afterBlankLine   bool // lineStart, and the previous line is blank
	highest          int  // highest move number
	moveCount        int  // number of tokens that are moves
	lastNumber       int  // last move number outside variations
	movesSinceNumber int  // number of moves since then
	done             bool
}

// wholeMove is the number of moves after a number; noNumber is greater.
const wholeMove, noNumber = 2, 3

// lexPGN splits the text after the tags into tokens, up to the game's result or to what can only be another game; rest
// is the text from there on. A result within a variation does not end the game. Errors are ErrUnclosed, ErrTooBig,
// ErrNoGame and the context's.
func lexPGN(ctx context.Context, text string) (words []pgnToken, rest string, err error) {
	r := pgnLexer{text: text, lineStart: true, movesSinceNumber: noNumber}
	for n := 0; ; n++ {
		if err := ctx.Err(); n%checkEvery == 0 && err != nil {
			return nil, "", err
		}
		trimmed := strings.TrimLeftFunc(r.text, func(c rune) bool {
			return unicode.IsSpace(c) || strings.ContainsRune(separators, c)
		})
		breaks := strings.Count(r.text[:len(r.text)-len(trimmed)], "\n")
		r.lineStart, r.afterBlankLine = r.lineStart || breaks > 0, breaks > 1
		if r.text = trimmed; r.text == "" {
			return r.tokens, "", nil
		}
		if err := r.next(); err != nil {
			return nil, "", err
		}
		if r.done {
			return r.tokens, r.text, nil
		}
		if r.full() {
			return nil, "", ErrTooBig
		}
		if len(r.tokens) == minTokensChecked && r.isProse() {
			return nil, "", ErrNoGame
		}
		r.lineStart = false
	}
}

// full reports whether more tokens were read than a game can have.
func (r *pgnLexer) full() bool {
	return r.moveCount > MaxPlies || len(r.tokens) > minTokensChecked && len(r.tokens) > maxTokensPerMove*r.moveCount
}

func (r *pgnLexer) add(kind tokenKind, text string, n int) {
	if kind == tokenMove {
		r.moveCount++
	}
	if r.depth == 0 {
		switch kind {
		case tokenNumber:
			r.lastNumber, r.movesSinceNumber = n, 0
		case tokenSide:
			r.movesSinceNumber = n // Black's is the second
		case tokenEllipsis:
			r.movesSinceNumber = max(r.movesSinceNumber, 1)
		case tokenMove:
			r.movesSinceNumber++
		}
	}
	r.tokens = append(r.tokens, pgnToken{text, int32(n), kind, r.lineStart})
}

// enclosed removes the text up to a closing mark and returns it.
func (r *pgnLexer) enclosed(opening, closing string) (string, error) {
	inside, rest, ok := strings.Cut(r.text[len(opening):], closing)
	if !ok {
		return "", ErrUnclosed
	}
	r.text = rest
	return inside, nil
}

func (r *pgnLexer) next() error {
	if r.lineStart && r.depth == 0 && len(r.tokens) > 0 && r.cutPageEnd() {
		r.done = true
		return nil
	}
	c, size := utf8.DecodeRuneInString(r.text)
	switch c {
	case '[':
		return r.squareBracket()
	case ';':
		line, _, _ := strings.Cut(r.text, "\n")
		r.text = r.text[len(line):]
		r.add(tokenComment, line[1:], 0)
		return nil
	case '(', '（':
		return r.parenthesis(size)
	case ')', '）':
		r.depth--
		r.text = r.text[size:]
		r.add(tokenClose, string(c), 0)
		return nil
	}
	if closing, ok := closingBracket[c]; ok {
		// the line starts with a title or a quotation
		if r.lineStart && r.depth == 0 && len(r.tokens) > 0 && r.readProseLine() {
			return nil
		}
		return r.bracket(c, closing)
	}
	if strings.HasPrefix(r.text, "/*") {
		text, err := r.enclosed("/*", "*/")
		r.add(tokenComment, text, 0)
		return err
	}
	return r.readWord()
}

// pageEnd matches the text after the moves of a game copied from the site 东萍, or before those of the next game.
// Variations are listed after the game and not read.
var pageEnd = regexp.MustCompile(`^(?:棋谱由[^\n]{0,100}生成|(` + variationHead + `)|(?:标题|標題)[:：])`)

// variationHead is the line above a variation that is listed after a game.
const variationHead = `【变[0-9]|[变變](?:着|著|化|例)?[一二三四五六七八九十0-9]{0,3}[:：]`

var variationHeads = regexp.MustCompile(`(?m)^\s*(?:` + variationHead + `)`)

// cutPageEnd reports whether the end of a page starts here, and removes it.
func (r *pgnLexer) cutPageEnd() bool {
	m := pageEnd.FindStringSubmatch(r.text)
	switch {
	case m == nil:
		return false
	case m[1] != "":
		left, next, found := strings.Cut(r.text, "\n标题")
		r.add(tokenSkipped, "", len(variationHeads.FindAllStringIndex(left, -1)))
		if r.text = ""; found {
			r.text = "标题" + next
		}
	case strings.HasSuffix(m[0], "生成"):
		r.text = r.text[len(m[0]):]
	}
	return true
}

// squareBracket reads a remark in square brackets, unless they are those of the next game's tag.
func (r *pgnLexer) squareBracket() error {
	if r.done = pgnTagHead.MatchString(r.text); r.done {
		return nil
	}
	text, _, ok := strings.Cut(r.text[1:min(len(r.text), maxRemark)], "]")
	long := len(text) > maxBracket || strings.Contains(text, "\n")
	if !ok || long && strings.Contains(text, "[") { // the bracket that closes is another one's
		if r.done = r.isProse(); r.done {
			return nil
		}
		return ErrUnclosed
	}
	r.text = r.text[len("[")+len(text)+len("]"):]
	r.bracketed(text, false)
	return nil
}

// isProse reports whether the first move token is not a move, so that the text is not a game.
func (r *pgnLexer) isProse() bool {
	i := slices.IndexFunc(r.tokens, func(w pgnToken) bool { return w.kind == tokenMove })
	return i >= 0 && !notation.IsMoveLike(r.tokens[i].text)
}

// parenthesis reads the start of a variation, or a remark in brackets, which does not start with a move.
func (r *pgnLexer) parenthesis(size int) error {
	if m := placeInBrackets.FindStringSubmatch(r.text); m != nil && r.depth == 0 {
		r.text = r.text[len(m[0]):]
		r.bracketed(m[1], false)
		return nil
	}
	if !isRemark(r.text[size:]) {
		if r.depth++; r.depth > MaxDepth {
			return ErrTooBig
		}
		r.text = r.text[size:]
		r.add(tokenOpen, "(", 0)
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
		text := r.text[size:i]
		r.text = r.text[i+utf8.RuneLen(c):]
		r.bracketed(text, false)
		return nil
	}
	return ErrUnclosed
}

// isRemark reports whether the first word after a bracket and its number is not a move.
func isRemark(text string) bool {
	text = text[:min(len(text), 200)]
	for range 4 {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		c, _ := utf8.DecodeRuneInString(text)
		if text == "" || strings.ContainsRune("{}()（）[;", c) {
			return false
		}
		if strings.ContainsRune(openingSigns, c) {
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
		var r pgnLexer
		if r.split(text[:end]); len(r.tokens) > 0 {
			if last := r.tokens[len(r.tokens)-1]; last.kind == tokenMove {
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
		return unicode.IsSpace(c) || strings.ContainsRune("}();（）"+openingSigns+separators, c)
	})
	if end < 0 {
		return len(text)
	}
	return end
}

func (r *pgnLexer) result(text string, result game.Result) {
	r.add(tokenResult, text, int(result))
	r.done = r.depth == 0
}
