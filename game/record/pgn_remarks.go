package record

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"yeye/game"
	"yeye/game/notation"
)

// Comments are in brackets of many kinds, after slashes or dashes up to the end of a line, or after the last move.

// closingBracket maps the opening brackets that only comments have to the closing ones.
var closingBracket = map[rune]string{
	'{': "}", '｛': "｝", '［': "］", '【': "】", '〖': "〗", '〔': "〕", '〈': "〉", '《': "》", '「': "」", '『': "』", '“': "”",
	'<': ">",
}

// openingSigns are the keys of closingBracket.
const openingSigns = "{｛［【〖〔〈《「『“<"

var (
	// placeInBrackets matches the number of a full move or its side in brackets: (1), (红).
	placeInBrackets = regexp.MustCompile(`^[(（]\s*([0-9０-９]{1,3}|[一二三四五六七八九十]{1,3}|[红紅黑][方先]?)\s*[)）]`)
	// sideAlone matches the name of a side without a colon after it.
	sideAlone = regexp.MustCompile(`^(?:(?i:[红紅][方先]?|先手|red|đỏ)|(黑[方先]?|[后後]手|(?i:black|đen)))$`)
	// restOfLine matches the start of a remark that ends with the line.
	restOfLine = regexp.MustCompile(`^(?://+|(?:-{2,}|—+|–+|#+)[\t\p{Zs}]+)`)
	// calledOut matches the announcement of check or mate after a move.
	calledOut = regexp.MustCompile(`^(?i:将军|將軍|照将|照將|叫将|叫將|绝杀|絕殺|将死|將死|困毙|困斃|check|checkmate|mate|chiếu|chieu)[!！.。]*$`)
	// mayEnd is a fast check that matches every line that can be a result, and some others.
	mayEnd = regexp.MustCompile(
		`(?i)[胜勝负負和输輸½]|^(?:0|1|０|１)[\s./:：\-–—－]|win|won|draw|resign|los[te]|thắng|thua|h[òo]a|hoà|bại|:\s*\S+$`)
	// resultLabel matches a label before a result.
	resultLabel = regexp.MustCompile(`^(?i:结果|結果|result|kết quả)\s*[:：]\s*`)
	// scorePattern matches a result in figures.
	scorePattern = regexp.MustCompile(`^(1/2|0\.5|½|[01])\s*[-–—:]\s*(1/2|0\.5|½|[01])$`)
)

// bracket reads a remark in brackets, or what else they may enclose: a result, the number of a full move, a move in
// quotation marks.
func (r *pgnLexer) bracket(opening rune, closing string) error {
	text, err := r.enclosed(string(opening), closing)
	if err != nil || opening == '{' {
		r.add(tokenComment, text, 0)
		return err
	}
	r.bracketed(text, strings.ContainsRune("「『“", opening))
	return nil
}

// bracketed adds a token for the content of brackets other than braces. It is a move only within quotation marks.
func (r *pgnLexer) bracketed(text string, quoted bool) {
	plain := compatible(strings.TrimSpace(text))
	side := sideAlone.FindStringSubmatch(plain)
	switch result, ok := lineResult(plain); {
	case ok:
		r.result(text, result)
	case numberOnly.MatchString(plain), hanNumber.MatchString(plain):
		r.number(plain)
	case side != nil:
		r.side(text, side[1])
	case quoted && isMove(plain):
		r.add(tokenMove, text, 0)
	default:
		r.add(tokenComment, text, 0)
	}
}

// side adds a token for the side that moves next: Black unless black is empty.
func (r *pgnLexer) side(text, black string) {
	side := game.Red
	if black != "" {
		side = game.Black
	}
	r.add(tokenSide, text, int(side))
}

// lineRemark reads a remark up to the end of the line.
func (r *pgnLexer) lineRemark() bool {
	sign := restOfLine.FindString(r.text)
	if sign == "" || r.depth > 0 || len(r.tokens) == 0 {
		return false
	}
	line, _, _ := strings.Cut(r.text[len(sign):], "\n")
	_, result := lineResult(line)
	if result || continues(line) {
		if sign[0] == '/' {
			r.text = r.text[len(sign):]
		}
		return sign[0] == '/'
	}
	r.text = r.text[len(sign)+len(line):]
	r.add(tokenComment, line, 0)
	return true
}

// continues reports whether a line is empty or continues with a move or its number.
func continues(line string) bool {
	line = strings.TrimSpace(line[:min(len(line), 200)])
	if first, _ := utf8.DecodeRuneInString(line); strings.ContainsRune(openingSigns, first) {
		return false
	}
	if line == "" || plainWord.MatchString(line[:wordEnd(line)]) || notation.VietnameseMove(line) != "" {
		return true
	}
	var r pgnLexer
	r.split(line[:max(wordEnd(line), 1)])
	return len(r.tokens) > 0 && (r.tokens[0].kind != tokenMove || notation.IsMoveLike(r.tokens[0].text))
}

// restIsResult returns the rest of the line and its result if it is one.
func (r *pgnLexer) restIsResult() (text string, result game.Result, ok bool) {
	line := r.text[:min(len(r.text), maxResult+2)]
	if end := strings.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	} else if len(line) > maxResult {
		return "", game.Ongoing, false
	}
	if !mayEnd.MatchString(line) {
		return "", game.Ongoing, false
	}
	result, ok = lineResult(line)
	return line, result, ok
}

// lineResult parses a line that is a result: in figures with or without spaces, or in words, with or without a label.
func lineResult(line string) (game.Result, bool) {
	if len(line) > maxResult {
		return game.Ongoing, false
	}
	plain := strings.TrimSpace(compatible(line))
	plain = resultLabel.ReplaceAllString(plain, "")
	if m := scorePattern.FindStringSubmatch(plain); m != nil {
		plain = m[1] + "-" + m[2]
	}
	return parseResult(plain)
}

// noLatin reports whether a word has no Latin letters. Results in Latin letters may be words of a sentence.
func noLatin(word string) bool {
	return !strings.ContainsFunc(word, func(c rune) bool { return unicode.Is(unicode.Latin, c) })
}

// joinTrailingRemark joins the tokens after the last move into one comment if none of them can be a misspelt move. A
// Chinese comment must be on its own line or have a question mark.
func joinTrailingRemark(words []pgnToken) []pgnToken {
	last, depth := -1, 0
	for i, w := range words {
		switch w.kind {
		case tokenOpen:
			depth++
		case tokenClose:
			depth--
		case tokenMove:
			if depth == 0 && notation.IsMoveLike(w.text) {
				last = i
			}
		}
	}
	at := last + 1
	for at < len(words) && words[at].kind != tokenMove {
		at++
	}
	if last < 0 || at == len(words) {
		return words
	}
	size, texts := 0, make([]string, 0, min(len(words)-at, maxRemark))
	for _, w := range words[at:] {
		if size += len(w.text); size > maxRemark {
			return words
		}
		if w.kind == tokenOpen || w.kind == tokenClose || w.kind == tokenMove && meantAsMove(w.text) {
			return words
		}
		texts = append(texts, w.text)
	}
	remark := strings.Join(texts, " ")
	first, _ := utf8.DecodeRuneInString(remark)
	if unicode.Is(unicode.Han, first) && !words[at].lineStart && !strings.ContainsAny(remark, "?？") {
		return words
	}
	return append(words[:at:at], pgnToken{text: remark, kind: tokenComment})
}
