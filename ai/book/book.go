package book

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"yeye/game"
)

// Line is a move and its score.
type Line struct {
	Move  game.Move
	Score int // centipawns for the side to move
}

// Book holds positions and the moves worth playing in them. It may be read concurrently.
type Book struct {
	pages map[string]*page // by canonical placement and side to move
}

// page is one position in its canonical orientation.
type page struct {
	path  []game.Move // moves from the start that reach it, as in the file
	moves []Line      // canonical, best first
}

//go:embed book.txt
var embedded string

// Open reads the embedded book.
func Open() (*Book, error) { return Read(strings.NewReader(embedded)) }

// New returns an empty book.
func New() *Book { return &Book{pages: map[string]*page{}} }

// Read reads a book file. It skips empty lines and lines that start with #. An illegal move is an error. A last line
// without a newline is ignored, because its writing was interrupted.
func Read(r io.Reader) (*Book, error) {
	b := New()
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return nil, err
		}
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if err := b.readLine(line); err != nil {
			return nil, fmt.Errorf("line %d of the book: %w", n, err)
		}
	}
}

var errNoBar = errors.New("there is no bar between path and moves")

func (b *Book) readLine(line string) error {
	path, moves, ok := strings.Cut(line, "|")
	if !ok {
		return errNoBar
	}
	p := game.Start()
	var played []game.Move
	for _, text := range strings.Fields(path) {
		m, err := legal(&p, text)
		if err != nil {
			return err
		}
		p.Do(m)
		played = append(played, m)
	}
	words := strings.Fields(moves)
	if len(words)%2 != 0 {
		return fmt.Errorf("%q has no score", words[len(words)-1])
	}
	var lines []Line
	for ; len(words) > 0; words = words[2:] {
		m, err := legal(&p, words[0])
		if err != nil {
			return err
		}
		score, err := strconv.Atoi(words[1])
		if err != nil {
			return fmt.Errorf("the score of %s is %q", m, words[1])
		}
		lines = append(lines, Line{m, score})
	}
	b.add(&p, played, lines)
	return nil
}

func legal(p *game.Position, text string) (game.Move, error) {
	m, err := game.ParseMove(text)
	if err != nil {
		return m, err
	}
	return m, p.Explain(m)
}

// add adds the lines of a position unless the book has it already.
func (b *Book) add(p *game.Position, path []game.Move, lines []Line) bool {
	key, mirrored, _ := canonical(p)
	if b.pages[key] != nil {
		return false
	}
	lines = slices.Clone(lines)
	if mirrored {
		for i := range lines {
			lines[i].Move = lines[i].Move.Mirror()
		}
	}
	slices.SortStableFunc(lines, func(x, y Line) int { return y.Score - x.Score })
	b.pages[key] = &page{path: path, moves: lines}
	return true
}

// canonical returns the same key for a position and its mirror image. mirrored is set if p is the mirror image of the
// canonical position, symmetric if both are the same.
func canonical(p *game.Position) (key string, mirrored, symmetric bool) {
	var plain, mirror [game.Squares + 1]byte
	plain[game.Squares] = byte('r' + p.Turn())
	mirror[game.Squares] = plain[game.Squares]
	for s := range game.Square(game.Squares) {
		plain[s] = byte(p.At(s)) + 'A'
		mirror[s.Mirror()] = plain[s]
	}
	switch c := slices.Compare(plain[:], mirror[:]); {
	case c < 0:
		return string(plain[:]), false, false
	case c > 0:
		return string(mirror[:]), true, false
	}
	return string(plain[:]), false, true
}

// Len returns the number of positions.
func (b *Book) Len() int { return len(b.pages) }

// Has reports whether the book contains a position.
func (b *Book) Has(p *game.Position) bool {
	key, _, _ := canonical(p)
	return b.pages[key] != nil
}

// Moves returns the book's moves in a position, best first.
func (b *Book) Moves(p *game.Position) []Line {
	key, mirrored, _ := canonical(p)
	found := b.pages[key]
	if found == nil {
		return nil
	}
	lines := slices.Clone(found.moves)
	if mirrored {
		for i := range lines {
			lines[i].Move = lines[i].Move.Mirror()
		}
	}
	return lines
}

// A move that is spread centipawns worse than the best is played e times less often.
const scoreSpread = 12

// maxLoss is how much worse than the best, in centipawns, a move may be and still be played.
const maxLoss = 30

// Move draws a move of the position by the seed, better ones more likely; false if the book does not have the position.
// In a symmetric position it returns a move or its mirror image.
func (b *Book) Move(p *game.Position, seed uint64) (game.Move, bool) {
	lines := b.Moves(p)
	if len(lines) == 0 {
		return game.NoMove, false
	}
	random := rand.New(rand.NewPCG(seed, 0x626f6f6b))
	weight := func(l Line) float64 {
		if gap := lines[0].Score - l.Score; gap <= maxLoss {
			return math.Exp(-float64(gap) / scoreSpread)
		}
		return 0
	}
	sum := 0.0
	for _, l := range lines {
		sum += weight(l)
	}
	pick := random.Float64() * sum
	chosen := lines[0].Move
	for _, l := range lines {
		if pick -= weight(l); pick < 0 {
			chosen = l.Move
			break
		}
	}
	if _, _, symmetric := canonical(p); symmetric && random.IntN(2) == 1 {
		chosen = chosen.Mirror()
	}
	return chosen, true
}
