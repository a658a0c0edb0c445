package record

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"yeye/game"
	"yeye/game/notation"
)

// openPGN parses a game. If its tags identify it, its moves are left for read; else the text after the game is returned
// as rest.
func openPGN(ctx context.Context, text string) (parsed *parsedGame, rest string, err error) {
	parsed = &parsedGame{ctx: ctx, family: notation.Chinese}
	body, err := parsed.readTags(text)
	if err != nil {
		return nil, "", err
	}
	if parsed.tagged {
		parsed.body = body
		return parsed, "", nil
	}
	if parsed.tokens, rest, err = lexPGN(ctx, parsed.cutHead(body)); err != nil {
		return nil, "", err
	}
	if rest == "" {
		parsed.tokens = joinTrailingRemark(parsed.tokens)
	}
	return parsed, rest, nil
}

// read reads the moves. The [Format] tag says which notation is tried first, and that ranks count from 0. Without it
// the moves are read with the rank numbering with which all of them can be played: 0 to 9 is tried first, but under a
// western [Variant] tag 1 to 10, as in programs related to Fairy-Stockfish; WinBoard writes that tag too, with ranks
// from 0.
func (f *parsedGame) read() (*Record, error) {
	if f.tokens == nil && f.body != "" {
		var err error
		if f.tokens, _, err = lexPGN(f.ctx, f.body); err != nil {
			return nil, err
		}
		defer func() { f.tokens = nil }() // the tokens take more memory than the text
	}
	if len(f.tokens) == 0 && !f.tagged {
		return nil, ErrNoGame
	}
	if f.isWestern() {
		return nil, ErrWesternChess
	}
	if !f.formatted && slices.ContainsFunc(f.tokens, func(w pgnToken) bool {
		return w.kind == tokenMove && onlyVietnamese.MatchString(w.text)
	}) {
		f.family = notation.Vietnamese
	}
	r, err := f.record()
	if err == nil && !f.tagged && len(r.Line) == 0 {
		return nil, ErrNoGame
	}
	if err == nil || f.formatted || f.ctx.Err() != nil {
		return r, err
	}
	f.lowest = 1 - f.lowest
	again, err1 := f.record()
	if err1 != nil && !failedLater(err1, err) {
		return nil, err
	}
	return again, err1
}

// onlyVietnamese matches a short move whose letter or sign is Vietnamese: M8.7, Pt/1. The other letters are also WXF's,
// for other pieces.
var onlyVietnamese = regexp.MustCompile(`^(?i:(?:[xmsv]|t[gt]?)` + onFile + `[./]|x` + onFile + `=|[pbc]` + onFile +
	`/)[1-9][!?+#]*$`)

const onFile = `(?:[tsg]{1,2}[1-9]?|[1-9])`

// failedLater reports whether err occurred at a later ply than other.
func failedLater(err, other error) bool {
	var e, o *MoveError
	return errors.As(err, &e) && errors.As(other, &o) && e.Ply > o.Ply
}

// parsedGame is a game that is parsed but not yet played.
type parsedGame struct {
	ctx       context.Context // of reading the file
	heading   Heading
	start     string
	family    notation.Family
	lowest    int // the lowest rank, 0 or 1
	formatted bool
	tagged    bool
	xiangqi   bool       // the tags identify the game as xiangqi
	body      string     // the moves, under tags
	tokens    []pgnToken // the parsed moves
}

const (
	hanResigns = `(?:(?:投子)?(?:认负|認負|认输|認輸)|(?:超时|超時)?判?[负負]|超时|超時)`
	resigns    = ` (?i:(?:resign(?:s|ed)|los(?:es|t)|thua|xin thua|bại)(?: on time)?)`
	wins       = ` (?i:(?:wins?|won|thắng)(?: by resignation| by checkmate| on time)?)`
	redName    = `(?i:red|white|đỏ|tiên)`
	blackName  = `(?i:black|đen|hậu)`
)

