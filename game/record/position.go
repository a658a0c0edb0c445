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

// FENs are pasted alone, in a sentence, within a URL, with the castling field of western chess, and with moves. This
// file finds and parses them.

// foundPosition is a FEN found in a text.
type foundPosition struct {
	at       int    // byte offset of its first character
	fen      string // all six fields, for [game.ParseFEN]
	after    string // the text between it and the next one
	fromNext string // the text from the next one on
}

var (
	// manyRows matches a possible placement, with the path segments around it if it is part of a URL.
	manyRows    = regexp.MustCompile(`[A-Za-z0-9]+(?:/[A-Za-z0-9]+){7,}(?:\[\])?`)
	wholeFENRow = regexp.MustCompile(`^` + fenRow + `$`)
	// sideAfter matches the side to move, in words or letters, at the start of the text after a placement, with the
	// punctuation and line breaks before it.
	sideAfter = regexp.MustCompile(`^` + fenSeparator +
		`{1,12}(?i:([wr]|white|red|[红紅][方先走行]?|đỏ)|(b|black|黑[方先走行]?|đen))` +
		`(?:` + fenSeparator + `|$)`)
	// redToMovePattern and blackToMovePattern match words for the side to move: "red to move", 黑先.
	redToMovePattern = regexp.MustCompile(`(?i)\b(?:red|white)` + next + `|[红紅]` + hanNext + `|[轮輪该該]到?[红紅]|` +
		viNext("đỏ"))
	blackToMovePattern = regexp.MustCompile(`(?i)\b(?:side|turn|move|stm)\s*[:=]\s*(?:b|black|黑)(?:\W|$)|` +
		`\bblack` + next + `|黑` + hanNext + `|[轮輪该該]到?黑|` + viNext("đen"))
	// castling matches the castling field of western chess.
	castling = regexp.MustCompile(`^(?:[-–—−]|KQ?k?q?|Qk?q?|kq?|q)$`)
	// notASide matches a letter in the field of the side to move that names no side.
	notASide   = regexp.MustCompile(`^[c-zC-HJ-Z]$`)
	fenCounter = regexp.MustCompile(`^[0-9]{1,6}$`)
	// urlMoves matches the name of the moves parameter of a URL.
	urlMoves = regexp.MustCompile(`(?i)[&?;#](?:moves?|movelist|m)=`)
)

// next and hanNext match what follows the side to move; viNext returns a pattern for the Vietnamese phrases with a
// side.
const (
	next    = `(?:['’]s)?\s+(?:(?:is\s+)?to\s+(?:move|play|go)|turn|moves|plays|goes first|first)\b`
	hanNext = `(?:方|棋)?(?:先|走|行)`
)

func viNext(side string) string {
	return side + `\s+(?:đi|tiên)|(?:lượt|tới|đến)\s+(?:bên\s+)?` + side
}

// fenPunctuation is the punctuation that may surround a position and its fields.
const fenPunctuation = "`'\"“”‘’«»<>(){}[]|;,.!?；，。！？、（）【】「」：:"

// fenSeparator matches one of these characters, a blank, or one of Markdown's marks of bold text and spoilers.
var fenSeparator = `[\s*_~|` + regexp.QuoteMeta(fenPunctuation) + `]`

// A text is taken for a FEN if it has at least minRows rows, minWholeRows of them with nine squares.
const minRows, minWholeRows = 8, 6

// squaresInRow returns how many squares a FEN row describes, 0 if it is not a FEN row.
func squaresInRow(row string) (n int) {
	if !wholeFENRow.MatchString(row) {
		return 0
	}
	for _, c := range row {
		if n++; c <= '9' {
			n += int(c-'0') - 1
		}
	}
	return n
}

// squaresInAnyRow is squaresInRow that takes any letter for a piece.
func squaresInAnyRow(row string) (n int) {
	for _, c := range row {
		if n++; c <= '9' {
			n += int(c-'0') - 1
		}
	}
	return n
}

