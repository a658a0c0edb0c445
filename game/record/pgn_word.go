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

// What a single word of the move text is: a result, a number, moves, something to be skipped, or a fault.

var (
	gameHeading = regexp.MustCompile(`^第[0-9一二三四五六七八九十百]+局`)
	firstMove   = regexp.MustCompile(`^(?:[1１][.．、)）]|①)`)
)

func (r *pgnReader) word() error {
	if r.first && r.depth == 0 && (r.highest > 1 && firstMove.MatchString(r.text) ||
		len(r.words) > 0 && gameHeading.MatchString(r.text)) {
		r.ended = true
		return nil
	}
	if r.first && r.depth == 0 && len(r.words) > 0 {
		if r.ended = r.blank && r.highest == 0 && unnumberedFollow(r.text); r.ended || r.remarkLine() {
			return nil
		}
	}
	end := wordEnd(r.text)
	if plainWord.MatchString(r.text[:end]) {
		r.plain(r.text[:end])
		r.text = unlisted(r.text[end:])
		return nil
	}
	if said := notation.VietnameseMove(r.text); said != "" {
		r.add(aMove, said, 0)
		r.text = unlisted(r.text[len(said):])
		return nil
	}
	if said, result, ok := r.lineResult(); ok {
		r.text = r.text[len(said):]
		r.result(said, result)
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
		rest = unlisted(rest)
	}
	bullet := r.first && bulleted.MatchString(r.text)
	r.text = rest
	if result, ok := parseResult(word); ok && oneWord(word) {
		if !bullet {
			r.result(word, result)
		}
		return nil
	}
	r.split(word)
	return nil
}

// unlisted removes a leading semicolon that separates moves rather than beginning a
// comment: the line ends with it, or continues with a move or a number.
func unlisted(text string) string {
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

// compatible is NFKC of a word. A word that becomes longer by it than it was, and than a move can be, is returned as it
// is: no list of moves does, and there are characters that become eleven times as long.
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

// split removes numbers and sides from the front of a word and splits moves that are
// not separated by spaces.
func (r *pgnReader) split(word string) {
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
				r.add(aSlot, m[2], 0)
			}
			plain = plain[len(m[0]):]
		} else {
			if plain == whole {
				plain = word
			}
			r.moves(plain)
			return
		}
	}
}

// wordless reports whether a word has neither letters nor digits, as those of pictures only.
func wordless(word string) bool {
	return !strings.ContainsFunc(word, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
}

func startsWithDigit(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

// plain adds a plain word.
func (r *pgnReader) plain(word string) {
	if number, ok := strings.CutSuffix(word, "."); ok {
		r.number(number)
		return
	}
	r.add(aMove, word, 0)
}

func (r *pgnReader) number(digits string) {
	n, _ := strconv.Atoi(strings.Trim(digits, "().")) // Chinese numbers count as 0
	r.highest = max(r.highest, n)
	r.add(aNumber, digits, n)
}

func (r *pgnReader) moves(word string) {
	if last := len(r.words) - 1; last >= 0 && r.words[last].kind == aNumber && !strings.HasPrefix(word, "..") {
		if word = strings.TrimPrefix(word, "."); word == "" { // "1 ." is "1."
			return
		}
	}
	plain := compatible(word)
	switch {
	case plain == nullMove:
		r.add(aMove, word, 0)
	case numberOnly.MatchString(plain):
		r.number(plain)
	case dots.MatchString(plain):
		r.add(aSlot, word, 0)
	case markNumber.MatchString(plain):
		if n, _ := strconv.Atoi(plain[1:]); n < int(marks) {
			r.add(aMark, plain, n)
		}
	case skipped.MatchString(plain), called.MatchString(plain), wordless(plain):
		r.add(aMark, plain, int(parseMark(plain)))
	case coordPairs.MatchString(plain):
		plain = strings.ReplaceAll(plain, "-", "")
		for i := 0; i < len(plain) && !r.full(); i += 4 {
			r.add(aMove, plain[i:i+4], 0)
		}
	case wxfPairs.MatchString(plain):
		for i := 0; i < len(plain) && !r.full(); i += 4 {
			r.add(aMove, plain[i:i+4], 0)
		}
	case hanMoves.MatchString(plain):
		for _, m := range oneHanMove.FindAllString(plain, MaxPlies+1) {
			r.add(aMove, m, 0)
		}
	case sideAlone.MatchString(plain):
		r.side(word, sideAlone.FindStringSubmatch(plain)[1])
	default:
		if rest := strings.TrimLeft(plain, "0123456789"); rest != plain && !notation.IsMoveLike(plain) &&
			notation.IsMoveLike(rest) {
			r.number(plain[:len(plain)-len(rest)])
			word = rest
		}
		r.add(aMove, word, 0)
	}
}
