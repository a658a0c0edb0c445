package record

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"yeye/game"
	"yeye/game/notation"
)

// Positions are pasted in every dress: alone, in a sentence, within an address, with the castling of western chess
// behind, and with moves. This file finds and reads them, for everybody who takes one.

// foundPosition is where a text has what is meant as a position.
type foundPosition struct {
	at     int    // where it begins
	fen    string // with the fields in their places, as [game.ParseFEN] wants them
	behind string // the text after it
	more   string // the text from the next one on
}

var (
	// manyRows matches what may be a placement, with the names of folders around it if it is part of an address.
	manyRows = regexp.MustCompile(`[A-Za-z0-9]+(?:/[A-Za-z0-9]+){7,}(?:\[\])?`)
	fenRowOf = regexp.MustCompile(`^` + fenRow + `$`)
	// sideBehind matches the words and letters for the side to move, with the signs and ends of lines before them.
	sideBehind = regexp.MustCompile(`^` + fenSign +
		`{1,12}(?i:([wr]|white|red|[红紅][方先走行]?|đỏ)|(b|black|黑[方先走行]?|đen))` +
		`(?:` + fenSign + `|$)`)
	// redNext and blackNext match what people say of the side to move.
	redNext   = regexp.MustCompile(`(?i)\b(?:red|white)` + next + `|[红紅]` + hanNext + `|[轮輪该該]到?[红紅]|` + viNext("đỏ"))
	blackNext = regexp.MustCompile(`(?i)\b(?:side|turn|move|stm)\s*[:=]\s*(?:b|black|黑)(?:\W|$)|` +
		`\bblack` + next + `|黑` + hanNext + `|[轮輪该該]到?黑|` + viNext("đen"))
	// castling matches what western chess has behind the side to move.
	castling = regexp.MustCompile(`^(?:[-–—−]|KQ?k?q?|Qk?q?|kq?|q)$`)
	// wrongSide matches a letter that says no side.
	wrongSide = regexp.MustCompile(`^[c-zC-HJ-Z]$`)
	counts    = regexp.MustCompile(`^[0-9]{1,6}$`)
	// addressMoves matches the name of the moves among the parameters of an address.
	addressMoves = regexp.MustCompile(`(?i)[&?;#](?:moves?|movelist|m)=`)
)

// next and hanNext are behind the side of which it is said that it moves, and viNext has it.
const (
	next    = `(?:['’]s)?\s+(?:(?:is\s+)?to\s+(?:move|play|go)|turn|moves|plays|goes first|first)\b`
	hanNext = `(?:方|棋)?(?:先|走|行)`
)

func viNext(side string) string {
	return side + `\s+(?:đi|tiên)|(?:lượt|tới|đến)\s+(?:bên\s+)?` + side
}

// fenEnds are the signs that may stand around a position and its fields.
const fenEnds = "`'\"“”‘’«»<>(){}[]|;,.!?；，。！？、（）【】「」：:"

// fenSign matches one of them, or a blank, or what makes text bold or hides it.
var fenSign = `[\s*_~|` + regexp.QuoteMeta(fenEnds) + `]`

// fewRows is the least number of rows that shows that a position is meant, and fewWhole how many of these must have
// nine points.
const fewRows, fewWhole = 8, 6

// points returns how many points of the board a row describes, 0 if it is none.
func points(row string) (n int) {
	if !fenRowOf.MatchString(row) {
		return 0
	}
	for _, c := range row {
		if n++; c <= '9' {
			n += int(c-'0') - 1
		}
	}
	return n
}

// lettersOf returns how many points a row would describe if every letter were a piece.
func lettersOf(row string) (n int) {
	for _, c := range row {
		if n++; c <= '9' {
			n += int(c-'0') - 1
		}
	}
	return n
}