// rowsIn returns where the rows of a board are among texts that were separated by slashes. Whole rows describe nine
// squares. If ten or more whole rows stand together, the board is these. Otherwise it reaches from the first whole row
// to the last one, and up to ten rows it includes wrong ones before and after them; such a board is refused later with
// a reason. ok is false if there are too few rows for a board.
func rowsIn(rows []string) (from, to int, ok bool) {
	whole := func(row string) bool { return squaresInRow(row) == game.Files }
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
	for from > 0 && to-from < game.Ranks &&
		(squaresInRow(rows[from-1]) > 0 || squaresInAnyRow(rows[from-1]) == game.Files) {
		from-- // the first row is wrong
	}
	for to < len(rows) && to-from < game.Ranks && (squaresInRow(rows[to]) > 0 || len(rows[to]) > 2) {
		to++ // the last row is wrong; one or two letters are the next part of a URL, such as the side to move
	}
	n := 0
	for _, row := range rows[from:to] {
		if whole(row) {
			n++
		}
	}
	return from, to, to-from >= minRows && n >= minWholeRows
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
		skipped := 0 // bytes before the placement, such as a URL's path
		for _, row := range rows[:first] {
			skipped += len(row) + 1
		}
		placement := strings.Join(rows[first:end], "/")
		found.at = from + span[0] + skipped
		found.readFields(text, placement)
		return found, true
	}
}

// readFields reads the fields after a placement, and sets everything but where the position is.
func (f *foundPosition) readFields(text, placement string) {
	rest := strings.TrimPrefix(text[f.at+len(placement):], "[]")
	word := text[strings.LastIndexFunc(text[:f.at], unicode.IsSpace)+1 : f.at]
	if next := strings.TrimLeft(rest, "_+/"); next != rest || strings.Contains(word, "/") ||
		strings.Contains(word, "=") { // the placement is part of a URL
		rest = urlText(rest)
	}
	side, halfmoves, number := "w", "0", "1"
	sided, dashes, numbers := false, 0, 0 // which fields were read; dashes counts the two after the side, also castling
	if m := sideAfter.FindStringSubmatchIndex(rest); m != nil {
		if sided, rest = true, rest[max(m[3], m[5]):]; m[4] >= 0 {
			side = "b"
		}
	}
	for ended := false; !ended; {
		field := strings.TrimLeft(rest, " \t")
		if i := strings.IndexFunc(field, unicode.IsSpace); i >= 0 {
			field = field[:i]
		}
		plain := strings.TrimRight(field, fenPunctuation)
		tail := field[len(plain):]
		switch first := !sided && dashes+numbers == 0; {
		case first && notASide.MatchString(plain):
			side, sided = plain, true // to be refused
		case sided && dashes < 2 && numbers == 0 && castling.MatchString(plain):
			dashes++
		case sided && numbers < 2 && fenCounter.MatchString(plain) && // but not the number of a move
			(numbers == 1 || !strings.HasPrefix(tail, ".") && !strings.HasPrefix(tail, ")")):
			if numbers++; numbers == 1 {
				halfmoves = plain
			} else if number = strings.TrimLeft(plain, "0"); number == "" {
				number = "1" // some programs number moves from 0
			}
		default:
			ended = true
			continue
		}
		rest, ended = strings.TrimLeft(rest, " \t")[len(plain):], tail != ""
	}
	if !sided && blackToMove(text[:f.at], text[f.at+len(placement):]) {
		side = "b"
	}
	f.fen = strings.Join([]string{placement, side, "- -", halfmoves, number}, " ")
	if _, err := game.ParseFEN(f.fen); !sided && err != nil { // only Black can be the side to move
		other := strings.Join([]string{placement, "b", "- -", halfmoves, number}, " ")
		if side == "w" && leftInCheck(err) {
			if _, err := game.ParseFEN(other); err == nil {
				f.fen = other
			}
		}
	}
	f.after = strings.TrimLeft(rest, fenPunctuation+" \t\r\n")
	if next, ok := findPosition(f.after); ok {
		word := strings.LastIndexFunc(f.after[:next.at], unicode.IsSpace) + 1
		f.after, f.fromNext = f.after[:next.at], f.after[word:]
	}
}

func leftInCheck(err error) bool {
	var fault *game.FENError
	return errors.As(err, &fault) && fault.Fault == game.LeftInCheck
}

