package files

import (
	"strings"
	"unicode/utf8"

	"yeye/bot/discord"
)

// readable reports whether an attachment's name or type promises a game.
func readable(file discord.Attachment) bool {
	name := strings.ToLower(file.Name)
	for _, end := range []string{".pgn", ".txt", ".fen", ".uci", ".dhtmlxq", ".ubb", ".xqf", ".cbr", ".cbl", ".cbf"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return strings.HasPrefix(file.ContentType, "text/")
}

// blocks returns the parts of a message that may be a game: its code blocks, then the whole text without backticks, and then the
// positions in its lines.
func blocks(content string) [][]byte {
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
	for line := range strings.Lines(plain) {
		if strings.Count(line, "/") >= 9 { // a position within a sentence
			add(positionIn(line))
		}
	}
	return all
}

// positionIn cuts a position out of a line: the word with nine slashes and the words that may follow it.
func positionIn(line string) string {
	all := strings.Fields(line)
	for i, w := range all {
		if strings.Count(w, "/") == 9 {
			kept := []string{strings.Trim(w, "\"'<>()")}
			for _, next := range all[i+1:] {
				if len(kept) == 6 || len(next) > 4 {
					break
				}
				kept = append(kept, next)
			}
			return strings.Join(kept, " ")
		}
	}
	return ""
}
