package record

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"yeye/game/notation"
)

// Between the moves of a pasted game there are lines of prose and lists of names. This file distinguishes them from
// lines of moves.

var (
	// unnumbered matches the start of a line of moves without numbers, at least two.
	unnumbered = regexp.MustCompile(
		`^(?:(?i:[a-i][0-9]-?[a-i][0-9])[\s，,;；]*(?i:[a-i][0-9]-?[a-i][0-9])(?:[\s，,;；]|$)|` + hanMove + `[\s，,;；。]*` +
			hanMove + `)`)
	// sentence matches the start of a line of prose, and misspelt that of a line that was meant as a move.
	sentence = regexp.MustCompile(`^[《“‘"]?\p{Han}`)
	misspelt = regexp.MustCompile(`^(?:\S{0,4}[进進退平]\S?|[前后後中一二三四五]?` + hanPiece + `\S{0,3})(?:\s|$)`)
)

// unnumberedFollow reports whether the next lines are names followed by moves without numbers.
func unnumberedFollow(text string) bool {
	names, _, ok := splitHead(text, unnumbered.MatchString)
	return ok && len(names) > 0
}

// minProse and maxRemark limit the length in bytes of a line of prose between the moves. A shorter one may be a
// misspelt move, after which a game must not continue.
const minProse, maxRemark = 18, 2000

// hanMoveRunes is the number of characters of a move.
const hanMoveRunes = 4

// isMoveLine reports whether a line that looks like prose contains moves: it starts with a move, even a misspelt one,
// and moves are most of the rest, or it continues an unfinished full move. Remarks may name moves too: then the next
// line's number continues the moves before the remark, or those end with a full move.
func (r *pgnLexer) isMoveLine(line, next string) bool {
	var q pgnLexer
	if q.split(next[:wordEnd(next)]); len(q.tokens) > 0 && q.tokens[0].kind == tokenNumber && q.tokens[0].n > 0 {
		if n := int(q.tokens[0].n); r.movesSinceNumber == wholeMove && n == r.lastNumber+1 ||
			r.movesSinceNumber == wholeMove-1 && n == r.lastNumber {
			return false
		}
	}
	line = norm.NFKC.String(line)
	first := line[:wordEnd(line)]
	at := oneHanMove.FindStringIndex(first)
	if begins := at != nil && at[0] == 0 || at == nil && misspelt.MatchString(first); begins {
		others := 0
		for _, c := range oneHanMove.ReplaceAllString(line, "") {
			if unicode.IsLetter(c) {
				others++
			}
		}
		if moves := len(oneHanMove.FindAllStringIndex(line, -1)); others <= moves*hanMoveRunes/2 {
			return true
		}
	}
	c, _ := utf8.DecodeRuneInString(line)
	return r.movesSinceNumber != wholeMove && unicode.Is(unicode.Han, c) &&
		(notation.IsMoveLike(first) || hanMoves.MatchString(first))
}

// readProseLine reads a line of prose between two lines of moves, or after the last one.
func (r *pgnLexer) readProseLine() bool {
	line, rest, _ := strings.Cut(r.text[:min(len(r.text), 2*maxRemark)], "\n")
	text := strings.TrimSpace(line)
	if len(text) < minProse || len(text) > maxRemark || !sentence.MatchString(text) || misspelt.MatchString(text) ||
		sideWord.MatchString(text) || numbered.MatchString(text) ||
		strings.ContainsAny(text, "()（）{}[]") || slices.ContainsFunc(strings.Fields(text), notation.IsMoveLike) {
		return false
	}
	next, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	if r.isMoveLine(text, next) || next != "" && !numbered.MatchString(next) && !unnumbered.MatchString(next) &&
		!sentence.MatchString(next) {
		return false
	}
	r.text = r.text[len(line):]
	clauses := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(separators, c) })
	if result, ok := parseResult(clauses[len(clauses)-1]); ok && next == "" {
		r.add(tokenResult, text, int(result))
	}
	r.add(tokenComment, text, 0)
	return true
}
