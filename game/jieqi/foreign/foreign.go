package foreign

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/pgn"
	"yeye/game/notation"
	"yeye/game/record"
)

// maxBytes limits a text.
const maxBytes = 1 << 20

var (
	variant   = regexp.MustCompile(`(?im)^\s*\[Variant\s+"(?:jieqi|flipped|揭棋|cờ úp|co up)[^"]*"\]`)
	placement = regexp.MustCompile(
		`(?:[XxKkRrNnHhBbEeAaCcPp1-9~]+/){9}[XxKkRrNnHhBbEeAaCcPp1-9~]+(?:\[[A-Za-z0-9]*\])?`)
	// poolAfter matches a pool after a placement, which only jieqi has. It needs at least three roles, because "a0a1"
	// is a move.
	poolAfter = regexp.MustCompile(`^\s+(?:[wbr]\s+)?(?:[RNBACPHErnbacphe][0-9]){3,}(?:\s|$)`)
	// firstMove matches the first move that turns a piece over. Only kings can move before it.
	firstMove = regexp.MustCompile(
		`^(?:position\s+startpos\s+moves\s+)?(?:1\.+\s*)?(?:[d-f][0-9]{1,2}[d-f][0-9]{1,2}[\s,]+(?:[0-9]+\.+\s*)?)*` +
			`[a-i][0-9]{1,2}[a-i][0-9]{1,2}=?[RNBACPrnbacp][XxRNBACPrnbacp]?(?:[\s,]|$)`)
	firstWordMove = regexp.MustCompile(`^(?:1\.+\s*)?暗?\pL{1,3}[一二三四五六七八九1-9]?[进進退平][一二三四五六七八九1-9]\s*(?:=|\([^)]*[翻揭])`)
	tagLine       = regexp.MustCompile(`(?m)^\s*\[([A-Za-z]+)\s+"([^"]*)"\]\s*$`)
	remark        = regexp.MustCompile(`\{[^}]*\}|(?m:;.*$)`)
	// anyTag matches a tag anywhere.
	anyTag = regexp.MustCompile(`\s*(\[[A-Za-z0-9]+\s+"(?:[^"\\]|\\.)*"\])\s*`)
	// betweenTags matches what may be between the tags of a game: comments, and tags in other forms.
	betweenTags = regexp.MustCompile(remark.String() + `|(?m:^\s*\[.*\]\s*$)`)
)

// Is reports whether a text, or its first game, looks like a game or a position of jieqi.
func Is(text string) bool {
	if len(text) > maxBytes {
		return false
	}
	plain := firstGame(normalize(restoreTagLines(text)))
	if variant.MatchString(plain) || isBox(plain) {
		return true
	}
	if at := placement.FindStringIndex(plain); at != nil {
		return strings.ContainsAny(plain[at[0]:at[1]], "Xx~") || poolAfter.MatchString(plain[at[1]:])
	}
	body := strings.TrimSpace(tagLine.ReplaceAllString(plain, ""))
	return firstMove.MatchString(body) || firstWordMove.MatchString(body)
}

// restoreTagLines puts the tags of a text on separate lines, if it has lost its line breaks, like text typed into a
// command.
func restoreTagLines(text string) string {
	if strings.Contains(strings.TrimSpace(text), "\n") {
		return text
	}
	return anyTag.ReplaceAllString(text, "\n$1\n")
}

// normalize replaces full-width signs and drops the byte order mark. A full-width semicolon separates moves, like a
// comma; it does not start a comment.
func normalize(text string) string {
	return norm.NFKC.String(strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "；", "，"))
}

// Read reads the first game or the position of a text for which [Is] is true. Event, date and names are cleaned by
// [record.CleanName]; a seal does not cover them. Errors are those of [pgn.Read] and [*game.FENError]. If any move
// cannot be read, the whole game is refused.
func Read(text string) (*pgn.Record, error) {
	if len(text) > maxBytes {
		return nil, pgn.ErrTooBig
	}
	r, err := read(restoreTagLines(text))
	if r != nil {
		for _, field := range []*string{&r.Event, &r.Date, &r.Players[game.Red], &r.Players[game.Black]} {
			*field = record.CleanName(*field)
		}
	}
	return r, err
}

