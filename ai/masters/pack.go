package masters

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"yeye/game"
)

// table holds the moves of all positions. The moves of the position with keys[i] are moves[first[i]:first[i+1]].
type table struct {
	keys  []uint64
	first []int32
	moves []numbers
}

// numbers is the packed form of a move: from, to, games, won by Red, won by Black, without a result, first year minus
// baseYear, and last year minus first year. Most are small, and often equal.
type numbers [8]uint16

// baseYear is below all years in the table.
const baseYear = 1900

func (m *Move) numbers() numbers {
	n := numbers{uint16(m.From()), uint16(m.To()), uint16(m.Games), uint16(m.Red), uint16(m.Black),
		uint16(m.Games - m.Red - m.Draws - m.Black), 0, uint16(m.Last - m.First)}
	if m.First > 0 {
		n[6] = uint16(m.First - baseYear)
	}
	return n
}

func (n *numbers) move() Move {
	m := Move{Move: game.NewMove(game.Square(n[0]), game.Square(n[1])), Games: int(n[2]), Red: int(n[3]),
		Black: int(n[4])}
	m.Draws = m.Games - m.Red - m.Black - int(n[5])
	if n[6] > 0 {
		m.First = int(n[6]) + baseYear
		m.Last = m.First + int(n[7])
	}
	return m
}

// Pack reads a table as text and returns it in the form that [At] reads. A line has eight fields separated by tabs: a
// position (board and side to move), a move, the games, those won by Red, drawn, won by Black, and the years of the
// first and the last, which may be empty. Lines that start with # are skipped. Errors are illegal moves, duplicate
// moves, also as mirror images, and inconsistent counts.
func Pack(text io.Reader) ([]byte, error) {
	pages := map[uint64][]Move{}
	boards := map[uint64]string{} // detects different positions with the same key
	lines := bufio.NewScanner(text)
	for n := 1; lines.Scan(); n++ {
		if line := lines.Text(); line != "" && line[0] != '#' {
			if err := addLine(pages, boards, line); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	t := table{first: []int32{0}}
	for key := range pages {
		t.keys = append(t.keys, key)
	}
	slices.Sort(t.keys)
	for _, key := range t.keys {
		page := pages[key]
		slices.SortFunc(page, func(a, b Move) int { return cmp.Or(b.Games-a.Games, cmp.Compare(a.Move, b.Move)) })
		for i := range page {
			t.moves = append(t.moves, page[i].numbers())
		}
		t.first = append(t.first, int32(len(t.moves)))
	}
	return t.pack()
}

// addLine adds a line of text to the moves of its position.
func addLine(pages map[uint64][]Move, boards map[uint64]string, line string) error {
	p, m, err := parse(line)
	if err != nil {
		return err
	}
	at := canonicalKeyOf(&p)
	if at.mirrored {
		p, m.Move = p.Mirror(), m.Mirror()
	}
	board := placementAndSide(&p)
	if known, ok := boards[at.key]; ok && known != board {
		return fmt.Errorf("%s has the key of %s", board, known)
	}
	boards[at.key] = board
	same := func(o Move) bool { return o.Move == m.Move || at.symmetric && o.Mirror() == m.Move }
	if slices.ContainsFunc(pages[at.key], same) {
		return fmt.Errorf("%s stands there twice", m.Move)
	}
	pages[at.key] = append(pages[at.key], m)
	return nil
}

// placementAndSide returns the first two fields of a position's FEN.
func placementAndSide(p *game.Position) string {
	fields := strings.Fields(p.FEN())
	return fields[0] + " " + fields[1]
}

// parse reads a line of the text.
func parse(line string) (p game.Position, m Move, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 8 {
		return p, m, fmt.Errorf("it has %d fields, not 8", len(fields))
	}
	if p, err = game.ParseFEN(fields[0]); err != nil {
		return p, m, err
	}
	if m.Move, err = game.ParseMove(fields[1]); err != nil {
		return p, m, err
	}
	if err := p.Explain(m.Move); err != nil {
		return p, m, err
	}
	for i, n := range []*int{&m.Games, &m.Red, &m.Draws, &m.Black, &m.First, &m.Last} {
		field := fields[2+i]
		if field == "" && n == &m.First || field == "" && n == &m.Last {
			continue
		}
		if *n, err = strconv.Atoi(field); err != nil || *n < 0 || *n > math.MaxUint16 {
			return p, m, fmt.Errorf("%q is not a count", field)
		}
	}
	if m.Games < m.Red+m.Draws+m.Black || m.Last < m.First || m.First <= baseYear && m.Last > 0 {
		return p, m, fmt.Errorf("these counts cannot be: %s", strings.Join(fields[2:], " "))
	}
	return p, m, nil
}

// pack writes a table column by column, since numbers of a column compress better together: the keys as differences,
// the number of moves of each position, and the columns of the moves.
func (t *table) pack() ([]byte, error) {
	raw := binary.AppendUvarint(nil, uint64(len(t.keys)))
	raw = binary.AppendUvarint(raw, uint64(len(t.moves)))
	last := uint64(0)
	for _, key := range t.keys {
		raw = binary.AppendUvarint(raw, key-last)
		last = key
	}
	for i := range t.keys {
		raw = binary.AppendUvarint(raw, uint64(t.first[i+1]-t.first[i]))
	}
	for kind := range len(numbers{}) {
		for i := range t.moves {
			raw = binary.AppendUvarint(raw, uint64(t.moves[i][kind]))
		}
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err == nil {
		_, err = w.Write(raw)
	}
	if err == nil {
		err = w.Close()
	}
	return out.Bytes(), err
}

var errTruncated = errors.New("the table of masters' moves is torn")

// unpack reads what pack wrote.
func unpack(data []byte) (*table, error) {
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(data)))
	if err != nil {
		return nil, err
	}
	truncated := false
	next := func() uint64 {
		n, size := binary.Uvarint(raw)
		if size <= 0 {
			truncated = true
			return 0
		}
		raw = raw[size:]
		return n
	}
	positions, moves := next(), next()
	if truncated || positions > uint64(len(raw)) || moves > uint64(len(raw)) {
		return nil, errTruncated
	}
	t := &table{keys: make([]uint64, positions), first: make([]int32, positions+1), moves: make([]numbers, moves)}
	last := uint64(0)
	for i := range t.keys {
		last += next()
		t.keys[i] = last
	}
	for i := range t.keys {
		t.first[i+1] = t.first[i] + int32(next())
	}
	for kind := range len(numbers{}) {
		for i := range t.moves {
			t.moves[i][kind] = uint16(next())
		}
	}
	if truncated || len(raw) > 0 || int(t.first[positions]) != len(t.moves) {
		return nil, errTruncated
	}
	return t, nil
}