// rowsIn returns where the rows of a board are among those that slashes separate: all of nine points that follow each
// other, if they are ten or more, or else as many as there are. Other than ten are to be refused with a reason.
func rowsIn(rows []string) (from, to int, ok bool) {
	whole := func(row string) bool { return points(row) == game.Files }
	for from := 0; from+game.Ranks <= len(rows); from++ {
		n := 0
		for from+n < len(rows) && whole(rows[from+n]) {
			n++
		}
		if n >= game.Ranks {
			return from, from + n, true
		}
	}
	from, to = 0, len(rows)
	for from < to && !whole(rows[from]) {
		from++
	}
	for from < to && !whole(rows[to-1]) {
		to--
	}
	if from == to {
		return 0, 0, false
	}
	for from > 0 && to-from < game.Ranks && (points(rows[from-1]) > 0 || lettersOf(rows[from-1]) == game.Files) {
		from-- // a wrong row is the first or last
	}
	for to < len(rows) && to-from < game.Ranks && (points(rows[to]) > 0 || len(rows[to]) > 2) {
		to++
	}
	n := 0
	for _, row := range rows[from:to] {
		if whole(row) {
			n++
		}
	}
	return from, to, to-from >= fewRows && n >= fewWhole
}

// findPosition finds the first position in a text.
func findPosition(text string) (found foundPosition, ok bool) {
	for from := 0; ; {
		span := manyRows.FindStringIndex(text[from:])
		if span == nil {
			return found, false
		}
		run := strings.TrimSuffix(text[from+span[0]:from+span[1]], "[]")
		rows := strings.Split(run, "/")
		first, end, ok := rowsIn(rows)
		if !ok {
			from += span[1]
			continue
		}
		size := 0
		for _, row := range rows[:first] {
			size += len(row) + 1
		}
		placement := strings.Join(rows[first:end], "/")
		found.at = from + span[0] + size
		found.take(text, placement)
		return found, true
	}
}

// take reads the fields behind a placement.
func (f *foundPosition) take(text, placement string) {
	rest := strings.TrimPrefix(text[f.at+len(placement):], "[]")
	word := text[strings.LastIndexFunc(text[:f.at], unicode.IsSpace)+1 : f.at]
	if next := strings.TrimLeft(rest, "_+/"); next != rest || strings.Contains(word, "/") ||
		strings.Contains(word, "=") {
		rest = outOfAddress(rest)
	}
	side, quiet, number := "w", "0", "1"
	sided, dashes, numbers := false, 0, 0
	if m := sideBehind.FindStringSubmatchIndex(rest); m != nil {
		if sided, rest = true, rest[max(m[3], m[5]):]; m[4] >= 0 {
			side = "b"
		}
	}
	for ended := false; !ended; {
		field := strings.TrimLeft(rest, " \t")
		if i := strings.IndexFunc(field, unicode.IsSpace); i >= 0 {
			field = field[:i]
		}
		plain := strings.TrimRight(field, fenEnds)
		tail := field[len(plain):]
		switch first := !sided && dashes+numbers == 0; {
		case first && wrongSide.MatchString(plain):
			side, sided = plain, true // to be refused
		case sided && dashes < 2 && numbers == 0 && castling.MatchString(plain):
			dashes++
		case sided && numbers < 2 && counts.MatchString(plain) &&
			(numbers == 1 || !strings.HasPrefix(tail, ".") && !strings.HasPrefix(tail, ")")):
			if numbers++; numbers == 1 {
				quiet = plain
			} else if number = strings.TrimLeft(plain, "0"); number == "" {
				number = "1" // some programs number moves from 0
			}
		default:
			ended = true
			continue
		}
		rest, ended = strings.TrimLeft(rest, " \t")[len(plain):], tail != ""
	}
	if !sided && saysBlack(text[:f.at], text[f.at+len(placement):]) {
		side = "b"
	}
	f.fen = strings.Join([]string{placement, side, "- -", quiet, number}, " ")
	if _, err := game.ParseFEN(f.fen); !sided && err != nil { // only the other side can be the one to move
		if other := strings.Join([]string{placement, "b", "- -", quiet, number}, " "); side == "w" && leftInCheck(err) {
			if _, err := game.ParseFEN(other); err == nil {
				f.fen = other
			}
		}
	}
	f.behind = strings.TrimLeft(rest, fenEnds+" \t\r\n")
	if next, ok := findPosition(f.behind); ok {
		word := strings.LastIndexFunc(f.behind[:next.at], unicode.IsSpace) + 1
		f.behind, f.more = f.behind[:next.at], f.behind[word:]
	}
}