// read reads a text in any of the forms.
func read(text string) (*pgn.Record, error) {
	if r, err := pgn.Read(text); err == nil || r != nil && r.Seal != nil {
		return r, err
	}
	plain := normalize(text)
	if isBox(plain) {
		return readBox(plain)
	}
	return readGame(plain)
}

// readGame reads tags, a position and moves.
func readGame(text string) (*pgn.Record, error) {
	text = firstGame(text)
	tags := map[string]string{}
	for _, m := range tagLine.FindAllStringSubmatch(text, -1) {
		if tags[m[1]] == "" {
			tags[m[1]] = m[2]
		}
	}
	r := &pgn.Record{Event: tags["Event"], Date: tags["Date"], Players: [2]string{tags["Red"], tags["Black"]}}
	if r.Players[game.Red] == "" {
		r.Players[game.Red] = tags["White"]
	}
	r.Outcome.Result, _ = game.ParseResult(tags["Result"])
	body := remark.ReplaceAllString(tagLine.ReplaceAllString(text, ""), " ")
	fen, body := cutPosition(body)
	if tags["FEN"] != "" {
		fen = tags["FEN"]
	}
	if err := setStart(r, fen); err != nil {
		return nil, err
	}
	return r, readMoves(r, body)
}

// firstGame cuts a text before the second game, whose tags come after moves.
func firstGame(text string) string {
	end := 0
	for _, at := range tagLine.FindAllStringIndex(text, -1) {
		if strings.TrimSpace(betweenTags.ReplaceAllString(text[end:at[0]], "")) != "" {
			return text[:at[0]]
		}
		end = at[1]
	}
	return text
}

// setStart sets the start position of a record; "" is the standard one.
func setStart(r *pgn.Record, fen string) error {
	if fen == "" {
		return nil
	}
	s, err := jieqi.ParseFEN(fen)
	if err != nil {
		return err
	}
	if s != r.Setup() {
		r.Start = &s
	}
	return nil
}

// fenField matches what may follow the placement in a position.
var fenField = regexp.MustCompile(`^(?:w|b|r|-|[0-9]{1,4}|(?:[RNBACPHErnbacphe][0-9])+)$`)

// cutPosition cuts a position out of a text.
func cutPosition(text string) (fen, rest string) {
	at := placement.FindStringIndex(text)
	if at == nil {
		return "", text
	}
	fen, rest = text[at[0]:at[1]], text[at[1]:]
	for range 6 {
		trimmed := strings.TrimLeft(rest, " \t")
		word, _, _ := strings.Cut(trimmed, " ")
		word = strings.TrimSpace(strings.SplitN(word, "\n", 2)[0])
		if !fenField.MatchString(word) {
			break
		}
		fen, rest = fen+" "+word, trimmed[len(word):]
	}
	if i := strings.Index(rest, "moves"); i >= 0 {
		rest = rest[i:]
	}
	return fen, rest
}

var (
	counter         = regexp.MustCompile(`^[0-9]+\.+`)
	spacedSign      = regexp.MustCompile(`\s*([=(])\s*`)
	bracket         = regexp.MustCompile(`\([^()]*\)`)
	byPoint         = regexp.MustCompile(`^([a-i])(10|[0-9])-?([a-i])(10|[0-9])=?([A-Za-z]{0,2})$`)
	moveAndRevealed = regexp.MustCompile(`^(.+?)(?:=(\pL{1,2})|\(([^)]*)\))?$`)
	vietnameseMove  = regexp.MustCompile(`(?m)(?:^|\s)[XxMTSV][tsg]?[1-9]?[.\-/][1-9](?:[\s=(]|$)`)
)

