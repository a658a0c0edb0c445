package notation

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Branches are conditional moves: the player's answer to each move of the opponent, "if C2=5 then H8+7; if H2+3, H2+3".
// The moves of a branch are in order; moves without a separator between them are one Parsed with a [Parsed.Line].
type Branches [][]Parsed

// The separators that replace words and signs before a text is split.
const (
	markIf   = "\x00"
	markThen = ","
	arrow    = "→"
)

var (
	betweenBranches = strings.NewReplacer(
		"如果", markIf, "若是", markIf, "假如", markIf, "要是", markIf, "倘若", markIf, "若", markIf, "如", markIf,
		"對方走", markThen, "对方走", markThen, "對方", markThen, "对方", markThen,
		"那我就", markThen, "我就", markThen, "那我", markThen, "那就", markThen, "那麼", markThen, "那么", markThen,
		"則", markThen, "则", markThen, "就", markThen, "、", markThen, "。", markThen,
		"->", arrow, "=>", arrow, "⇒", arrow, "➡", arrow)
	// beforeItem matches a bullet or number before an item of a list.
	beforeItem = regexp.MustCompile(`^\s*(?:[-–—•*·]\s+|[0-9]{1,2}\s*:)`)
	latinWord  = regexp.MustCompile(`\pL+`)
)

// ParseBranches parses conditional moves in English, Chinese or Vietnamese: a line, a semicolon or the word "if" starts
// a branch; commas, arrows and words like "then" separate moves. saidIf reports whether the text has an "if". Texts
// that are not moves are kept: their [Parsed.Err] is not nil.
func ParseBranches(text string) (all Branches, saidIf bool) {
	text = strings.ReplaceAll(norm.NFKC.String(text), markIf, " ")
	text = latinWord.ReplaceAllStringFunc(betweenBranches.Replace(text), func(word string) string {
		switch strings.ToLower(word) {
		case "if", "nếu", "neu":
			return markIf
		case "then", "and", "thì", "thi", "và", "rồi":
			return markThen
		}
		return word
	})
	for part := range strings.FieldsFuncSeq(text,
		func(r rune) bool { return strings.ContainsRune("\n\r;|"+markIf, r) }) {
		var branch []Parsed
		for some := range strings.SplitSeq(beforeItem.ReplaceAllString(part, ""), markThen) {
			branch = append(branch, splitArrows(some)...)
		}
		if branch != nil {
			all = append(all, branch)
		}
	}
	return all, strings.Contains(text, markIf)
}

// beginsIf are the words for "if", for [LongConditional].
var beginsIf = []string{"if ", "nếu ", "neu ", "如果", "若", "假如", "要是", "倘若", "如"}

// LongConditional reports whether a text that is too long for [Parse] starts with "if" in some language, so that it may
// be branches. It costs almost nothing.
func LongConditional(text string) bool {
	text = strings.TrimSpace(text)
	return utf8.RuneCountInString(text) > MaxLength && slices.ContainsFunc(beginsIf, func(word string) bool {
		return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
	})
}

// splitArrows splits a text at arrows, except those within a move, as in h2→e2.
func splitArrows(text string) (all []Parsed) {
	parts := strings.Split(text, arrow)
	for i := 0; i < len(parts); i++ {
		one := Parse(strings.TrimSpace(parts[i]))
		if i+1 < len(parts) && one.plies() == 0 {
			if whole := Parse(strings.TrimSpace(parts[i] + arrow + parts[i+1])); whole.IsMove() {
				one = whole
				i++
			}
		}
		if one.text != "" && !bareCounter.MatchString(one.text) {
			all = append(all, one)
		}
	}
	return all
}

// plies returns the number of moves of a text, 0 if it is not a move or a line of moves.
func (t Parsed) plies() int {
	if line := t.Line(); line != nil {
		return len(line)
	}
	if t.IsMove() {
		return 1
	}
	return 0
}

// Plies returns the number of moves of all branches, 0 if one of the texts is no move.
func (b Branches) Plies() (n int) {
	for _, one := range slices.Concat(b...) {
		if one.plies() == 0 {
			return 0
		}
		n += one.plies()
	}
	return n
}