func leftInCheck(err error) bool {
	var fault *game.FENError
	return errors.As(err, &fault) && fault.Fault == game.LeftInCheck
}

// near is how many bytes around a position are searched for the side to move.
const near = 120

// saysBlack reports whether the words before or behind a placement say that Black moves, and none that Red does.
func saysBlack(before, behind string) bool {
	before, behind = before[max(0, len(before)-near):], behind[:min(len(behind), near)]
	if at := movesBegin(behind); at >= 0 {
		behind = behind[:at]
	}
	said := before + "\n" + behind
	return blackNext.MatchString(said) && !redNext.MatchString(said)
}

// outOfAddress writes the rest of an address behind a placement as text: its blanks, and its moves, if it has them.
func outOfAddress(rest string) string {
	end := strings.IndexFunc(rest, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("<>\"'`)]", r)
	})
	if end < 0 {
		end = len(rest)
	}
	address, after := rest[:end], rest[end:]
	moves := ""
	if at := addressMoves.FindStringIndex(address); at != nil {
		moves, _, _ = strings.Cut(address[at[1]:], "&")
		address = address[:at[0]]
	}
	address, _, _ = strings.Cut(address, "&")
	address, _, _ = strings.Cut(address, "?")
	address, _, _ = strings.Cut(address, "#")
	return strings.NewReplacer("_", " ", "+", " ", "/", " ").Replace(address) + " " +
		strings.NewReplacer("_", " ", ",", " ").Replace(moves) + after
}

// escapes are the signs of positions as addresses have them.
var escapes = strings.NewReplacer("%2F", "/", "%2f", "/", "%20", "_", "%2C", ",", "%2c", ",", "%3D", "=", "%3d", "=",
	"%5B%5D", "", "%2B", "+", "%2b", "+")

// unescaped replaces the escapes of an address within which a position is.
func unescaped(text string) string {
	if strings.Count(strings.ToLower(text), "%2f") >= fewRows-1 ||
		strings.Contains(text, "%20") && manyRows.MatchString(text) {
		return escapes.Replace(text)
	}
	return text
}

var (
	// wideRows matches a position in characters as wide as Chinese ones.
	wideRows = regexp.MustCompile(`(?:[０-９Ａ-Ｚａ-ｚ]+[／/]){7}`)
	// spaced matches rows with blanks or ends of lines around the slashes between them.
	spaced = regexp.MustCompile(`[A-Za-z0-9]+(?:\s{0,4}[/|\\]\s{0,4}[A-Za-z0-9]+){9,}`)
	gap    = regexp.MustCompile(`\s*[/|\\]\s*`)
)

// narrow writes a position of wide characters, or one with gaps, as positions usually are.
func narrow(text string) string {
	if len(text) > maxUnfolded {
		return text
	}
	if wideRows.MatchString(text) {
		text = norm.NFKC.String(text)
	}
	return spaced.ReplaceAllStringFunc(text, func(rows string) string {
		plain := gap.ReplaceAllString(rows, "/")
		if _, _, ok := rowsIn(strings.Split(plain, "/")); !ok {
			return rows
		}
		return plain
	})
}

// maxSought is the number of words among which the first move behind a position is looked for.
const maxSought = 400

// movesBegin returns where the first move of a text is, with its number, -1 if there is none.
func movesBegin(text string) int {
	at, number := 0, -1
	for range maxSought {
		at += len(text[at:]) - len(strings.TrimLeftFunc(text[at:],
			func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(separators+fenEnds, r) }))
		if at == len(text) {
			return -1
		}
		end := at + max(1, wordEnd(text[at:]))
		var r pgnReader
		r.split(text[at:end])
		i := slices.IndexFunc(r.words, func(w pgnWord) bool { return w.kind == aMove })
		switch {
		case notation.VietnameseMove(text[at:]) != "", i >= 0 && isMove(r.words[i].text):
			if number >= 0 {
				return number
			}
			return at
		case i >= 0 && number >= 0 && meantAsMove(r.words[i].text):
			return number
		case i >= 0:
			number = -1
		case number < 0:
			number = at
		}
		at = end
	}
	return -1
}

