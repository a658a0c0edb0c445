package record

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"yeye/game/notation"
)

// This file classifies a word of the move text: a result, a number, one or more moves, or something to be skipped.

var (
	gameHeading = regexp.MustCompile(`^第[0-9一二三四五六七八九十百]+局`)
	firstMove   = regexp.MustCompile(`^(?:[1１][.．、)）]|①)`)
)

func (r *pgnLexer) readWord() error {
	if r.lineStart && r.depth == 0 && (r.highest > 1 && firstMove.MatchString(r.text) ||
		len(r.tokens) > 0 && gameHeading.MatchString(r.text)) {
		r.done = true
		return nil
	}
	if r.lineStart && r.depth == 0 && len(r.tokens) > 0 {
		if r.done = r.afterBlankLine && r.highest == 0 && unnumberedFollow(r.text); r.done || r.readProseLine() {
			return nil
		}
	}
	end := wordEnd(r.text)
	if plainWord.MatchString(r.text[:end]) {
		r.plain(r.text[:end])
		r.text = trimSeparator(r.text[end:])
		return nil
	}
	if text := notation.VietnameseMove(r.text); text != "" {
		r.add(tokenMove, text, 0)
		r.text = trimSeparator(r.text[len(text):])
		return nil
	}
	if text, result, ok := r.restIsResult(); ok {
		r.text = r.text[len(text):]
		r.result(text, result)
		return nil
	}
	if r.lineRemark() {
		return nil
	}
	if i := strings.IndexByte(r.text[:end], '$'); i > 0 { // a mark without a space before it
		end = i
	}
	if end == 0 { // a stray closing brace
		return ErrUnclosed
	}
	word, rest := r.text[:end], r.text[end:]
	switch {
	case rest == "":
	case r.depth == 0 && bracketEnd.MatchString(rest) && numberOnly.MatchString(compatible(word)):
		word += ")" // 1) is a number
		_, rest, _ = strings.Cut(rest, bracketEnd.FindString(rest))
	default:
		rest = trimSeparator(rest)
	}
	bullet := r.lineStart && bulleted.MatchString(r.text)
	r.text = rest
	if result, ok := parseResult(word); ok && noLatin(word) {
		if !bullet {
			r.result(word, result)
		}
		return nil
	}
	r.split(word)
	return nil
}

// trimSeparator removes a leading semicolon that separates moves and does not start a comment: the line ends with it,
// or continues with a move or a number.
func trimSeparator(text string) string {
	line, ok := strings.CutPrefix(text, ";")
	if !ok {
		return text
	}
	line, _, _ = strings.Cut(line[:min(len(line), 200)], "\n")
	if !continues(line) {
		return text
	}
	return text[1:]
}

// compatible returns the NFKC of a word, but the word itself if its NFKC is longer than both the word and the longest
// move: some characters become eleven times as long.
func compatible(word string) string {
	if norm.NFKC.IsNormalString(word) {
		return word
	}
	var all norm.Iter
	all.InitString(norm.NFKC, word)
	most := max(len(word), utf8.UTFMax*notation.MaxLength)
	plain := make([]byte, 0, len(word))
	for !all.Done() {
		next := all.Next()
		if len(plain)+len(next) > most {
			return word
		}
		plain = append(plain, next...)
	}
	return string(plain)
}

// split removes numbers and sides at the start of a word and splits moves that are not separated by spaces.
func (r *pgnLexer) split(word string) {
	if ring := ringed.FindString(word); ring != "" {
		r.number(norm.NFKC.String(ring))
		word = word[len(ring):]
	}
	plain := compatible(word)
	for whole := plain; plain != "" && !r.full(); word = plain {
		if m := roundWord.FindStringSubmatch(plain); m != nil {
			r.number(m[1])
			plain = plain[len(m[0]):]
		} else if m := sideWord.FindStringSubmatch(plain); m != nil {
			r.side(m[0], m[2])
			plain = plain[len(m[0]):]
		} else if m := hanCounter.FindStringSubmatch(plain); m != nil {
			r.number(m[1])
			plain = plain[len(m[0]):]
		} else if m := numberDot.FindStringSubmatch(plain); m != nil && !startsWithDigit(plain[len(m[0]):]) {
			r.number(m[1])
			if len(m[2]) > 1 && m[2][0] == '.' {
				r.add(tokenEllipsis, m[2], 0)
			}
			plain = plain[len(m[0]):]
		} else {
			if plain == whole {
				plain = word
			}
			r.addMoves(plain)
			return
		}
	}
}

// noLetters reports whether a word has neither letters nor digits, such as one of emoji only.
func noLetters(word string) bool {
	return !strings.ContainsFunc(word, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
}

func startsWithDigit(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

// plain adds a token for a plain word.
func (r *pgnLexer) plain(word string) {
	if number, ok := strings.CutSuffix(word, "."); ok {
		r.number(number)
		return
	}
	r.add(tokenMove, word, 0)
}

func (r *pgnLexer) number(digits string) {
	n, _ := strconv.Atoi(strings.Trim(digits, "().")) // Chinese numbers count as 0
	r.highest = max(r.highest, n)
	r.add(tokenNumber, digits, n)
}

func (r *pgnLexer) addMoves(word string) {
	if last := len(r.tokens) - 1; last >= 0 && r.tokens[last].kind == tokenNumber && !strings.HasPrefix(word, "..") {
		if word = strings.TrimPrefix(word, "."); word == "" { // "1 ." is "1."
			return
		}
	}
	plain := compatible(word)
	switch {
	case plain == nullMove:
		r.add(tokenMove, word, 0)
	case numberOnly.MatchString(plain):
		r.number(plain)
	case dots.MatchString(plain):
		r.add(tokenEllipsis, word, 0)
	case markNumber.MatchString(plain):
		if n, _ := strconv.Atoi(plain[1:]); n < int(marks) {
			r.add(tokenMark, plain, n)
		}
	case skipped.MatchString(plain), calledOut.MatchString(plain), noLetters(plain):
		r.add(tokenMark, plain, int(parseMark(plain)))
	case coordPairs.MatchString(plain):
		plain = strings.ReplaceAll(plain, "-", "")
		for i := 0; i < len(plain) && !r.full(); i += 4 {
			r.add(tokenMove, plain[i:i+4], 0)
		}
	case wxfPairs.MatchString(plain):
		for i := 0; i < len(plain) && !r.full(); i += 4 {
			r.add(tokenMove, plain[i:i+4], 0)
		}
	case hanMoves.MatchString(plain):
		for _, m := range oneHanMove.FindAllString(plain, MaxPlies+1) {
			r.add(tokenMove, m, 0)
		}
	case sideAlone.MatchString(plain):
		r.side(word, sideAlone.FindStringSubmatch(plain)[1])
	default:
		if rest := strings.TrimLeft(plain, "0123456789"); rest != plain && !notation.IsMoveLike(plain) &&
			notation.IsMoveLike(rest) {
			r.number(plain[:len(plain)-len(rest)])
			word = rest
		}
		r.add(tokenMove, word, 0)
	}
}
