package notation

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// text is a move without the chat decoration around it.
type text struct {
	plain   string // as typed, normalized
	lower   string // in lower case
	compact string // in lower case, without spaces
}

func newText(plain string) text {
	lower := strings.ToLower(plain)
	compact := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, lower)
	return text{plain, lower, compact}
}

var (
	prefix = regexp.MustCompile(`^(?i:[!/]\s*(?:move|m)\b|move\s|!|` + discordMarkup + `)\s*`)
	// suffix matches a mention or emoji after a move.
	suffix  = regexp.MustCompile(`\s*` + discordMarkup + `$`)
	counter = regexp.MustCompile(`^[0-9]{1,3}\s*(?:\.{1,3}|[)、])\s*`)
)

// discordMarkup matches a mention or a custom emoji, as Discord writes them.
const discordMarkup = `<(?:@!?|a?:[A-Za-z0-9_]{2,32}:)[0-9]{1,20}>`

const (
	leading  = " \t\n\r\"'`“”‘’„«»‹›「」『』《》〈〉【】()[]{}*_~|。・.…,:"
	trailing = " \t\n\r\"'`“”‘’„«»‹›「」『』《》〈〉【】()[]{}*_~|。・.…,;!?+#、"
)

// clean unifies equivalent characters and removes what people put around a move in chat. It returns the text to read,
// or none if nothing is left or it has several lines. If the text starts with a move number, a variant without it
// follows, to be read if the first cannot be read.
func clean(raw string) (texts []text) {
	t := norm.NFKC.String(strings.Map(dropInvisible, raw))
	t = hyphens(t, shortDashes)
	for range 3 { // a prefix may be inside quotes and the other way around
		t = strings.TrimLeftFunc(t, func(r rune) bool { return strings.ContainsRune(leading, r) || isPicture(r) })
		t = strings.TrimRightFunc(t, func(r rune) bool { return strings.ContainsRune(trailing, r) || isPicture(r) })
		if strings.IndexAny(t, "!/<mM") != 0 && !strings.HasSuffix(t, ">") {
			break
		}
		t = suffix.ReplaceAllString(prefix.ReplaceAllString(t, ""), "")
	}
	if strings.ContainsAny(t, "\n\r") || t == "" {
		return nil
	}
	texts = []text{newText(t)}
	if at := counter.FindString(t); at != "" {
		texts = append(texts, newText(strings.TrimLeft(t[len(at):], leading)))
	}
	return texts
}

// isPicture reports whether a character is an emoji or its skin tone.
func isPicture(r rune) bool {
	return unicode.Is(unicode.So, r) || r >= '\U0001f3fb' && r <= '\U0001f3ff'
}

// dropInvisible returns -1 for invisible characters, zero-width and direction marks and variation selectors, and r for
// any other. It is for [strings.Map].
func dropInvisible(r rune) rune {
	if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || r == '\u034f' {
		return -1
	}
	return r
}

const (
	shortDashes = "\u2010\u2011\u2012\u2212\u02d7\u2043"
	// longDashes also stand for 一, and are dashes if there is no Chinese.
	longDashes = "–—―─"
)

// hyphens replaces dashes by "-".
func hyphens(text, dashes string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(dashes, r) {
			return '-'
		}
		return r
	}, text)
}

// confusable maps Cyrillic and Greek letters that look like letters of a move.
var confusable = func() map[rune]rune {
	t := make(map[rune]rune)
	pairs := func(found, like string) {
		l := []rune(like)
		for i, r := range []rune(found) {
			t[r] = l[i]
		}
	}
	pairs("авсԁеһіјкмнорпгтхѕԛԝ", "abcdehijkmhoppgtxsqw")
	pairs("АВСЕНІЈКМОРТХЅԌԚ", "abcehijkmoptxsgq")
	pairs("αεικνορτχγβηρς", "aeikvoptxybnpc")
	pairs("ΑΒΕΗΙΚΜΝΟΡΤΧΖϹ", "abehikmnoptxzc")
	pairs("ɑɡıƅᴄᴇʜᴋᴘʀ", "agibcehkpr")
	return t
}()

// replaceConfusables replaces confusable letters and returns the first one found.
func replaceConfusables(t string) (plain string, first rune) {
	plain = strings.Map(func(r rune) rune {
		like, ok := confusable[r]
		if !ok {
			return r
		}
		if first == 0 {
			first = r
		}
		return like
	}, t)
	return
}
