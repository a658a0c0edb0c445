package view

import (
	"strings"
	"unicode/utf8"

	"yeye/bot/locale"
)

// maxComment limits how many characters of a comment are shown.
const maxComment = 900

// Comment returns a game file's comment on a move, quoted, with its line breaks and without blank lines; "" if it is empty.
func Comment(text string) string {
	var lines []string
	room := maxComment
	for line := range strings.Lines(text) {
		line = strings.Join(strings.Fields(line), " ")
		if line == "" {
			continue
		}
		if room <= 0 {
			lines[len(lines)-1] += " …"
			break
		}
		lines = append(lines, "> "+locale.Plain(line, room))
		room -= utf8.RuneCountInString(line)
	}
	return strings.Join(lines, "\n")
}
