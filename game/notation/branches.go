package notation

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Branches are what a player will answer if the opponent moves in one way or another:
// "if C2=5 then H8+7; if H2+3, H2+3". The moves of each are in order; where nothing
// stands between them, one of the texts is a [Parsed.Line].
type Branches [][]Parsed

// The signs that stand for words and other signs while a text is cut up.
const (
	saysIf   = "\x00"
	saysThen = ","
	arrow    = "→"
)

var (
	betweenBranches = strings.NewReplacer(
		"如果", saysIf, "若是", saysIf, "假如", saysIf, "要是", saysIf, "倘若", saysIf, "若", saysIf, "如", saysIf,
		"對方走", saysThen, "对方走", saysThen, "對方", saysThen, "对方", saysThen,
		"那我就", saysThen, "我就", saysThen, "那我", saysThen, "那就", saysThen, "那麼", saysThen, "那么", saysThen,
		"則", saysThen, "则", saysThen, "就", saysThen, "、", saysThen, "。", saysThen,
		"->", arrow, "=>", arrow, "⇒", arrow, "➡", arrow)
	// beforeItem is what stands before an item of a list.
	beforeItem = regexp.MustCompile(`^\s*(?:[-–—•*·]\s+|[0-9]{1,2}\s*:)`)
	latinWord  = regexp.MustCompile(`\pL+`)
)

// ParseBranches reads such a text, in any language of the product: a line, a semicolon or
// the word "if" begins a branch; commas, arrows and words like "then" stand between moves.
// said reports whether it says "if". What is no move is left in, to be refused by name.
func ParseBranches(text string) (all Branches, said bool) {
	text = strings.ReplaceAll(norm.NFKC.String(text), saysIf, " ")
	text = latinWord.ReplaceAllStringFunc(betweenBranches.Replace(text), func(word string) string {
		switch strings.ToLower(word) {
		case "if", "nếu", "neu":
			return saysIf
		case "then", "and", "thì", "thi", "và", "rồi":
			return saysThen
		}
		return word
	})
	for part := range strings.FieldsFuncSeq(text,
		func(r rune) bool { return strings.ContainsRune("\n\r;|"+saysIf, r) }) {
		var branch []Parsed
		for some := range strings.SplitSeq(beforeItem.ReplaceAllString(part, ""), saysThen) {
			branch = append(branch, pointedAt(some)...)
		}
		if branch != nil {
			all = append(all, branch)
		}
	}
	return all, strings.Contains(text, saysIf)
}

// beginsIf are the words with which a text says "if", for [LongIf].
var beginsIf = []string{"if ", "nếu ", "neu ", "如果", "若", "假如", "要是", "倘若", "如"}

// LongIf reports whether a text that is too long for [Parse] begins with "if" in some language, so that it may be
// branches. It costs next to nothing.
func LongIf(text string) bool {
	text = strings.TrimSpace(text)
	return utf8.RuneCountInString(text) > MaxLength && slices.ContainsFunc(beginsIf, func(word string) bool {
		return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
	})
}

// pointedAt returns the moves of a text between which arrows stand. An arrow may also be
// a sign of one move, as in h2→e2.
func pointedAt(text string) (all []Parsed) {
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

// plies returns how many moves a text is, 0 for another text.
func (t Parsed) plies() int {
	if line := t.Line(); line != nil {
		return len(line)
	}
	if t.IsMove() {
		return 1
	}
	return 0
}

// Plies returns how many moves are written there, 0 if anything else is.
func (b Branches) Plies() (n int) {
	for _, one := range slices.Concat(b...) {
		if one.plies() == 0 {
			return 0
		}
		n += one.plies()
	}
	return n
}
