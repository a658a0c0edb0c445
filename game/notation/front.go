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

// Game files may write moves without separators, so their readers look for a move at the start of a longer text, with
// the tables of this package.

// HanPieces returns all characters for pieces.
func HanPieces() string { return string(slices.Sorted(maps.Keys(hanRoles))) }

// VietnameseMove returns the move in Vietnamese words that a text in NFC starts with, "" if there
// is none: Pháo 2 bình 5, xe sau lùi 1, phao hai binh nam.
func VietnameseMove(text string) string {
	move := vietnameseFront.FindString(text)
	if move == "" || move[len(move)-1] <= '9' {
		return move
	}
	if next, _ := utf8.DecodeRuneInString(text[len(move):]); unicode.IsLetter(next) { // of a longer word
		return ""
	}
	return move
}

// vietnameseFront matches a piece, which one of several, its file, an action and a number.
var vietnameseFront = func() *regexp.Regexp {
	number := `(?:[1-9]|` + spellings(vietnamese.numbers) + `)`
	return regexp.MustCompile(`^(?i:` + spellings(vietnamese.pieces) + `\s+(?:` + spellings(vietnamese.places) +
		`\s+){0,2}(?:` + number + `\s+)?` +
		spellings(vietnamese.actions) + `\s+` + number + `)`)
}()

// spellings returns a pattern for the words among some spellings, with or without tones.
// Abbreviations and signs are not words.
func spellings[T any](words []term[T]) string {
	var all []string
	for _, w := range words {
		if n := len(w.spelling); n > 2 || n == 2 && strings.ContainsRune("aeiouy", rune(w.spelling[1])) {
			all = append(all, anyTone.Replace(w.spelling))
		}
	}
	// longest first
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	return `(?:` + strings.Join(slices.Compact(all), "|") + `)`
}

// anyTone matches each letter with or without a tone.
var anyTone = strings.NewReplacer("a", "[aàáảãạăằắẳẵặâầấẩẫậ]", "e", "[eèéẻẽẹêềếểễệ]", "i", "[iìíỉĩị]", "o",
	"[oòóỏõọôồốổỗộơờớởỡợ]",
	"u", "[uùúủũụưừứửữự]", "y", "[yỳýỷỹỵ]", "d", "[dđ]", "'", "", "_", "")
