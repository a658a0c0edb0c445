package record

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"yeye/game"
)

var (
	dhtmlOpen = regexp.MustCompile(`\[DhtmlXQ_([a-z0-9_]{1,40})\]`)
	dhtmlVary = regexp.MustCompile(`^move_([0-9]{1,5})_([0-9]{1,5})_([0-9]{1,5})$`)
	dhtmlNote = regexp.MustCompile(`^comment(?:([0-9]{1,5})_)?([0-9]{1,5})$`)
)

// dhtmlEnd matches the end of a block, whichever page it was made for.
var dhtmlEnd = regexp.MustCompile(`(?i)\[/DhtmlXQ(?:iFrame|HTML)?\]`)

// openDhtmlXQ parses the fields of a block.
func openDhtmlXQ(text string) *dhtmlFile {
	f := &dhtmlFile{notes: make(map[[2]int]string)}
	for text != "" {
		at := dhtmlOpen.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		key := text[at[2]:at[3]]
		text = text[at[1]:]
		end := strings.Index(text, "[/DhtmlXQ_")
		if end < 0 {
			break
		}
		value := text[:end]
		text = text[end:]
		if closing := "[/DhtmlXQ_" + key + "]"; strings.HasPrefix(text, closing) {
			f.field(key, value)
			text = text[len(closing):]
		} else { // not this field's end: it is skipped, once, so that no text is read twice
			text = text[1:]
		}
	}
	return f
}

// dhtmlFile is a block that is parsed but not yet played.
type dhtmlFile struct {
	any        bool
	heading    Heading
	binit, fen string
	moves      string
	variations []dhtmlVariation
	notes      map[[2]int]string // by line and ply
}

type dhtmlVariation struct {
	parent, ply, id int
	moves           string
}

func (f *dhtmlFile) field(key, value string) {
	f.any = f.any || key == "binit" || key == "movelist" || key == "fen"
	switch key {
	case "binit":
		f.binit = digitsOf(value)
		return
	case "fen":
		f.fen = value
		return
	case "movelist":
		f.moves = digitsOf(value)
		return
	case "result":
		f.heading.Result = dhtmlResult(value)
		return
	}
	if field, ok := asDhtmlXQ[key]; ok {
		*field(&f.heading.Info) = name(value)
		return
	}
	if m := dhtmlVary.FindStringSubmatch(key); m != nil {
		v := dhtmlVariation{number(m[1]), number(m[2]), number(m[3]), digitsOf(value)}
		if v.id == 0 { // some write the game itself this way
			f.any, f.moves = true, v.moves
			return
		}
		f.variations = append(f.variations, v)
		return
	}
	if m := dhtmlNote.FindStringSubmatch(key); m != nil {
		f.notes[[2]int{number(m[1]), number(m[2])}] = note(strings.ReplaceAll(value, "||", "\n"))
	}
}

// number reads digits already known to be few; "" is 0.
func number(t string) int { n, _ := strconv.Atoi(t); return n }

// htmlTag matches the tags that pages put between digits.
var htmlTag = regexp.MustCompile(`<[^<>]{1,40}>`)

func digitsOf(t string) string { return withoutBlanks(htmlTag.ReplaceAllString(t, "")) }

func withoutBlanks(t string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, t)
}

// dhtmlWords are files' words for a result; if a file has several, the first of
// these counts.
var dhtmlWords = []struct {
	result game.Result
	words  []string
}{
	{game.RedWins, []string{"红胜", "紅勝", "红方胜", "紅方勝", "先胜", "先勝", "1-0"}},
	{game.BlackWins, []string{"黑胜", "黑勝", "黑方胜", "黑方勝", "先负", "先負", "0-1"}},
	{game.Draw, []string{"和", "1/2-1/2"}},
}

func dhtmlResult(t string) game.Result {
	switch strings.TrimSpace(t) {
	case "W":
		return game.RedWins
	case "L":
		return game.BlackWins
	case "D":
		return game.Draw
	}
	for _, known := range dhtmlWords {
		if slices.ContainsFunc(known.words, func(w string) bool { return strings.Contains(t, w) }) {
			return known.result
		}
	}
	return game.Ongoing
}

// readBinit places the pieces. Its side to move is Red. An impossible placement is
// [Damaged], at a byte counted within t.
func readBinit(t string) (game.Position, error) {
	if t == "" {
		return game.Start(), nil
	}
	if most := 4 * len(pieceOrder); len(t) != most {
		return game.Position{}, &Damaged{DhtmlXQ, min(len(t), most)}
	}
	var board [game.Ranks][game.Files]byte
	for i := 0; i < len(t); i += 2 {
		if t[i:i+2] == "99" {
			continue
		}
		file, row := int(t[i])-'0', int(t[i+1])-'0'
		if file < 0 || file >= game.Files || row < 0 || row >= game.Ranks || board[row][file] != 0 {
			return game.Position{}, &Damaged{DhtmlXQ, i}
		}
		n := i / 2
		piece := game.NewPiece(game.Color(n/len(pieceOrder)), pieceOrder[n%len(pieceOrder)])
		board[row][file] = piece.Letter()
	}
	var b strings.Builder
	for row := range board {
		if row > 0 {
			b.WriteByte('/')
		}
		for _, letter := range board[row] {
			if letter == 0 {
				letter = '1'
			}
			b.WriteByte(letter)
		}
	}
	// The file does not say which side moves first: it is the side of the first
	// piece moved, and a position in which Black is in check can only be Black's.
	fen := b.String()
	p, err := game.ParseFEN(fen + " w - - 0 1")
	if err != nil {
		if q, err := game.ParseFEN(fen + " b - - 0 1"); err == nil {
			return q, nil
		}
		return game.Position{}, err
	}
	return p, nil
}

