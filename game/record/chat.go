package record

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"yeye/game/notation"
)

// Games are copied from chat, from the input and output of engines, from tables and from lists of JSON. This file takes
// off what these put around the moves.

var (
	// fence matches a line that begins or ends a block of code.
	fence = regexp.MustCompile("(?m)^[\\t ]*`{3}[A-Za-z0-9+-]*[\\t ]*$")
	// quoted matches what chat puts before each line of a quotation.
	quoted = regexp.MustCompile(`(?m)^[\t\p{Zs}]*>(?:>>)?[\t\p{Zs}]`)
	// mention matches a person, a channel, a picture or a time, as Discord writes them.
	mention = regexp.MustCompile(`<(?:@[!&]?|#|a?:[A-Za-z0-9_]{1,40}:|t:-?)[0-9]{1,20}(?::[A-Za-z])?>`)
	// bold takes off the marks of bold, underlined, struck out and hidden text, which are no part of any move.
	bold = strings.NewReplacer("**", "", "__", "", "~~", "", "||", " ", "`", "")
	// dressed matches the signs without which there is nothing to take off.
	dressed = regexp.MustCompile("`|(?m:^[\\t ]*>)|<[@#:at]")
)

// undressed takes off what chat puts around a text.
func undressed(text string) string {
	if len(text) > maxUnfolded || !dressed.MatchString(text) {
		return text
	}
	return mention.ReplaceAllString(quoted.ReplaceAllString(fence.ReplaceAllString(text, ""), ""), " ")
}

var (
	// engineLine matches a line between a program and an engine that is no position.
	engineLine = regexp.MustCompile(`(?m)^` + aBlank +
		`*(?:go|isready|readyok|ucc?i|ucc?iok|ucinewgame|stop|quit|bestmove|info|setoption|id|option)\b[^\n]*$`)
	position = regexp.MustCompile(`(?m)^` + aBlank + `*position` + aBlank)
	// jsonMoves matches a list of JSON, whose first word is then looked at.
	jsonMoves = regexp.MustCompile(`(?:"moves?"\s*:\s*)?\[\s*"([^"\n]{2,20})"(?:\s*,\s*"[^"\n]{2,20}")*\s*\][\s}]*`)
	jsonSigns = strings.NewReplacer(`"`, " ", ",", " ", "[", " ", "]", " ", "}", " ")
	// tableLine matches the line below the heads of a table's columns.
	tableLine = regexp.MustCompile(`(?m)^[\t\p{Zs}]*\|?[\t\p{Zs}]*:?-{2,}:?[\t\p{Zs}]*\|[-|: \t]*$`)
	tableRow  = regexp.MustCompile(`(?m)^[\t\p{Zs}]*\|[^\n]*\|[\t\p{Zs}]*$`)
	// apart matches a move in characters with blanks between them.
	apart = regexp.MustCompile(`([前后後中一二三四五]|` + hanPiece + `)` + aBlank + `?(` + hanPiece + `|` + hanFigure + `)` +
		aBlank + `?([进進退平])` + aBlank + `?(` + hanFigure + `)`)
	// signsApart matches a move of WXF with blanks around its sign.
	signsApart = regexp.MustCompile(`\b([KABNRCPEHkabnrcpeh][1-9+-]) ?([=+.-]) ([1-9])\b`)
	// counted matches a number as some write it before a full move: Move 1:, Hiệp 1, #1, 1-.
	counted = regexp.MustCompile(`(?im)(?:^|` + aBlank + `)(?:` +
		`(?:move|round|turn|hiệp|nước|lượt|回合|no\.?|#)` + aBlank + `*([0-9]{1,3})[.:)：]?|` +
		`([0-9]{1,3})` + aBlank + `?[-–—])` + aBlank + `*`)
)

// aBlank matches a blank that is not the end of a line.
const aBlank = `[\t\p{Zs}]`

// plainMoves writes prose as lists of moves usually are.
func plainMoves(text string) string {
	if len(text) > maxUnfolded {
		return text
	}
	if strings.Contains(text, "&nbsp;") {
		text = strings.ReplaceAll(text, "&nbsp;", " ")
	}
	text = bold.Replace(tableRow.ReplaceAllStringFunc(tableLine.ReplaceAllString(text, ""), func(row string) string {
		return strings.ReplaceAll(row, "|", " ")
	}))
	text = signsApart.ReplaceAllString(text, "$1$2$3")
	return apart.ReplaceAllString(numberedPlainly(roundGap.ReplaceAllString(text, "第$1$2")), "$1$2$3$4")
}

// numberedPlainly writes the numbers of full moves with a dot.
func numberedPlainly(text string) string {
	var b strings.Builder
	from := 0
	for _, at := range counted.FindAllStringSubmatchIndex(text, -1) {
		if rest := text[at[1]:]; !startsWithMove(rest) {
			continue
		}
		n := max(at[2], at[4])
		b.WriteString(text[from:at[0]])
		if first, _ := utf8.DecodeRuneInString(text[at[0]:]); unicode.IsSpace(first) {
			b.WriteRune(first)
		}
		b.WriteString(text[n:max(at[3], at[5])] + ". ")
		from = at[1]
	}
	return b.String() + text[from:]
}

// startsWithMove reports whether the first word of a text is a move, perhaps behind its side.
func startsWithMove(text string) bool {
	return notation.VietnameseMove(text) != "" || isMove(text[:wordEnd(text)]) ||
		sideMove(text[:min(len(text), maxTitle)])
}

// listed writes the moves of a list of JSON, with what is around it if the text is JSON.
func listed(text string) string {
	at := jsonMoves.FindStringSubmatchIndex(text)
	if at == nil || !isMove(text[at[2]:at[3]]) {
		return text
	}
	list := text[at[0]:at[1]]
	moves := jsonSigns.Replace(list[strings.IndexByte(list, '['):])
	if strings.HasPrefix(text, "{") && !manyRows.MatchString(text) {
		return strings.TrimSpace(moves)
	}
	return strings.TrimSpace(text[:at[0]] + moves + text[at[1]:])
}

// asked leaves of the lines between a program and an engine those that say where and what was played.
func asked(text string) string {
	if len(text) > maxUnfolded || !position.MatchString(text) {
		return text
	}
	return strings.TrimSpace(engineLine.ReplaceAllString(text, ""))
}
