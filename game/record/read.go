package record

import (
	"bytes"
	"fmt"
	"strings"

	"yeye/game/notation"
)

// Read reads a game file of any format that the package knows.
func Read(data []byte) (*Record, error) {
	if bytes.HasPrefix(data, []byte("XQ")) {
		return ReadXQF(data)
	}
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	if strings.Contains(text, "[DhtmlXQ") && !pgnTag.MatchString(text) { // a name in PGN may hold anything
		return ReadDhtmlXQ([]byte(text))
	}
	trimmed := bytes.TrimSpace([]byte(text))
	if len(trimmed) == 0 {
		return nil, ErrNoGame
	}
	if trimmed[0] == '[' {
		return ReadPGN(trimmed)
	}
	if r, err := ReadUCI(trimmed); err == nil {
		return r, nil
	} else if bytes.HasPrefix(trimmed, []byte("position")) {
		return nil, err
	}
	r, err := ReadPGN(trimmed)
	if err == nil && len(r.Line) == 0 {
		return nil, ErrNoGame
	}
	return r, err
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
