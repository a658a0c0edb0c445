package locale

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// harmless reports whether a rune may appear in echoed text: printable, and not a control that reverses or hides text.
func harmless(r rune) bool {
	return (unicode.IsPrint(r) || r == ' ') && !unicode.Is(unicode.Bidi_Control, r) && !unicode.Is(unicode.Cf, r) &&
		!blank(r)
}

// blank reports whether a rune counts as printable but is invisible, like the Hangul filler and the empty Braille
// pattern.
func blank(r rune) bool {
	return r == '\u2800' || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// Plain returns user text with everything escaped that Discord would draw as formatting or a mention, without marks
// that turn or hide text, and cut to most characters.
func Plain(text string, limit int) string {
	return cleaned(text, limit, "\\*_~`|<>[]()#@:-")
}

// PlainName is Plain for a user's name, "?" if nothing is left.
func PlainName(name string) string {
	return cmp.Or(strings.TrimSpace(Plain(name, 32)), "?")
}

// Visible returns a name for places without formatting, such as the name of a thread: without controls that hide or
// reverse text, cut to most characters, "?" if nothing is left.
func Visible(text string, limit int) string {
	name := cleaned(text, limit, "")
	if strings.TrimSpace(name) == "" {
		return "?"
	}
	return name
}

// cleaned returns the harmless runes of a text, those in special escaped, cut to most runes with an ellipsis.
func cleaned(text string, limit int, special string) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if !harmless(r) {
			continue
		}
		if n == limit {
			b.WriteString("…")
			break
		}
		if strings.ContainsRune(special, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// Quoted returns user text made harmless: as code, without line breaks, backticks or anything invisible, and short.
func Quoted(text string) string {
	return "`" + Visible(strings.ReplaceAll(text, "`", "'"), 40) + "`"
}

// Lines joins lines, as many as fit in most characters, with an ellipsis for the rest.
func Lines(lines []string, limit int) string {
	text := strings.Join(lines, "\n")
	for ; len(lines) > 0 && utf8.RuneCountInString(text) > limit; lines = lines[:len(lines)-1] {
		text = strings.Join(lines[:len(lines)-1], "\n") + "\n…"
	}
	return text
}

// Cut returns text cut to most characters, the last of them an ellipsis where it was longer.
func Cut(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit-1]) + "…"
}