// readMoves reads the moves of a text: with ranks from 0, or if that fails, from 1.
func readMoves(r *pgn.Record, body string) error {
	body = strings.NewReplacer(",", " ", "。", " ").Replace(compactBrackets(body))
	words := strings.Fields(spacedSign.ReplaceAllString(body, "$1"))
	reader := reader{vietnamese: vietnameseMove.MatchString(body)}
	plies, err := reader.read(r.Setup(), words, &r.Outcome.Result)
	if err != nil && reader.usesPoints {
		reader.ranksFrom1 = true
		if other, failed := reader.read(r.Setup(), words, &r.Outcome.Result); failed == nil || len(other) > len(plies) {
			plies, err = other, failed
		}
	}
	r.Plies = plies
	return err
}

// compactBrackets removes spaces and commas inside brackets: "(翻 炮, 吃 马)".
func compactBrackets(text string) string {
	return bracket.ReplaceAllStringFunc(text,
		strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "", ",", "").Replace)
}

// reader reads moves.
type reader struct {
	vietnamese bool // letters are Vietnamese: P is a cannon
	ranksFrom1 bool // ranks count from 1
	usesPoints bool // there are moves by coordinates
}

// maxPlies limits a game.
const maxPlies = 2000

func (r *reader) read(at jieqi.Setup, words []string, result *game.Result) (plies []jieqi.Ply, err error) {
	for _, word := range words {
		word = counter.ReplaceAllString(word, "")
		switch word {
		case "", "position", "startpos", "fen", "moves":
			continue
		}
		if said, ok := game.ParseResult(word); ok {
			*result = said
			return plies, nil
		}
		if len(plies) == maxPlies {
			return plies, pgn.ErrTooBig
		}
		text, err := r.toRecordForm(&at.Position, word)
		var ply jieqi.Ply
		if err == nil {
			ply, err = pgn.ReadMove(&at, text)
		}
		if err != nil {
			return plies, &pgn.MoveError{Ply: len(plies) + 1, Text: word, Err: err}
		}
		plies = append(plies, ply)
	}
	return plies, nil
}

// toRecordForm converts a move to the form of our records.
func (r *reader) toRecordForm(p *jieqi.Position, word string) (string, error) {
	if m := byPoint.FindStringSubmatch(word); m != nil {
		r.usesPoints = true
		return m[1] + r.rank(m[2]) + m[3] + r.rank(m[4]) + m[5], nil
	}
	m := moveAndRevealed.FindStringSubmatch(word)
	prefer := notation.Auto
	if r.vietnamese {
		prefer = notation.Vietnamese
	}
	move, err := notation.Read(p, m[1], prefer)
	if err != nil {
		return "", err
	}
	turned, taken := r.revealed(m[2] + m[3])
	return move.String() + turned + taken, nil
}

// rank returns a rank counted from 0.
func (r *reader) rank(text string) string {
	if r.ranksFrom1 {
		if text == "10" {
			return "9"
		}
		return string(text[0] - 1)
	}
	return text
}

// revealed reads what a move revealed, as letters: the piece turned over, and the one captured face
// down. "x" is an unknown one.
func (r *reader) revealed(text string) (turned, taken string) {
	into := &turned
	for _, c := range text {
		switch c {
		case '吃':
			into = &taken
			continue
		case '翻', '揭', '开', '開':
			into = &turned
			continue
		}
		l := r.letter(c)
		if l == "" || *into != "" && into == &taken {
			continue
		}
		if *into != "" {
			into = &taken
		}
		*into = l
	}
	return turned, taken
}

// letter returns the letter of a piece, "" if c is not a piece.
func (r *reader) letter(c rune) string {
	const western, vietnamese = "RHNEBACPXrhnebacpx", "XMTVSPBCxmtvspbc"
	if r.vietnamese && strings.ContainsRune(vietnamese, c) {
		return map[string]string{"x": "R", "m": "N", "t": "B", "v": "B", "s": "A", "p": "C", "b": "P",
			"c": "P"}[strings.ToLower(string(c))]
	}
	if strings.ContainsRune(western, c) {
		return string(c)
	}
	for chars, l := range map[string]string{"车車俥砗": "R", "马馬傌": "N", "炮砲包": "C", "相象": "B", "仕士": "A", "兵卒": "P"} {
		if strings.ContainsRune(chars, c) {
			return l
		}
	}
	return ""
}