func (f *dhtmlFile) start() (game.Position, error) {
	p, err := readBinit(f.binit)
	if err != nil && f.binit != "" {
		return p, err
	}
	if f.fen != "" {
		q, err := game.ParseFEN(f.fen)
		if err != nil {
			return q, err
		}
		if f.binit == "" || placement(&p) == placement(&q) {
			return q, nil
		}
	}
	if len(f.moves) >= 4 && p.Turn() == game.Red {
		if from := dhtmlSquare(f.moves[:2]); from != game.NoSquare && p.At(from) != game.NoPiece && p.At(from).Color() == game.Black {
			return game.ParseFEN(placement(&p) + " b - - 0 1")
		}
	}
	return p, nil
}

func placement(p *game.Position) string {
	text, _, _ := strings.Cut(p.FEN(), " ")
	return text
}

func dhtmlSquare(t string) game.Square {
	return game.SquareAt(int(t[0])-'0', 9-(int(t[1])-'0'))
}

func (f *dhtmlFile) record() (*Record, error) {
	p, err := f.start()
	if err != nil {
		return nil, err
	}
	r := New(p)
	r.Info, r.Result = f.heading.Info, f.heading.Result
	r.Comment = f.notes[[2]int{0, 0}]
	if letters := strings.TrimLeft(f.moves, "0123456789"); letters != "" && unicode.IsLetter(rune(letters[0])) { // of an old engine
		return nil, &Unsupported{DhtmlXQ, 0}
	}
	total := len(f.moves)
	for _, v := range f.variations {
		total += len(v.moves)
	}
	if total/4 > MaxPlies {
		return nil, ErrTooBig
	}
	if r.Line, err = f.play(p, 0, 0, f.moves); err != nil {
		return nil, err
	}
	// A variation's parent has the smaller number in every file seen; sorting
	// makes sure that it is there.
	slices.SortStableFunc(f.variations, func(a, b dhtmlVariation) int { return cmp.Compare(a.id, b.id) })
	lines := map[int]*dhtmlLine{0: newDhtmlLine(p, 0, 0, r.Line)}
	for _, v := range f.variations {
		parent, ok := lines[v.parent]
		at := 0
		if ok {
			at = v.ply - 1 - parent.from
		}
		if !ok || at < 0 || at >= len(parent.plies) || lines[v.id] != nil {
			continue // its parent does not exist
		}
		if parent.depth >= MaxDepth {
			return nil, ErrTooBig
		}
		p := parent.position(at)
		plies, err := f.play(p, v.id, v.ply-1, v.moves)
		if err != nil {
			r.Cut++
		}
		if len(plies) == 0 {
			continue
		}
		lines[v.id] = newDhtmlLine(p, v.ply-1, parent.depth+1, plies)
		parent.plies[at].Variations = append(parent.plies[at].Variations, plies)
	}
	return r, nil
}

// dhtmlLine is a line that has been played; its first move is number from+1 of the
// game.
type dhtmlLine struct {
	from, depth int
	plies       []Ply
	marks       []game.Position // before every dhtmlMark-th ply
}

// dhtmlMark is the distance between saved positions: a file can attach every
// variation to the end of its longest line.
const dhtmlMark = 32

func newDhtmlLine(start game.Position, from, depth int, plies []Ply) *dhtmlLine {
	l := &dhtmlLine{from: from, depth: depth, plies: plies}
	for i, ply := range plies {
		if i%dhtmlMark == 0 {
			l.marks = append(l.marks, start)
		}
		start.Do(ply.Move)
	}
	return l
}

// position returns the position before ply at of the line.
func (l *dhtmlLine) position(at int) game.Position {
	p := l.marks[at/dhtmlMark]
	for _, ply := range l.plies[at-at%dhtmlMark : at] {
		p.Do(ply.Move)
	}
	return p
}

// play plays the moves of line id from p, ply half-moves into the game, as far as they
// can be played.
func (f *dhtmlFile) play(p game.Position, id, ply int, moves string) ([]Ply, error) {
	var line []Ply
	for i := 0; i < len(moves); i += 4 {
		n := ply + i/4 + 1
		text := moves[i:min(i+4, len(moves))]
		if len(text) < 4 {
			return line, refuse(&p, n, text, ErrTruncated)
		}
		from, to := dhtmlSquare(text[:2]), dhtmlSquare(text[2:])
		if from == game.NoSquare || to == game.NoSquare {
			return line, refuse(&p, n, text, fmt.Errorf("these are no points of the board"))
		}
		m := game.NewMove(from, to)
		if err := p.Explain(m); err != nil {
			return line, refuse(&p, n, text, err)
		}
		p.Do(m)
		line = append(line, Ply{Move: m, Comment: f.notes[[2]int{id, n}]})
	}
	return line, nil
}