// sideSearchBytes is how many bytes before and after a FEN are searched for the side to move.
const sideSearchBytes = 120

// blackToMove reports whether the words before or after a placement say that Black is to move, and none say that Red
// is.
func blackToMove(before, after string) bool {
	before, after = before[max(0, len(before)-sideSearchBytes):], after[:min(len(after), sideSearchBytes)]
	if at := firstMoveOffset(after); at >= 0 {
		after = after[:at]
	}
	around := before + "\n" + after
	return blackToMovePattern.MatchString(around) && !redToMovePattern.MatchString(around)
}

// urlText converts the rest of a URL after a placement to text: its fields separated by blanks, then the moves of its
// moves parameter.
func urlText(rest string) string {
	end := strings.IndexFunc(rest, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("<>\"'`)]", r)
	})
	if end < 0 {
		end = len(rest)
	}
	address, after := rest[:end], rest[end:]
	moves := ""
	if at := urlMoves.FindStringIndex(address); at != nil {
		moves, _, _ = strings.Cut(address[at[1]:], "&")
		address = address[:at[0]]
	}
	address, _, _ = strings.Cut(address, "&")
	address, _, _ = strings.Cut(address, "?")
	address, _, _ = strings.Cut(address, "#")
	return strings.NewReplacer("_", " ", "+", " ", "/", " ").Replace(address) + " " +
		strings.NewReplacer("_", " ", ",", " ").Replace(moves) + after
}

// urlEscapes decodes the percent escapes that occur in FENs. A blank becomes "_", so that the URL stays one word;
// urlText turns it into a blank.
var urlEscapes = strings.NewReplacer("%2F", "/", "%2f", "/", "%20", "_", "%2C", ",", "%2c", ",", "%3D", "=", "%3d", "=",
	"%5B%5D", "", "%2B", "+", "%2b", "+")

// unescapeURL decodes a text with a percent-escaped FEN; it returns any other text unchanged.
func unescapeURL(text string) string {
	if strings.Count(strings.ToLower(text), "%2f") >= minRows-1 ||
		strings.Contains(text, "%20") && manyRows.MatchString(text) {
		return urlEscapes.Replace(text)
	}
	return text
}

var (
	// wideRows matches a FEN with full-width characters: some of them, as an input method writes, or all.
	wideRows = regexp.MustCompile(`[０-９Ａ-Ｚａ-ｚ／](?:[0-9A-Za-z０-９Ａ-Ｚａ-ｚ]*[／/]){6}`)
	// spaced matches rows with blanks or line breaks around the slashes between them.
	spaced = regexp.MustCompile(`[A-Za-z0-9]+(?:\s{0,4}[/|\\]\s{0,4}[A-Za-z0-9]+){9,}`)
	gap    = regexp.MustCompile(`\s*[/|\\]\s*`)
)

// normalizeRows rewrites a FEN in full-width characters, or with spaces around its slashes, in the standard form.
func normalizeRows(text string) string {
	if len(text) > maxPasteBytes {
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

// maxWordsSearched is how many words after a FEN are searched for the first move.
const maxWordsSearched = 400

// firstMoveOffset returns the byte offset of the first move of a text, including its number, -1 if there is none.
func firstMoveOffset(text string) int {
	at, numberAt := 0, -1 // numberAt is the offset of what may be the number of the move that follows
	for range maxWordsSearched {
		at += len(text[at:]) - len(strings.TrimLeftFunc(text[at:],
			func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(separators+fenPunctuation, r) }))
		if at == len(text) {
			return -1
		}
		end := at + max(1, wordEnd(text[at:]))
		var r pgnLexer
		r.split(text[at:end])
		i := slices.IndexFunc(r.tokens, func(w pgnToken) bool { return w.kind == tokenMove })
		switch {
		case notation.VietnameseMove(text[at:]) != "", i >= 0 && isMove(r.tokens[i].text):
			if numberAt >= 0 {
				return numberAt
			}
			return at
		case i >= 0 && numberAt >= 0 && meantAsMove(r.tokens[i].text):
			return numberAt
		case i >= 0:
			numberAt = -1
		case numberAt < 0:
			numberAt = at
		}
		at = end
	}
	return -1
}

// isMove reports whether a word of prose is a move; it must have a digit or a Chinese character.
func isMove(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return unicode.IsDigit(r) || unicode.Is(unicode.Han, r) }) &&
		notation.IsMoveLike(word)
}

