package record

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"yeye/game"
	"yeye/game/notation"
)

// Remarks stand in brackets of many kinds, behind slashes or dashes up to the end of a line, or behind the last move.

// enclosing has the signs that open nothing but a remark, with those that close it.
var enclosing = map[rune]string{
	'{': "}", '｛': "｝", '［': "］", '【': "】", '〖': "〗", '〔': "〕", '〈': "〉", '《': "》", '「': "」", '『': "』", '“': "”",
	'<': ">",
}

// remarkSigns are the signs that open a remark, for a search.
const remarkSigns = "{｛［【〖〔〈《「『“<"

var (
	// placeInBrackets matches the number of a full move or its side: (1), (红).
	placeInBrackets = regexp.MustCompile(`^[(（]\s*([0-9０-９]{1,3}|[一二三四五六七八九十]{1,3}|[红紅黑][方先]?)\s*[)）]`)
	// sideAlone matches a side without a colon behind it.
	sideAlone = regexp.MustCompile(`^(?:(?i:[红紅][方先]?|先手|red|đỏ)|(黑[方先]?|[后後]手|(?i:black|đen)))$`)
	// restOfLine matches what may begin a remark that ends with the line.
	restOfLine = regexp.MustCompile(`^(?://+|(?:-{2,}|—+|–+|#+)[\t\p{Zs}]+)`)
	// called matches what players call out with a move.
	called = regexp.MustCompile(`^(?i:将军|將軍|照将|照將|叫将|叫將|绝杀|絕殺|将死|將死|困毙|困斃|check|checkmate|mate|chiếu|chieu)[!！.。]*$`)
	// mayEnd matches a line that may be a result.
	mayEnd = regexp.MustCompile(`(?i)[胜勝负負和输輸½]|^(?:0|1|０|１)[\s./:：\-–—－]|win|won|draw|resign|los[te]|thắng|thua|h[òo]a|hoà|bại|:\s*\S+$`)
	// resultLabel matches what may be before a result.
	resultLabel = regexp.MustCompile(`^(?i:结果|結果|result|kết quả)\s*[:：]\s*`)
	// score matches a result in figures.
	score = regexp.MustCompile(`^(1/2|0\.5|½|[01])\s*[-–—:]\s*(1/2|0\.5|½|[01])$`)
)

// bracket reads a remark in brackets, or what else may be in them: a result, the number of a full move, a move in
// quotation marks.
func (r *pgnReader) bracket(opening rune, closing string) error {
	said, err := r.enclosed(string(opening), closing)
	if err != nil || opening == '{' {
		r.add(aComment, said, 0)
		return err
	}
	r.said(said, strings.ContainsRune("「『“", opening))
	return nil
}

// said adds what is in brackets other than braces. A move is one within quotation marks.
func (r *pgnReader) said(text string, quoted bool) {
	plain := compatible(strings.TrimSpace(text))
	side := sideAlone.FindStringSubmatch(plain)
	switch result, ok := saidResult(plain); {
	case ok:
		r.result(text, result)
	case numberOnly.MatchString(plain), hanNumber.MatchString(plain):
		r.number(plain)
	case side != nil:
		r.side(text, side[1])
	case quoted && isMove(plain):
		r.add(aMove, text, 0)
	default:
		r.add(aComment, text, 0)
	}
}

// side adds the side whose move is next: black is what is said of Black's.
func (r *pgnReader) side(text, black string) {
	side := game.Red
	if black != "" {
		side = game.Black
	}
	r.add(aSide, text, int(side))
}

// lineRemark reads a remark up to the end of the line.
func (r *pgnReader) lineRemark() bool {
	sign := restOfLine.FindString(r.text)
	if sign == "" || r.depth > 0 || len(r.words) == 0 {
		return false
	}
	line, _, _ := strings.Cut(r.text[len(sign):], "\n")
	_, result := saidResult(line)
	if result || continues(line) {
		if sign[0] == '/' {
			r.text = r.text[len(sign):]
		}
		return sign[0] == '/'
	}
	r.text = r.text[len(sign)+len(line):]
	r.add(aComment, line, 0)
	return true
}

// continues reports whether a line is empty or continues with a move or its number.
func continues(line string) bool {
	line = strings.TrimSpace(line[:min(len(line), 200)])
	if first, _ := utf8.DecodeRuneInString(line); strings.ContainsRune(remarkSigns, first) {
		return false
	}
	if line == "" || plainWord.MatchString(line[:wordEnd(line)]) || notation.VietnameseMove(line) != "" {
		return true
	}
	var r pgnReader
	r.split(line[:max(wordEnd(line), 1)])
	return len(r.words) > 0 && (r.words[0].kind != aMove || notation.IsMoveLike(r.words[0].text))
}

// lineResult returns the result that the rest of a line is.
func (r *pgnReader) lineResult() (said string, result game.Result, ok bool) {
	line := r.text[:min(len(r.text), maxResult+2)]
	if end := strings.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	} else if len(line) > maxResult {
		return "", game.Ongoing, false
	}
	if !mayEnd.MatchString(line) {
		return "", game.Ongoing, false
	}
	result, ok = saidResult(line)
	return line, result, ok
}

// saidResult reads a line that is a result: in figures with or without blanks, or in words, perhaps behind a label.
func saidResult(line string) (game.Result, bool) {
	if len(line) > maxResult {
		return game.Ongoing, false
	}
	plain := strings.TrimSpace(compatible(line))
	plain = resultLabel.ReplaceAllString(plain, "")
	if m := score.FindStringSubmatch(plain); m != nil {
		plain = m[1] + "-" + m[2]
	}
	return parseResult(plain)
}

// oneWord reports whether a word that is a result is one wherever it stands: a word in Latin letters may belong to a
// sentence.
func oneWord(word string) bool {
	return !strings.ContainsFunc(word, func(c rune) bool { return unicode.Is(unicode.Latin, c) })
}

// withRemark makes one remark of the words behind the last move, if they cannot have been meant as moves. In Chinese
// such a remark is on a line of its own or a question.
func withRemark(words []pgnWord) []pgnWord {
	last, depth := -1, 0
	for i, w := range words {
		switch w.kind {
		case anOpening:
			depth++
		case aClosing:
			depth--
		case aMove:
			if depth == 0 && notation.IsMoveLike(w.text) {
				last = i
			}
		}
	}
	at := last + 1
	for at < len(words) && words[at].kind != aMove {
		at++
	}
	if last < 0 || at == len(words) {
		return words
	}
	size, said := 0, make([]string, 0, min(len(words)-at, maxRemark))
	for _, w := range words[at:] {
		if size += len(w.text); size > maxRemark {
			return words
		}
		if w.kind == anOpening || w.kind == aClosing || w.kind == aMove && meantAsMove(w.text) {
			return words
		}
		said = append(said, w.text)
	}
	remark := strings.Join(said, " ")
	first, _ := utf8.DecodeRuneInString(remark)
	if unicode.Is(unicode.Han, first) && !words[at].first && !strings.ContainsAny(remark, "?？") {
		return words
	}
	return append(words[:at:at], pgnWord{text: remark, kind: aComment})
}
