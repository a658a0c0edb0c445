package record

import (
	"bytes"
	"fmt"
	"strings"

	"yeye/game/notation"
)

// Read reads the first game of a file of any format that the package knows.
func Read(data []byte) (*Record, error) {
	f, err := Open(data)
	if err != nil {
		return nil, err
	}
	return f.First()
}

// Open takes a file of any format apart into its games.
func Open(data []byte) (*File, error) {
	if len(data) > MaxSize {
		return nil, ErrTooBig
	}
	format, err := recognized(data)
	if err != nil {
		return nil, err
	}
	one := func(read func([]byte) (*Record, error)) (*File, error) {
		r, err := read(data)
		if err != nil {
			return nil, err
		}
		return &File{Format: format, games: []entry{{Heading{Info: r.Info, Result: r.Result}, func() (*Record, error) { return r, nil }}}}, nil
	}
	switch format {
	case XQF:
		return one(ReadXQF)
	case CBR:
		return one(ReadCBR)
	case CBL:
		return openCBL(data)
	}
	return openText(data)
}

func openText(data []byte) (*File, error) {
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	r, format, err := readText(text)
	if err != nil {
		return nil, err
	}
	return &File{Format: format, games: []entry{{Heading{Info: r.Info, Result: r.Result}, func() (*Record, error) { return r, nil }}}}, nil
}

func readText(text string) (*Record, Format, error) {
	if strings.Contains(text, "<"+cbfRoot) {
		r, err := ReadCBF([]byte(text))
		return r, CBF, err
	}
	if strings.Contains(text, "[DhtmlXQ") && !pgnTag.MatchString(text) { // a name in PGN may hold anything
		r, err := ReadDhtmlXQ([]byte(text))
		return r, DhtmlXQ, err
	}
	trimmed := bytes.TrimSpace([]byte(text))
	if len(trimmed) == 0 {
		return nil, "", ErrNoGame
	}
	if trimmed[0] == '[' {
		r, err := ReadPGN(trimmed)
		return r, PGN, err
	}
	if r, err := ReadUCI(trimmed); err == nil {
		return r, UCI, nil
	} else if bytes.HasPrefix(trimmed, []byte("position")) {
		return nil, UCI, err
	}
	r, err := ReadPGN(trimmed)
	if err == nil && len(r.Line) == 0 {
		return nil, "", ErrNoGame
	}
	return r, PGN, err
}

// Formats are the names by which [Write] knows the formats.
var Formats = []string{string(PGN), string(DhtmlXQ), string(UCI), string(XQF)}

// Write writes a record in the format of the given name; moves of PGN in f.
func Write(r *Record, format string, f notation.Family) (string, error) {
	switch Format(format) {
	case PGN:
		return WritePGN(r, f), nil
	case DhtmlXQ:
		return WriteDhtmlXQ(r), nil
	case UCI:
		return WriteUCI(r), nil
	case XQF:
		return string(WriteXQF(r)), nil
	}
	return "", fmt.Errorf("no such format: %q (there are %s)", format, strings.Join(Formats, ", "))
}