// meantAsMove reports whether a word may be a misspelt move.
func meantAsMove(word string) bool {
	return strings.ContainsFunc(word, unicode.IsDigit) || misspelt.MatchString(word)
}

// openPosition returns a file with the positions of a text, each with the moves after it. It ignores other text. The
// file's format is called UCI, whatever the notation of the moves: a position with moves is what UCI writes.
func openPosition(ctx context.Context, text string, found *foundPosition) (*File, error) {
	file, last := &File{Format: UCI}, ""
	for file.Len() < maxProseGames {
		if found.fen != last { // a link's text may repeat the FEN of its URL
			g, err := gameAt(ctx, text, found)
			switch {
			case err == nil:
				file.add(g.heading, g.read)
			case file.Len() == 0:
				return nil, err
			default:
				file.add(Heading{}, func() (*Record, error) { return nil, err })
			}
		}
		last, text = found.fen, found.fromNext
		next, ok := findPosition(text)
		if !ok {
			break
		}
		found = &next
	}
	return file, nil
}

// gameAt reads a position, the names above it and the moves after it.
func gameAt(ctx context.Context, text string, found *foundPosition) (*parsedGame, error) {
	f := &parsedGame{ctx: ctx, family: notation.Chinese, start: found.fen}
	if _, err := game.ParseFEN(f.start); err != nil {
		return nil, err
	}
	above := text[:found.at]
	for line := range strings.Lines(above[:strings.LastIndexByte(above, '\n')+1]) {
		if line = strings.TrimSpace(line); labelled.MatchString(line) {
			f.parseHead([]string{line})
		} else {
			f.parseNamesAndResult(line)
		}
	}
	f.start = found.fen // parseHead may have set another that it read above
	var err error
	if listed, ok := strings.CutPrefix(found.after, "moves "); ok {
		f.tokens, _, err = lexPGN(ctx, listed)
	} else if at := firstMoveOffset(found.after); at >= 0 {
		f.tokens, _, err = lexPGN(ctx, found.after[at:])
		f.tokens = trimProse(f.tokens)
	}
	f.tagged = true // a position without moves counts as a game
	return f, err
}

// trimProse removes the tokens after the last move, unless one of them may be a misspelt move.
func trimProse(tokens []pgnToken) []pgnToken {
	for i := len(tokens) - 1; i >= 0; i-- {
		if tokens[i].kind == tokenMove && isMove(tokens[i].text) {
			end := i + 1
			for end < len(tokens) && tokens[end].kind != tokenMove {
				end++
			}
			return tokens[:end]
		}
		if tokens[i].kind == tokenMove && meantAsMove(tokens[i].text) {
			break
		}
	}
	return tokens
}

// ReadPosition reads a position and the moves after it, in any notation: a FEN with the fields of western chess or with
// fields missing, in a sentence or in a URL; a UCI position line; moves from the start. Errors are [*MoveError],
// [*SeveralError], [ErrWesternChess] and [*game.FENError]; the last is also the error for text without a position.
func ReadPosition(text string) (*Record, error) {
	r, err := readSingle(text)
	if isTalk(err) || errors.Is(err, ErrNoGame) {
		// ParseFEN would take the slashes of a URL for those between rows
		if _, err = game.ParseFEN(text); strings.Contains(text, "://") {
			err = &game.FENError{Fault: game.NoBoard, Reason: "there is no board in this address"}
		}
	}
	return r, err
}

// readSingle reads the only game or position of a text.
func readSingle(text string) (*Record, error) {
	f, err := Open([]byte(text))
	if err != nil {
		return nil, err
	}
	if err := f.Only(func(_ int, err error) bool { return isTalk(err) }); err != nil {
		return nil, err
	}
	return f.First()
}

// isTalk reports whether a text failed at its first word, which does not look like a move.
func isTalk(err error) bool {
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
