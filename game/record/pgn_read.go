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

// openPGN parses a game. If its tags identify it, its moves are left for read; else
// the text after the game is returned as rest.
func openPGN(ctx context.Context, text string) (file *pgnFile, rest string, err error) {
	file = &pgnFile{ctx: ctx, family: notation.Chinese}
	body, err := file.readTags(text)
	if err != nil {
		return nil, "", err
	}
	if file.tagged {
		file.body = body
		return file, "", nil
	}
	if file.words, rest, err = pgnWords(ctx, file.readTitles(body)); err != nil {
		return nil, "", err
	}
	if rest == "" {
		file.words = withRemark(file.words)
	}
	return file, rest, nil
}

// read reads the moves. The [Format] tag says which notation is tried first, and that
// ranks count from 0. Without it the moves are read with the count of ranks with which all
// of them can be played: 0 to 9 is tried first, but under a western [Variant] tag 1 to 10,
// as in programs around Fairy-Stockfish; WinBoard writes that tag too, with ranks from 0.
func (f *pgnFile) read() (*Record, error) {
	if f.words == nil && f.body != "" {
		var err error
		if f.words, _, err = pgnWords(f.ctx, f.body); err != nil {
			return nil, err
		}
		defer func() { f.words = nil }() // they take more memory than the text
	}
	if len(f.words) == 0 && !f.tagged {
		return nil, ErrNoGame
	}
	if f.isWestern() {
		return nil, ErrWesternChess
	}
	if !f.formatted && slices.ContainsFunc(f.words, func(w pgnWord) bool {
		return w.kind == aMove && onlyVietnamese.MatchString(w.text)
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
	if err1 != nil && !further(err1, err) {
		return nil, err
	}
	return again, err1
}

// onlyVietnamese matches a short move whose letter or sign is Vietnamese: M8.7, Pt/1. The letters of others are also
// WXF's, where they are other pieces.
var onlyVietnamese = regexp.MustCompile(`^(?i:(?:[xmsv]|t[gt]?)` + onFile + `[./]|x` + onFile + `=|[pbc]` + onFile +
	`/)[1-9][!?+#]*$`)

const onFile = `(?:[tsg]{1,2}[1-9]?|[1-9])`

// further reports whether err occurred at a later ply than other.
func further(err, other error) bool {
	var e, o *MoveError
	return errors.As(err, &e) && errors.As(other, &o) && e.Ply > o.Ply
}

// pgnFile is a game that is parsed but not yet played.
type pgnFile struct {
	ctx       context.Context // of the file that is being read
	heading   Heading
	start     string
	family    notation.Family
	lowest    int // the lowest rank, 0 or 1
	formatted bool
	tagged    bool
	xiangqi   bool      // the tags leave no doubt about the game
	body      string    // the moves, under tags
	words     []pgnWord // the parsed moves
}

const (
	givesUp   = `(?:(?:投子)?(?:认负|認負|认输|認輸)|(?:超时|超時)?判?[负負]|超时|超時)`
	resigns   = ` (?i:(?:resign(?:s|ed)|los(?:es|t)|thua|xin thua|bại)(?: on time)?)`
	wins      = ` (?i:(?:wins?|won|thắng)(?: by resignation| by checkmate| on time)?)`
	redSaid   = `(?i:red|white|đỏ|tiên)`
	blackSaid = `(?i:black|đen|hậu)`
)

// saidResults are the words and signs of files for a result. If a text has several, the first of these counts.
var saidResults = []struct {
	result game.Result
	said   *regexp.Regexp
}{
	{game.BlackWins, regexp.MustCompile(`黑方?先[胜勝]`)},
	{game.RedWins, regexp.MustCompile(`黑方?先[负負]`)},
	{game.RedWins, regexp.MustCompile(`(?:[红紅][方先]?|先)[胜勝]|黑方?` + givesUp + `|1-0|` + redSaid + wins + `|` + blackSaid +
		resigns)},
	{game.BlackWins, regexp.MustCompile(`黑方?[胜勝]|[红紅]?先[负負]|[红紅]方?` + givesUp + `|0-1|` + blackSaid + wins + `|` +
		redSaid + resigns)},
	{game.Draw, regexp.MustCompile(`(?:双方|雙方)?(?:议|議|战|戰|弈|握手言)?和[棋局]?|[红紅黑]?先和|1/2(?:-1/2)?|½(?:-½)?|0\.5-0\.5|` +
		`(?i:(?:it's a |a )?draw|drawn(?: game)?|(?:tiên )?(?:hòa|hoà))`)},
}

// maxResult is the maximum size in bytes of a result that is a word of its own.
const maxResult = 60

// parseResult reads a word that is a result.
func parseResult(t string) (game.Result, bool) {
	if r, ok := game.ParseResult(t); ok {
		return r, true
	}
	t = strings.Trim(t, "（）。！!.")
	if t == "" || len(t) > maxResult {
		return game.Ongoing, false
	}
	for _, r := range saidResults {
		if r.said.FindString(t) == t {
			return r.result, true
		}
	}
	return game.Ongoing, false
}

// findResult finds the result in a field for one.
func findResult(t string) game.Result {
	switch strings.TrimSpace(t) {
	case "W":
		return game.RedWins
	case "L":
		return game.BlackWins
	case "D":
		return game.Draw
	}
	for _, r := range saidResults {
		if r.said.MatchString(t) {
			return r.result
		}
	}
	if strings.Contains(t, "和") {
		return game.Draw
	}
	return game.Ongoing
}

// record plays the words.
func (f *pgnFile) record() (*Record, error) {
	r := New(game.Start())
	if f.start != "" {
		var err error
		if r.Start, err = readFEN(f.start); err != nil {
			return nil, err
		}
	}
	r.Info, r.Result = f.heading.Info, f.heading.Result
	t := pgnPlayer{file: f, record: r}
	t.parted, t.even = numeralsPart(f.words)
	if err := t.play(); err != nil {
		return nil, err
	}
	return r, nil
}

// pgnPlayer plays the words one after the other, on a stack of lines: the game and the
// open variations.
type pgnPlayer struct {
	file   *pgnFile
	record *Record
	parted bool // the game's moves have Chinese numerals and digits
	even   bool // about as many of these as of those: Red's and Black's
	plies  int
	lines  []*openLine
}

type openLine struct {
	before, now game.Position // before the last ply, and now
	ply         int           // of the game, played so far
	said        []string      // of the last ply, or before the first
	plies       []Ply
	numbered    bool  // there was a number since the last ply
	placed      bool  // the last number is that of the full move that is being played, or the last side the one to move
	stray       error // refuses the last ply if it is Red's with Black's numerals
	slot        bool  // there were dots since the last ply, without a number
	cut         bool  // a move of this variation cannot be played: the rest is skipped
}

// checkEvery is the number of words between two checks of the context.
const checkEvery = 256

func (t *pgnPlayer) play() error {
	start := t.record.Start
	t.lines = []*openLine{{before: start, now: start}}
	for i, w := range t.file.words {
		if err := t.file.ctx.Err(); i%checkEvery == 0 && err != nil {
			return err
		}
		line := t.lines[len(t.lines)-1]
		if line.cut {
			switch w.kind {
			case anOpening:
				if len(t.lines) > MaxDepth {
					return ErrTooBig
				}
				t.lines = append(t.lines, &openLine{cut: true})
			case aClosing:
				t.closeCut()
			}
			continue
		}
		switch w.kind {
		case aComment:
			if text := note(w.text); text != "" {
				line.said = append(line.said, text)
			}
		case anOpening:
			if len(t.lines) > MaxDepth {
				return ErrTooBig
			}
			if len(line.plies) == 0 {
				return ErrUnclosed
			}
			t.lines = append(t.lines, &openLine{before: line.before, now: line.before, ply: line.ply - 1})
		case aClosing:
			if err := t.closeLine(); err != nil {
				return err
			}
		case aMark:
			if n := len(line.plies); n > 0 && w.n != 0 {
				line.plies[n-1].Mark = Mark(w.n)
			}
		case aResult:
			if result := game.Result(w.n); len(t.lines) == 1 && result != game.Ongoing {
				t.record.Result = result
			}
		case aNumber:
			if line.slot && int(w.n) == line.now.MoveNumber()+1 {
				if len(t.lines) > 1 {
					t.cut(line)
					continue
				}
				return refuse(&line.now, line.ply+1, "……", ErrMissing)
			}
			line.numbered, line.placed = true, int(w.n) == line.now.MoveNumber()
		case aSlot:
			if null := w.text[0] != '.' && (len(line.plies) > 0 || line.now.Turn() == game.Red); null &&
				len(t.lines) > 1 {
				t.cut(line)
				continue
			}
			line.slot = line.slot || !line.numbered && len(line.plies) > 0 && line.now.Turn() == game.Black
			if line.numbered {
				t.blackBegins(line)
			}
		case aSide:
			if game.Color(w.n) == game.Black {
				t.blackBegins(line)
			}
			line.placed = game.Color(w.n) == line.now.Turn()
		case aLoss:
			t.record.Cut += int(w.n)
		default:
			// a remark behind the moves in brackets
			if len(t.lines) > 1 && len(line.plies) > 0 && !notation.IsMoveLike(w.text) {
				line.said = append(line.said, note(w.text))
				continue
			}
			if err := t.move(line, w.text); err != nil {
				if len(t.lines) == 1 || errors.Is(err, ErrTooBig) {
					return err
				}
				t.cut(line)
			}
		}
	}
	if len(t.lines) > 1 {
		return ErrUnclosed
	}
	t.settle(t.lines[0])
	t.record.Line = t.lines[0].plies
	return nil
}

// cut leaves out the rest of a variation, whose next move cannot be played or is none.
func (t *pgnPlayer) cut(line *openLine) {
	line.cut = true
	t.record.Cut++
}

// blackBegins gives Black the first move of a game that does not say who has it, if
// Red's place before it is left empty.
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

// settle attaches the pending comments to the last move of a line. Comments in a
// variation before its first move wait for that move.
func (t *pgnPlayer) settle(line *openLine) {
	said := strings.Join(line.said, " ")
	t.record.leaveOut(said)
	switch n := len(line.plies); {
	case said == "" || n == 0 && line != t.lines[0]:
		return
	case n == 0:
		t.record.Comment = note(command.ReplaceAllString(said, ""))
	default:
		line.plies[n-1].remark(said)
	}
	line.said = nil
}

// closeCut closes a variation that ended before an illegal move of its own: it keeps
// the moves before that.
func (t *pgnPlayer) closeCut() {
	n := len(t.lines)
	closed, parent := t.lines[n-1], t.lines[n-2]
	t.lines = t.lines[:n-1]
	if len(closed.plies) > 0 {
		t.settle(closed)
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
	t.settle(closed)
	t.lines = t.lines[:n-1]
	if len(closed.plies) == 0 { // a remark in brackets
		parent.said = append(parent.said, closed.said...)
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
	stray := t.strays(line, text)
	switch {
	case stray != nil && !line.placed:
		return stray
	case stray != nil && line.stray != nil && t.even: // the moves of both sides were exchanged
		line.plies = line.plies[:len(line.plies)-1]
		return line.stray
	}
	m, err := notation.ReadRanked(&line.now, text, t.file.lowest, t.file.family)
	switch {
	case err != nil && stray != nil:
		return stray
	case err != nil:
		return refuse(&line.now, line.ply+1, text, err)
	}
	t.settle(line)
	line.before = line.now
	line.now.Do(m)
	line.ply++
	line.numbered, line.slot = false, false
	if line.stray = stray; line.now.Turn() == game.Red { // the full move is complete
		line.placed, line.stray = false, nil
	}
	ply := Ply{Move: m}
	if sign := behindMove.FindStringSubmatch(norm.NFKC.String(text)); sign != nil {
		ply.Mark = parseMark(sign[1])
	}
	line.plies = append(line.plies, ply)
	return nil
}

// numerals says how a Chinese move writes its last number: by the convention of books
// Red's in characters, Black's in digits.
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

// strays returns the refusal of a move with the other side's numerals. Where the numbers of a file say whose move it
// is, it is played nevertheless.
func (t *pgnPlayer) strays(line *openLine, text string) error {
	numerals := numeralsOf(text)
	if !t.parted || numerals == noNumerals || (numerals == hanNumerals) == (line.now.Turn() == game.Red) {
		return nil
	}
	return refuse(&line.now, line.ply+1, text, ErrNumerals)
}

// numeralsPart reports whether a game, without its variations, may follow that convention: it has both. Many files have
// one for both sides, which says nothing; with about as many of each it does follow it.
func numeralsPart(words []pgnWord) (parted, even bool) {
	var found [3]int
	depth := 0
	for _, w := range words {
		switch {
		case w.kind == anOpening:
			depth++
		case w.kind == aClosing:
			depth--
		case w.kind == aMove && depth == 0:
			found[numeralsOf(w.text)]++
		}
	}
	few, many := min(found[hanNumerals], found[digitNumerals]), max(found[hanNumerals], found[digitNumerals])
	return few > 0, few > 0 && 2*few >= many
}
