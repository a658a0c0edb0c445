package record

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"yeye/game/notation"
)

// Games are copied from chat, engine logs, tables and JSON arrays. This file removes their markup.

var (
	// fence matches a line that starts or ends a code block.
	fence = regexp.MustCompile("(?m)^[\\t ]*`{3}[A-Za-z0-9+-]*[\\t ]*$")
	// quoteMark matches the quote mark before each line of a quotation in chat.
	quoteMark = regexp.MustCompile(`(?m)^[\t\p{Zs}]*>(?:>>)?[\t\p{Zs}]`)
	// mention matches a mention of a user or channel, an emoji or a timestamp, as Discord writes them.
	mention = regexp.MustCompile(`<(?:@[!&]?|#|a?:[A-Za-z0-9_]{1,40}:|t:-?)[0-9]{1,20}(?::[A-Za-z])?>`)
	// textStyle removes Discord's marks for bold, underlined, struck-out, spoiler and code text.
	textStyle = strings.NewReplacer("**", "", "__", "", "~~", "", "||", " ", "`", "")
	// chatMarkup matches any chat markup; a text without it is returned unchanged.
	chatMarkup = regexp.MustCompile("`|(?m:^[\\t ]*>)|<[@#:at]")
)

// stripChatMarkup removes code fences, quote marks and mentions.
func stripChatMarkup(text string) string {
	if len(text) > maxPasteBytes || !chatMarkup.MatchString(text) {
		return text
	}
	return mention.ReplaceAllString(quoteMark.ReplaceAllString(fence.ReplaceAllString(text, ""), ""), " ")
}

var (
	// engineLine matches a UCI or UCCI line other than `position …`.
	engineLine = regexp.MustCompile(`(?m)^` + blank +
		`*(?:go|isready|readyok|ucc?i|ucc?iok|ucinewgame|stop|quit|bestmove|info|setoption|id|option)\b[^\n]*$`)
	position = regexp.MustCompile(`(?m)^` + blank + `*position` + blank)
	// jsonMoves matches a JSON array of short strings; the caller checks that the first is a move.
	jsonMoves = regexp.MustCompile(`(?:"moves?"\s*:\s*)?\[\s*"([^"\n]{2,20})"(?:\s*,\s*"[^"\n]{2,20}")*\s*\][\s}]*`)
	jsonSigns = strings.NewReplacer(`"`, " ", ",", " ", "[", " ", "]", " ", "}", " ")
	// tableLine matches the line below the header row of a table.
	tableLine = regexp.MustCompile(`(?m)^[\t\p{Zs}]*\|?[\t\p{Zs}]*:?-{2,}:?[\t\p{Zs}]*\|[-|: \t]*$`)
	tableRow  = regexp.MustCompile(`(?m)^[\t\p{Zs}]*\|[^\n]*\|[\t\p{Zs}]*$`)
	// spacedHanMove matches a move in Chinese characters with blanks between them.
	spacedHanMove = regexp.MustCompile(`([前后後中一二三四五]|` + hanPiece + `)` + blank + `?(` + hanPiece + `|` + hanFigure +
		`)` +
		blank + `?([进進退平])` + blank + `?(` + hanFigure + `)`)
	// spacedWXFMove matches a WXF move with blanks around its sign.
	spacedWXFMove = regexp.MustCompile(`\b([KABNRCPEHkabnrcpeh][1-9+-]) ?([=+.-]) ([1-9])\b`)
	// numberPrefix matches unusual forms of the number of a full move: Move 1:, Hiệp 1, #1, 1-.
	numberPrefix = regexp.MustCompile(`(?im)(?:^|` + blank + `)(?:` +
		`(?:move|round|turn|hiệp|nước|lượt|回合|no\.?|#)` + blank + `*([0-9]{1,3})[.:)：]?|` +
		`([0-9]{1,3})` + blank + `?[-–—])` + blank + `*`)
)

// blank matches a blank except a line break.
const blank = `[\t\p{Zs}]`

// normalizeProse rewrites tables, spaced moves and unusual move numbers as a plain list of moves.
func normalizeProse(text string) string {
	if len(text) > maxPasteBytes {
		return text
	}
	if strings.Contains(text, "&nbsp;") {
		text = strings.ReplaceAll(text, "&nbsp;", " ")
	}
	text = textStyle.Replace(tableRow.ReplaceAllStringFunc(tableLine.ReplaceAllString(text, ""),
		func(row string) string {
			return strings.ReplaceAll(row, "|", " ")
		}))
	text = spacedWXFMove.ReplaceAllString(text, "$1$2$3")
	return spacedHanMove.ReplaceAllString(normalizeNumbers(roundGap.ReplaceAllString(text, "第$1$2")), "$1$2$3$4")
}

// normalizeNumbers rewrites the numbers of full moves as `N. `.
func normalizeNumbers(text string) string {
	var b strings.Builder
	from := 0
	for _, at := range numberPrefix.FindAllStringSubmatchIndex(text, -1) {
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

// startsWithMove reports whether the first word of a text is a move, or the name of a side followed by one.
func startsWithMove(text string) bool {
	return notation.VietnameseMove(text) != "" || isMove(text[:wordEnd(text)]) ||
		sideMove(text[:min(len(text), maxTitleBytes)])
}

// unpackJSON replaces a JSON array of moves by a plain list. If the whole text is a JSON object without a FEN, the rest
// of it is dropped.
func unpackJSON(text string) string {
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

// positionLines removes the lines of a UCI or UCCI log other than `position …`.
func positionLines(text string) string {
	if len(text) > maxPasteBytes || !position.MatchString(text) {
		return text
	}
	return strings.TrimSpace(engineLine.ReplaceAllString(text, ""))
}
