package record

import (
	"slices"
	"strings"

	"yeye/game"
	"yeye/game/notation"
)

// WriteUCI returns the game as a position line of UCI: only the start and the moves.
func WriteUCI(r *Record) string {
	var b strings.Builder
	b.WriteString("position ")
	if r.startsStandard() {
		b.WriteString("startpos")
	} else {
		b.WriteString("fen " + r.Start.FEN())
	}
	if len(r.Line) > 0 {
		b.WriteString(" moves")
		for _, p := range r.Line {
			b.WriteString(" " + p.Move.String())
		}
	}
	return b.String() + "\n"
}

// firstFields returns at most n words of a text.
func firstFields(text string, n int) (words []string) {
	for word := range strings.FieldsSeq(text) {
		if words = append(words, word); len(words) >= n {
			break
		}
	}
	return words
}

// ReadUCI reads a position line, with or without the word "position"; a FEN alone and a list of moves alone are
// accepted too. The moves are parsed by [PlayList].
func ReadUCI(data []byte) (*Record, error) {
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	first := strings.Join(firstFields(text, 1), "")
	if !strings.Contains(first, "/") && !slices.Contains([]string{"position", "startpos", "fen", "moves"},
		strings.ToLower(first)) && !notation.IsMoveLike(first) {
		return nil, ErrNoGame // checked before splitting a long text
	}
	fields := firstFields(text, MaxPlies+16)
	skip := func(word string) bool {
		if len(fields) > 0 && strings.EqualFold(fields[0], word) {
			fields = fields[1:]
			return true
		}
		return false
	}
	skip("position")
	start := game.Start()
	listed := len(fields) > 0 && notation.IsMoveLike(fields[0])
	if !skip("startpos") && !listed {
		skip("fen")
		n := 0
		for n < len(fields) && n < 6 && fields[n] != "moves" {
			n++
		}
		if n == 0 {
			return nil, ErrNoGame
		}
		if start, err = game.ParseProgramFEN(strings.Join(fields[:n], " ")); err != nil {
			return nil, err
		}
		fields = fields[n:]
	}
	if !skip("moves") && len(fields) > 0 && !listed {
		return nil, ErrNoGame
	}
	r := New(start)
	if len(fields) > MaxPlies {
		return nil, ErrTooBig
	}
	r.Line, _, err = PlayList(start, fields)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// PlayList plays a list of moves in coordinates. lowest is the number of the first rank: 0, or 1 if the moves can be
// played only with ranks from 1 to 10. An error is a [*MoveError].
func PlayList(start game.Position, words []string) (line []Ply, lowest int, err error) {
	if line, err = playAll(start, words, 0); err != nil {
		if again, err1 := playAll(start, words, 1); err1 == nil {
			return again, 1, nil
		}
	}
	return line, 0, err
}

// playAll plays coordinates with ranks counted from lowest.
func playAll(p game.Position, texts []string, lowest int) ([]Ply, error) {
	var line []Ply
	for i, t := range texts {
		if m, err := game.ParseMove(t); err == nil && lowest == 0 && p.IsLegal(m) {
			p.Do(m)
			line = append(line, Ply{Move: m})
			continue
		}
		m, err := notation.ReadRanked(&p, t, lowest, notation.Coordinates)
		if err != nil {
			return nil, newMoveError(&p, i+1, t, err)
		}
		p.Do(m)
		line = append(line, Ply{Move: m})
	}
	return line, nil
}
