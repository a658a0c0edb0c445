package record

import (
	"context"
	"regexp"
	"strings"
)

// pgnName matches a tag's name with the characters that PGN allows in a symbol.
const pgnName = `^\s*\[\s*([A-Za-z][A-Za-z0-9_+#=:-]*)\s*`

var (
	pgnTag     = regexp.MustCompile(pgnName + `"((?:[^"\\\n]|\\.)*)"\s*\]`)
	pgnTagHead = regexp.MustCompile(pgnName + `"`)
	tagBegins  = regexp.MustCompile(`^\[\s*[A-Za-z][A-Za-z0-9_+#=:-]*(?:\s|$)`)
	pgnTagName = regexp.MustCompile(pgnName + `$`) // its value is in the next line
)

// looseTag matches a tag without quotation marks, or with other ones.
var looseTag = regexp.MustCompile(`^\s*\[\s*([A-Za-z]{2,20})\s+([^\n\[\]]{0,300})\][^\S\n]*(?:\n|$)`)

// looseNames are the tags that may be written that way: other words in brackets are remarks.
var looseNames = map[string]bool{"FEN": true, "Game": true, "Result": true, "Format": true}

// maxBroken is the maximum of line breaks within the value of a tag.
const maxBroken = 4

// nextTag reads a tag at the start of the text. Its value is as PGN defines it. If that does not match, because it
// contains quotation marks or line breaks, the value extends to the last quotation mark before a closing bracket at the
// end of a line.
func nextTag(text string) (key, value, rest string, ok bool) {
	if m := pgnTag.FindStringSubmatch(text); m != nil {
		rest := text[len(m[0]):]
		line, _, _ := strings.Cut(rest, "\n")
		if line = strings.TrimSpace(line); line == "" || !strings.HasSuffix(line, `"]`) ||
			pgnTagHead.MatchString(line) {
			return m[1], unescape(m[2]), rest, true
		}
	}
	m := pgnTagHead.FindStringSubmatch(text)
	if m == nil {
		if m = looseTag.FindStringSubmatch(text); m != nil && (looseNames[m[1]] || asPGN[m[1]] != nil) {
			return m[1], strings.Trim(m[2], " \t\r'\"“”‘’＂「」"), text[len(m[0]):], true
		}
		return "", "", text, false
	}
	body := text[len(m[0]):]
	for start, n := 0, 0; start < len(body) && n < maxBroken; n++ {
		end := len(body)
		if i := strings.IndexByte(body[start:], '\n'); i >= 0 {
			end = start + i
		}
		line := body[start:end]
		if start > 0 && pgnTagHead.MatchString(line) {
			break
		}
		if closed, found := strings.CutSuffix(strings.TrimRight(line, " \t\r"), "]"); found {
			if closed, found = strings.CutSuffix(strings.TrimRight(closed, " \t"), `"`); found {
				value := strings.NewReplacer("\r", "", "\n", "").Replace(body[:start] + closed)
				return m[1], unescape(value), body[end:], true
			}
		}
		start = end + 1
	}
	return "", "", text, false
}

func unescape(t string) string { return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(t) }

// readTags reads the tags and returns the text after them.
func (f *parsedGame) readTags(text string) (string, error) {
	western := false
	text = strings.TrimLeft(text, " \t\r\n\ufeff")
	for n := 0; ; n++ {
		if n > maxTags {
			return "", ErrTooBig
		}
		key, value, rest, ok := nextTag(text)
		if !ok {
			break
		}
		text = rest
		f.tagged = true
		value = cleanName(value)
		switch key {
		case "Game":
			f.xiangqi = f.xiangqi || strings.Contains(strings.ToLower(value), "chinese") ||
				strings.Contains(value, "象棋")
		case "FEN":
			f.start = value
		case "Result":
			f.heading.Result, _ = parseResult(value)
		case "Format":
			if family, ok := pgnFormats[strings.ToUpper(value)]; ok {
				f.family, f.formatted, f.xiangqi = family, true, true
			}
		case "Variant":
			western = true
			f.xiangqi = f.xiangqi || strings.Contains(strings.ToLower(value), "xiangqi")
		default:
			if field, ok := asPGN[key]; ok && strings.Trim(value, "?.") != "" {
				*field(&f.heading.Info) = value
			}
		}
	}
	if western && !f.formatted {
		f.lowest = 1
	}
	if rest := strings.TrimLeft(text, " \t\r\n"); strings.HasPrefix(rest, "[") && isTagged(rest) {
		return "", ErrNoGame
	}
	return text, nil
}

// isTagged reports whether a text in square brackets starts with a tag, even a broken one, rather than with a remark or
// a number.
func isTagged(text string) bool { return tagBegins.MatchString(text) }

// splitPGN splits a file before the tags of each game. Comments may contain any text.
func splitPGN(ctx context.Context, text string) (games []string, err error) {
	var s pgnSplitter
	s.tags = true
	from := 0
	for at := 0; at < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if s.begins(text[at:end], text[at:]) {
			if games, from = append(games, text[from:at]), at; len(games) == maxGames {
				return nil, ErrTooBig
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		at = end
	}
	return append(games, text[from:]), nil
}

// pgnSplitter processes the lines of a file.
type pgnSplitter struct {
	tags   bool // there have been only tags in this game so far
	broken bool // the tag on the previous line is not closed yet
	open   bool // a comment is not closed yet
	quoted int  // bytes up to the end of the last comment that quotes a tag
}

// begins reports whether a game starts at the line, which is the first one of text.
func (s *pgnSplitter) begins(line, text string) bool {
	trimmed := strings.TrimSpace(line)
	if (pgnTagHead.MatchString(line) || pgnTagName.MatchString(line)) && !s.quotes(text) {
		s.open = false
		begins := !s.tags
		s.broken = !strings.HasSuffix(trimmed, "]")
		s.tags = !s.broken || !strings.Contains(trimmed, `"]`) // moves on the same line end the tags
		return begins
	}
	if s.tags && s.broken {
		s.broken = !strings.HasSuffix(trimmed, "]")
		return false
	}
	s.tags = s.tags && trimmed == ""
	before, remark := ' ', false // in square brackets
	for i, r := range trimmed {
		switch r {
		case '[', '【':
			remark = true
		case ']', '】':
			remark = false
		case '{':
			s.open = true
		case '}':
			s.open = false
		case ';':
			if s.open || remark {
				break
			}
			if next := strings.TrimLeft(trimmed[i+1:], " \t"); strings.HasPrefix(next, "{") ||
				strings.ContainsRune(" \t)）】]}"+separators, before) {
				return false // the rest of the line is a comment
			}
		}
		before = r
	}
	return false
}

// quotes reports whether a tag at the start of the text is inside a comment. If another comment opens after the tag
// before this one is closed, or no comment is closed, the tag is a game's.
func (s *pgnSplitter) quotes(text string) bool {
	if !s.open {
		return false
	}
	if s.quoted == 0 || len(text) <= s.quoted { // not yet searched in this comment
		i := strings.IndexAny(text, "{}")
		if i < 0 || text[i] == '{' {
			return false
		}
		s.quoted = len(text) - i
	}
	return true
}
