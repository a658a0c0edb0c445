package view

import (
	"strings"
	"unicode/utf8"

	"yeye/bot/locale"
)

// maxComment limits how many characters of a comment are shown, those included that quote, escape and break its lines.
const maxComment = 900

// Comment returns a game file's comment on a move, quoted, with its line breaks and without blank lines; "" if it is
// empty.
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