// resultPatterns match results in words and figures. The first match in this order counts.
var resultPatterns = []struct {
	result  game.Result
	pattern *regexp.Regexp
}{
	{game.BlackWins, regexp.MustCompile(`黑方?先[胜勝]`)},
	{game.RedWins, regexp.MustCompile(`黑方?先[负負]`)},
	{game.RedWins, regexp.MustCompile(`(?:[红紅][方先]?|先)[胜勝]|黑方?` + hanResigns + `|1-0|` + redName + wins + `|` +
		blackName +
		resigns)},
	{game.BlackWins, regexp.MustCompile(`黑方?[胜勝]|[红紅]?先[负負]|[红紅]方?` + hanResigns + `|0-1|` + blackName + wins + `|` +
		redName + resigns)},
	{game.Draw, regexp.MustCompile(`(?:双方|雙方)?(?:议|議|战|戰|弈|握手言)?和[棋局]?|[红紅黑]?先和|1/2(?:-1/2)?|½(?:-½)?|0\.5-0\.5|` +
		`(?i:(?:it's a |a )?draw|drawn(?: game)?|(?:tiên )?(?:hòa|hoà))`)},
}

// maxResult is the maximum size in bytes of a result written as one word.
const maxResult = 60

// parseResult parses a word that is a result.
func parseResult(t string) (game.Result, bool) {
	if r, ok := game.ParseResult(t); ok {
		return r, true
	}
	t = strings.Trim(t, "（）。！!.")
	if t == "" || len(t) > maxResult {
		return game.Ongoing, false
	}
	for _, r := range resultPatterns {
		if r.pattern.FindString(t) == t {
			return r.result, true
		}
	}
	return game.Ongoing, false
}

// findResult finds the result in the value of a result field.
func findResult(t string) game.Result {
	switch strings.TrimSpace(t) {
	case "W":
		return game.RedWins
	case "L":
		return game.BlackWins
	case "D":
		return game.Draw
	}
	for _, r := range resultPatterns {
		if r.pattern.MatchString(t) {
			return r.result
		}
	}
	if strings.Contains(t, "和") {
		return game.Draw
	}
	return game.Ongoing
}

// record plays the tokens.
func (f *parsedGame) record() (*Record, error) {
	r := New(game.Start())
	if f.start != "" {
		var err error
		if r.Start, err = readFEN(f.start); err != nil {
			return nil, err
		}
	}
	r.Info, r.Result = f.heading.Info, f.heading.Result
	t := pgnPlayer{parsed: f, record: r}
	t.hasBothNumerals, t.numeralsBySide = numeralConvention(f.tokens)
	if err := t.play(); err != nil {
		return nil, err
	}
	return r, nil
}

// pgnPlayer plays the tokens on a stack of lines: the game and the open variations.
type pgnPlayer struct {
	parsed          *parsedGame
	record          *Record
	hasBothNumerals bool // the game's moves have both Chinese numerals and digits
	numeralsBySide  bool // both occur about equally often, so they are Red's and Black's
	plies           int
	lines           []*openLine
}

type openLine struct {
	before, now game.Position // before and after the last ply
	ply         int           // of the game, played so far
	comments    []string      // pending: on the last ply, or before the first
	plies       []Ply
	numbered    bool // there was a move number since the last ply
	// the last number matches the full move being played, or the last side named is the side to move
	turnConfirmed bool
	numeralsErr   error // set if Red's last ply has Black's numerals
	ellipsis      bool  // there was a tokenEllipsis since the last ply, and no number
	skipping      bool  // the rest of this variation is skipped, because a move cannot be played
}

// checkEvery is the number of tokens between two checks of the context.
const checkEvery = 256

