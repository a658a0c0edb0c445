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
	dhtmlOpenTag      = regexp.MustCompile(`\[DhtmlXQ_([a-z0-9_]{1,40})\]`)
	dhtmlVariationKey = regexp.MustCompile(`^move_([0-9]{1,5})_([0-9]{1,5})_([0-9]{1,5})$`)
	dhtmlCommentKey   = regexp.MustCompile(`^comment(?:([0-9]{1,5})_)?([0-9]{1,5})$`)
)

// dhtmlBlockEnd matches the end of a block, whichever page it was made for.
var dhtmlBlockEnd = regexp.MustCompile(`(?i)\[/DhtmlXQ(?:iFrame|HTML)?\]`)

// openDhtmlXQ parses the fields of a block.
func openDhtmlXQ(text string) *dhtmlFile {
	f := &dhtmlFile{comments: make(map[[2]int]string)}
	for text != "" {
		at := dhtmlOpenTag.FindStringSubmatchIndex(text)
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
		} else { // the end tag of another field
			text = text[1:]
		}
	}
	return f
}

// dhtmlFile is a block that is parsed but not yet played.
type dhtmlFile struct {
	hasGame    bool
	heading    Heading
	binit      string // two digits, file and rank from the top, for each piece in pieceOrder; 99 is off the board
	fen        string
	moves      string
	variations []dhtmlVariation
	comments   map[[2]int]string // by line and ply
}

// dhtmlVariation is the field move_PARENT_PLY_ID. Its first move replaces move ply of line parent, counted from 1 at
// the beginning of the game.
type dhtmlVariation struct {
	parent, ply, id int
	moves           string
}

func (f *dhtmlFile) field(key, value string) {
	f.hasGame = f.hasGame || key == "binit" || key == "movelist" || key == "fen"
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
		f.heading.Result = findResult(value)
		return
	}
	if field, ok := dhtmlInfoFields[key]; ok {
		*field(&f.heading.Info) = cleanName(value)
		return
	}
	if m := dhtmlVariationKey.FindStringSubmatch(key); m != nil {
		v := dhtmlVariation{number(m[1]), number(m[2]), number(m[3]), digitsOf(value)}
		if v.id == 0 { // some files write the game itself this way
			f.hasGame, f.moves = true, v.moves
			return
		}
		f.variations = append(f.variations, v)
		return
	}
	if m := dhtmlCommentKey.FindStringSubmatch(key); m != nil {
		f.comments[[2]int{number(m[1]), number(m[2])}] = cleanComment(strings.ReplaceAll(value, "||", "\n"))
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

// readBinit places the pieces. An impossible placement is [Damaged], at a byte counted within t.
func readBinit(t string) (board [game.Squares]game.Piece, err error) {
	if t == "" {
		p := game.Start()
		return p.Setup().Board, nil
	}
	if want := 4 * len(pieceOrder); len(t) != want {
		return board, &Damaged{DhtmlXQ, min(len(t), want)}
	}
	for i := 0; i < len(t); i += 2 {
		if t[i:i+2] == "99" {
			continue
		}
		at := dhtmlSquare(t[i : i+2])
		if at == game.NoSquare || board[at] != game.NoPiece {
			return board, &Damaged{DhtmlXQ, i}
		}
		n := i / 2
		board[at] = game.NewPiece(game.Color(n/len(pieceOrder)), pieceOrder[n%len(pieceOrder)])
	}
	return board, nil
}

// start returns the position before the first move. Most files do not say which side moves.
func (f *dhtmlFile) start() (game.Position, error) {
	board, err := readBinit(f.binit)
	if err != nil {
		return game.Position{}, err
	}
	if f.fen != "" {
		p, err := game.ParseFEN(f.fen)
		if err != nil || f.binit == "" || p.Setup().Board == board {
			return p, err
		}
	}
	first := game.NoMove
	if len(f.moves) >= 4 {
		first = game.NewMove(dhtmlSquare(f.moves[:2]), dhtmlSquare(f.moves[2:4]))
	}
	s := game.Setup{Board: board}
	return startOf(s.Unchecked(), first)
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
	r.Comment = f.comments[[2]int{0, 0}]
	// moves of an old engine
	if letters := strings.TrimLeft(f.moves, "0123456789"); letters != "" && unicode.IsLetter(rune(letters[0])) {
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
	// A variation's parent has the smaller number in every file seen; sorting guarantees that it comes first.
	slices.SortStableFunc(f.variations, func(a, b dhtmlVariation) int { return cmp.Compare(a.id, b.id) })
	lines := map[int]*dhtmlLine{0: newDhtmlLine(p, 0, 0, r.Line)}
	for _, v := range f.variations {
		parent, ok := lines[v.parent]
		at := 0
		if ok {
			at = v.ply - 1 - parent.startPly
		}
		if !ok || at < 0 || at >= len(parent.plies) || lines[v.id] != nil {
			continue // that ply of its parent does not exist or was cut, or the number is taken
		}
		if parent.depth >= MaxDepth {
			return nil, ErrTooBig
		}
		p := parent.positionBefore(at)
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

// dhtmlLine is a line that has been played; its first move is ply startPly+1.
type dhtmlLine struct {
	startPly, depth int
	plies           []Ply
	checkpoints     []game.Position // before every checkpointEvery-th ply
}

// checkpointEvery is the number of plies between saved positions, so that a file with every variation at the end of its
// longest line is read in linear time.
const checkpointEvery = 32

func newDhtmlLine(start game.Position, from, depth int, plies []Ply) *dhtmlLine {
	l := &dhtmlLine{startPly: from, depth: depth, plies: plies}
	for i, ply := range plies {
		if i%checkpointEvery == 0 {
			l.checkpoints = append(l.checkpoints, start)
		}
		start.Do(ply.Move)
	}
	return l
}

// positionBefore returns the position before ply at, counted from 0 within the line.
func (l *dhtmlLine) positionBefore(at int) game.Position {
	p := l.checkpoints[at/checkpointEvery]
	for _, ply := range l.plies[at-at%checkpointEvery : at] {
		p.Do(ply.Move)
	}
	return p
}

// play plays the moves of line id from p, at ply plies of the game, up to the first one that cannot be played.
func (f *dhtmlFile) play(p game.Position, id, ply int, moves string) ([]Ply, error) {
	var line []Ply
	for i := 0; i < len(moves); i += 4 {
		n := ply + i/4 + 1
		text := moves[i:min(i+4, len(moves))]
		if len(text) < 4 {
			return line, newMoveError(&p, n, text, ErrTruncated)
		}
		from, to := dhtmlSquare(text[:2]), dhtmlSquare(text[2:])
		if from == game.NoSquare || to == game.NoSquare {
			return line, newMoveError(&p, n, text, fmt.Errorf("these are no points of the board"))
		}
		m := game.NewMove(from, to)
		if err := p.Explain(m); err != nil {
			return line, newMoveError(&p, n, text, err)
		}
		p.Do(m)
		line = append(line, Ply{Move: m, Comment: f.comments[[2]int{id, n}]})
	}
	return line, nil
}
