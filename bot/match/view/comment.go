package view

import (
	"strings"
	"unicode/utf8"

	"yeye/bot/locale"
)

// maxComment limits the characters shown of a comment, including quote marks, escapes and line breaks.
const maxComment = 900

// Comment returns a game file's comment on a move as a Markdown quote: line breaks are kept, blank lines removed. It is
// "" for an empty comment.
func Comment(text string) string {
	var lines []string
	budget := maxComment
	for line := range strings.Lines(text) {
		line = strings.Join(strings.Fields(line), " ")
		if line == "" {
			continue
		}
		budget -= len("> \n")
		limit, cut := 0, false
		for _, r := range line {
			n := utf8.RuneCountInString(locale.Plain(string(r), 1))
			if cut = n > budget; cut {
				break
			}
			budget -= n
			limit += min(n, 1) // the hidden part does not count
		}
		lines = append(lines, "> "+locale.Plain(line, limit))
		if cut {
			break
		}
	}
	return strings.Join(lines, "\n")
}