func (t *pgnPlayer) play() error {
	start := t.record.Start
	t.lines = []*openLine{{before: start, now: start}}
	for i, w := range t.parsed.tokens {
		if err := t.parsed.ctx.Err(); i%checkEvery == 0 && err != nil {
			return err
		}
		line := t.lines[len(t.lines)-1]
		if line.skipping {
			switch w.kind {
			case tokenOpen:
				if len(t.lines) > MaxDepth {
					return ErrTooBig
				}
				t.lines = append(t.lines, &openLine{skipping: true})
			case tokenClose:
				t.closeCut()
			}
			continue
		}
		switch w.kind {
		case tokenComment:
			if text := cleanComment(w.text); text != "" {
				line.comments = append(line.comments, text)
			}
		case tokenOpen:
			if len(t.lines) > MaxDepth {
				return ErrTooBig
			}
			if len(line.plies) == 0 {
				return ErrUnclosed
			}
			t.lines = append(t.lines, &openLine{before: line.before, now: line.before, ply: line.ply - 1})
		case tokenClose:
			if err := t.closeLine(); err != nil {
				return err
			}
		case tokenMark:
			if n := len(line.plies); n > 0 && w.n != 0 {
				line.plies[n-1].Mark = Mark(w.n)
			}
		case tokenResult:
			if result := game.Result(w.n); len(t.lines) == 1 && result != game.Ongoing {
				t.record.Result = result
			}
		case tokenNumber:
			if line.ellipsis && int(w.n) == line.now.MoveNumber()+1 {
				if len(t.lines) > 1 {
					t.skipRest(line)
					continue
				}
				return newMoveError(&line.now, line.ply+1, "……", ErrMissing)
			}
			line.numbered, line.turnConfirmed = true, int(w.n) == line.now.MoveNumber()
		case tokenEllipsis:
			if null := w.text[0] != '.' && (len(line.plies) > 0 || line.now.Turn() == game.Red); null &&
				len(t.lines) > 1 {
				t.skipRest(line)
				continue
			}
			line.ellipsis = line.ellipsis || !line.numbered && len(line.plies) > 0 && line.now.Turn() == game.Black
			if line.numbered {
				t.blackBegins(line)
			}
		case tokenSide:
			if game.Color(w.n) == game.Black {
				t.blackBegins(line)
			}
			line.turnConfirmed = game.Color(w.n) == line.now.Turn()
		case tokenSkipped:
			t.record.Cut += int(w.n)
		default:
			// a comment after the moves of a variation, without braces
			if len(t.lines) > 1 && len(line.plies) > 0 && !notation.IsMoveLike(w.text) {
				line.comments = append(line.comments, cleanComment(w.text))
				continue
			}
			if err := t.move(line, w.text); err != nil {
				if len(t.lines) == 1 || errors.Is(err, ErrTooBig) {
					return err
				}
				t.skipRest(line)
			}
		}
	}
	if len(t.lines) > 1 {
		return ErrUnclosed
	}
	t.attachComments(t.lines[0])
	t.record.Line = t.lines[0].plies
	return nil
}

// skipRest skips the rest of a variation after a move that cannot be played.
func (t *pgnPlayer) skipRest(line *openLine) {
	line.skipping = true
	t.record.Cut++
}

// blackBegins makes Black the side to move at the start if the first move is in Black's place: 1. ... 马8进7.
func (t *pgnPlayer) blackBegins(line *openLine) {
	if len(t.lines) > 1 || len(line.plies) > 0 || line.now.Turn() == game.Black {
		return
	}
	s := line.now.Setup()
	s.Turn = game.Black
	if p, err := s.Position(); err == nil {
		t.record.Start, line.before, line.now = p, p, p
	}
}

// attachComments attaches the pending comments to the last move of a line. Comments in a variation before its first
// move wait for that move.
func (t *pgnPlayer) attachComments(line *openLine) {
	comment := strings.Join(line.comments, " ")
	t.record.countDropped(comment)
	switch n := len(line.plies); {
	case comment == "" || n == 0 && line != t.lines[0]:
		return
	case n == 0:
		t.record.Comment = cleanComment(command.ReplaceAllString(comment, ""))
	default:
		line.plies[n-1].remark(comment)
	}
	line.comments = nil
}