// isMove reports whether a word of prose is a move: no other word has a number.
func isMove(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return unicode.IsDigit(r) || unicode.Is(unicode.Han, r) }) &&
		notation.IsMoveLike(word)
}

// meantAsMove reports whether a word may be a misspelt move.
func meantAsMove(word string) bool {
	return strings.ContainsFunc(word, unicode.IsDigit) || misspelt.MatchString(word)
}

// openPosition lists the positions of a text, each with the moves behind it. Other text behind one is prose.
func openPosition(ctx context.Context, text string, found *foundPosition) (*File, error) {
	file, last := &File{Format: UCI}, ""
	for file.Len() < maxProse {
		if found.fen != last { // an address may repeat the position that it is for
			g, err := foundGame(ctx, text, found)
			switch {
			case err == nil:
				file.add(g.heading, g.read)
			case file.Len() == 0:
				return nil, err
			default:
				file.add(Heading{}, func() (*Record, error) { return nil, err })
			}
		}
		last, text = found.fen, found.more
		next, ok := findPosition(text)
		if !ok {
			break
		}
		found = &next
	}
	return file, nil
}

// foundGame reads a position, the names above it and the moves behind it.
func foundGame(ctx context.Context, text string, found *foundPosition) (*pgnFile, error) {
	f := &pgnFile{ctx: ctx, family: notation.Chinese, start: found.fen}
	if _, err := game.ParseFEN(f.start); err != nil {
		return nil, err
	}
	above := text[:found.at]
	for line := range strings.Lines(above[:strings.LastIndexByte(above, '\n')+1]) {
		if line = strings.TrimSpace(line); labelled.MatchString(line) {
			f.titles([]string{line})
		} else {
			f.against(line)
		}
	}
	f.start = found.fen
	var err error
	if listed, ok := strings.CutPrefix(found.behind, "moves "); ok {
		f.words, _, err = pgnWords(ctx, listed)
	} else if at := movesBegin(found.behind); at >= 0 {
		f.words, _, err = pgnWords(ctx, found.behind[at:])
		f.words = withoutTalk(f.words)
	}
	f.tagged = true // a position without moves is one too
	return f, err
}

// withoutTalk cuts off the words behind the last move: they are prose, unless one may be a move.
func withoutTalk(words []pgnWord) []pgnWord {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i].kind == aMove && isMove(words[i].text) {
			end := i + 1
			for end < len(words) && words[end].kind != aMove {
				end++
			}
			return words[:end]
		}
		if words[i].kind == aMove && meantAsMove(words[i].text) {
			break
		}
	}
	return words
}

// ReadPosition reads a position however people and programs write it, with the moves behind it, in any notation: a FEN
// with the fields of western chess or without some, in a sentence, in an address; a position line of UCI; moves from
// the start. Errors are [*game.FENError], also for talk, [*MoveError], [*SeveralError] and [ErrWesternChess].
func ReadPosition(text string) (*Record, error) {
	r, err := readOnly(text)
	if talks(err) || errors.Is(err, ErrNoGame) {
		// the slashes of an address are between no rows
		if _, err = game.ParseFEN(text); strings.Contains(text, "://") {
			err = &game.FENError{Fault: game.NoBoard, Reason: "there is no board in this address"}
		}
	}
	return r, err
}

// readOnly reads the only game or position of a text.
func readOnly(text string) (*Record, error) {
	f, err := Open([]byte(text))
	if err != nil {
		return nil, err
	}
	if err := f.Only(func(_ int, err error) bool { return talks(err) }); err != nil {
		return nil, err
	}
	return f.First()
}

// talks reports whether a text failed at its first word, which looks nothing like a move.
func talks(err error) bool {
	var at *MoveError
	return errors.As(err, &at) && at.Ply == 1 && !notation.IsMoveLike(at.Text)
}

// Position returns the position after the moves of the game.
func (r *Record) Position() game.Position {
	p := r.Start
	for _, ply := range r.Line {
		p.Do(ply.Move)
	}
	return p
}
