package main

import (
	"errors"
	"os"
	"strings"

	"yeye/game/notation"
)

type writeCmd struct{}

func (c *writeCmd) Run() error { return answerLines(os.Stdin, os.Stdout, answerWrite) }

// answerWrite answers `FEN<TAB>move` with the move in every notation.
func answerWrite(line string) string {
	fen, text, ok := strings.Cut(line, "\t")
	if !ok {
		return errorLine(errors.New("the line is not FEN<TAB>move"))
	}
	p, err := readPosition(fen)
	if err != nil {
		return errorLine(err)
	}
	m, err := notation.Read(&p, text, notation.Coordinates)
	if err != nil {
		return errorLine(err)
	}
	var written []string
	for _, f := range []notation.Family{notation.Coordinates, notation.WXF, notation.Chinese, notation.Traditional,
		notation.Vietnamese} {
		written = append(written, notation.Write(&p, m, f))
	}
	return strings.Join(written, "\t")
}
