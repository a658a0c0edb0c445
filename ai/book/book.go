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

// Line is a move and its worth.
type Line struct {
	Move  game.Move
	Score int // hundredths of a pawn for the side to move
}

// Book is positions with moves worth playing. It is not changed by reading.
type Book struct {
	pages map[string]*page // by canonical placement and side to move
}

// page is one position in its canonical orientation.
type page struct {
	path  []game.Move // that led to it, from the start, as it stood in the file
	moves []Line      // canonical, best first
}

//go:embed book.txt
var grown string

// Open reads the embedded book.
func Open() (*Book, error) { return Read(strings.NewReader(grown)) }

// New is an empty book.
func New() *Book { return &Book{pages: map[string]*page{}} }

// Read reads a book file. Lines that are empty or begin with # are passed over;
// an illegal move anywhere is refused. A last line without its end is left out:
// writing it was broken off.
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
	var way []game.Move
	for _, text := range strings.Fields(path) {
		m, err := legal(&p, text)
		if err != nil {
			return err
		}
		p.Do(m)
		way = append(way, m)
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
	b.add(&p, way, lines)
	return nil
}

func legal(p *game.Position, text string) (game.Move, error) {
	m, err := game.ParseMove(text)
	if err != nil {
		return m, err
	}
	return m, p.Explain(m)
}

// add keeps the lines of a position unless it is known already.
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

// canonical names a position and its mirror image alike, and says whether this
// one is the mirrored of the two, or its own image.
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

// Len is the number of positions.
func (b *Book) Len() int { return len(b.pages) }

// Has reports whether the book knows a position.
func (b *Book) Has(p *game.Position) bool {
	key, _, _ := canonical(p)
	return b.pages[key] != nil
}

// Moves is what the book knows of a position, best first.
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

// spread is how much worse than the best a move is that is played e times less
// often, in hundredths of a pawn.
const spread = 12

// worst is how much worse than the best a move may be to be played at all.
const worst = 30

// Move is a move of the position, the better the likelier, drawn by the seed;
// false when the book does not know the position. A position that is its own
// mirror image gets either of a move and its image.
func (b *Book) Move(p *game.Position, seed uint64) (game.Move, bool) {
	lines := b.Moves(p)
	if len(lines) == 0 {
		return game.NoMove, false
	}
	random := rand.New(rand.NewPCG(seed, 0x626f6f6b))
	weight := func(l Line) float64 {
		if gap := lines[0].Score - l.Score; gap <= worst {
			return math.Exp(-float64(gap) / spread)
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
