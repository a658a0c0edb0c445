package notation

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Files have moves one behind the other, so that their readers look for one at the front of a longer text. They look for what the
// tables of this package have.

// HanPieces returns all characters for pieces.
func HanPieces() string { return string(slices.Sorted(maps.Keys(hanRoles))) }

// VietnameseMove returns the move in Vietnamese words with which a text in NFC begins, "" if there is none: Pháo 2 bình 5, xe sau
// lùi 1, phao hai binh nam.
func VietnameseMove(text string) string {
	said := vietnameseFront.FindString(text)
	if said == "" || said[len(said)-1] <= '9' {
		return said
	}
	if next, _ := utf8.DecodeRuneInString(text[len(said):]); unicode.IsLetter(next) { // of a longer word
		return ""
	}
	return said
}

// vietnameseFront is a piece, which of several, its file, an action and a number.
var vietnameseFront = func() *regexp.Regexp {
	number := `(?:[1-9]|` + spellings(vietnamese.numbers) + `)`
	return regexp.MustCompile(`^(?i:` + spellings(vietnamese.pieces) + `\s+(?:` + spellings(vietnamese.places) + `\s+){0,2}(?:` + number + `\s+)?` +
		spellings(vietnamese.actions) + `\s+` + number + `)`)
}()

// spellings returns a pattern for the words among some spellings, with or without tones. Abbreviations, and signs, are no words.
func spellings[T any](words []word[T]) string {
	var all []string
	for _, w := range words {
		if n := len(w.spelling); n > 2 || n == 2 && strings.ContainsRune("aeiouy", rune(w.spelling[1])) {
			all = append(all, toned.Replace(w.spelling))
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) }) // the longest is tried first
	return `(?:` + strings.Join(slices.Compact(all), "|") + `)`
}

// toned puts every letter with a tone beside the one without.
var toned = strings.NewReplacer("a", "[aàáảãạăằắẳẵặâầấẩẫậ]", "e", "[eèéẻẽẹêềếểễệ]", "i", "[iìíỉĩị]", "o", "[oòóỏõọôồốổỗộơờớởỡợ]",
	"u", "[uùúủũụưừứửữự]", "y", "[yỳýỷỹỵ]", "d", "[dđ]", "'", "", "_", "")
