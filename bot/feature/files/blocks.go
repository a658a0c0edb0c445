package files

import (
	"strings"
	"unicode/utf8"

	"yeye/bot/discord"
)

// maybeGame reports whether an attachment's extension or content type suggests a game.
func maybeGame(file discord.Attachment) bool {
	name := strings.ToLower(file.Name)
	for _, end := range []string{".pgn", ".txt", ".fen", ".uci", ".dhtmlxq", ".ubb", ".xqf", ".cbr", ".cbl", ".cbf"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return strings.HasPrefix(file.ContentType, "text/")
}

// candidateTexts returns the parts of a message that may be a game: each code block, with and without its language
// line, then the whole text without backticks.
func candidateTexts(content string) [][]byte {
	var all [][]byte
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" && utf8.ValidString(text) {
			all = append(all, []byte(text))
		}
	}
	rest := content
	for {
		_, after, ok := strings.Cut(rest, "```")
		if !ok {
			break
		}
		inside, next, ok := strings.Cut(after, "```")
		if !ok {
			break
		}
		add(inside)
		if first, body, ok := strings.Cut(inside, "\n"); ok && !strings.ContainsAny(strings.TrimSpace(first), " /[") {
			add(body) // the first line named a language
		}
		rest = next
	}
	plain := strings.ReplaceAll(content, "`", "")
	add(plain)
	return all
}