// closeCut closes a variation that has an illegal move: it keeps the moves before that.
func (t *pgnPlayer) closeCut() {
	n := len(t.lines)
	closed, parent := t.lines[n-1], t.lines[n-2]
	t.lines = t.lines[:n-1]
	if len(closed.plies) > 0 {
		t.attachComments(closed)
		last := &parent.plies[len(parent.plies)-1]
		last.Variations = append(last.Variations, closed.plies)
	}
}

func (t *pgnPlayer) closeLine() error {
	n := len(t.lines)
	if n == 1 {
		return ErrUnclosed
	}
	closed, parent := t.lines[n-1], t.lines[n-2]
	t.attachComments(closed)
	t.lines = t.lines[:n-1]
	if len(closed.plies) == 0 { // a remark in brackets
		parent.comments = append(parent.comments, closed.comments...)
		return nil
	}
	last := &parent.plies[len(parent.plies)-1]
	last.Variations = append(last.Variations, closed.plies)
	return nil
}

func (t *pgnPlayer) move(line *openLine, text string) error {
	if t.plies++; t.plies > MaxPlies {
		return ErrTooBig
	}
	stray := t.checkNumerals(line, text)
	switch {
	case stray != nil && !line.turnConfirmed:
		return stray
	case stray != nil && line.numeralsErr != nil && t.numeralsBySide: // the moves of both sides were exchanged
		line.plies = line.plies[:len(line.plies)-1]
		return line.numeralsErr
	}
	m, err := notation.ReadRanked(&line.now, text, t.parsed.lowest, t.parsed.family)
	switch {
	case err != nil && stray != nil:
		return stray
	case err != nil:
		return newMoveError(&line.now, line.ply+1, text, err)
	}
	t.attachComments(line)
	line.before = line.now
	line.now.Do(m)
	line.ply++
	line.numbered, line.ellipsis = false, false
	if line.numeralsErr = stray; line.now.Turn() == game.Red { // the full move is complete
		line.turnConfirmed, line.numeralsErr = false, nil
	}
	ply := Ply{Move: m}
	if sign := moveSuffix.FindStringSubmatch(norm.NFKC.String(text)); sign != nil {
		ply.Mark = parseMark(sign[1])
	}
	line.plies = append(line.plies, ply)
	return nil
}

// numerals says how a Chinese move writes its last number: in books Red's in Chinese characters, Black's in digits.
type numerals uint8

const (
	noNumerals numerals = iota
	hanNumerals
	digitNumerals
)

var hanEnd = regexp.MustCompile(`[进進退平](?:([一二三四五六七八九])|[1-9１-９])[!?！？+#]*$`)

func numeralsOf(text string) numerals {
	if len(text) > utf8.UTFMax*notation.MaxLength {
		return noNumerals
	}
	switch m := hanEnd.FindStringSubmatch(text); {
	case m == nil:
		return noNumerals
	case m[1] != "":
		return hanNumerals
	}
	return digitNumerals
}

// checkNumerals returns an error for a move with the other side's numerals. The caller plays it anyway if the move
// number confirms the side to move.
func (t *pgnPlayer) checkNumerals(line *openLine, text string) error {
	numerals := numeralsOf(text)
	if !t.hasBothNumerals || numerals == noNumerals || (numerals == hanNumerals) == (line.now.Turn() == game.Red) {
		return nil
	}
	return newMoveError(&line.now, line.ply+1, text, ErrNumerals)
}

// numeralConvention returns hasBothNumerals and numeralsBySide for the main line of a game. Many files have one kind of
// numerals for both sides.
func numeralConvention(words []pgnToken) (parted, even bool) {
	var found [3]int
	depth := 0
	for _, w := range words {
		switch {
		case w.kind == tokenOpen:
			depth++
		case w.kind == tokenClose:
			depth--
		case w.kind == tokenMove && depth == 0:
			found[numeralsOf(w.text)]++
		}
	}
	few, many := min(found[hanNumerals], found[digitNumerals]), max(found[hanNumerals], found[digitNumerals])
	return few > 0, few > 0 && 2*few >= many
}
