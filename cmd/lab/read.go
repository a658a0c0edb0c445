package main

import (
	"errors"
	"os"
	"strings"

	"yeye/game/notation"
)

type readCmd struct {
	Notation string `enum:"auto,wxf,vi,zh" default:"auto" help:"Notation to try first: auto, wxf, vi or zh."`
}

func (c *readCmd) Run() error {
	prefer, _ := notation.ParseFamily(c.Notation)
	return answerLines(os.Stdin, os.Stdout, func(line string) string { return answerRead(line, prefer) })
}

type refusalAnswer struct {
	Error      string   `json:"error"`
	Candidates []string `json:"candidates"`
}

// answerRead answers `FEN<TAB>text` with the move that text means.
func answerRead(line string, prefer notation.Family) string {
	refuse := func(err error) string {
		a := refusalAnswer{Error: err.Error(), Candidates: []string{}}
		var several *notation.Ambiguous
		var other *notation.Suggestion
		switch {
		case errors.As(err, &several):
			for _, m := range several.Candidates {
				a.Candidates = append(a.Candidates, m.String())
			}
		case errors.As(err, &other):
			a.Candidates = append(a.Candidates, other.Move.String())
		}
		return jsonLine(a)
	}
	fen, text, ok := strings.Cut(line, "\t")
	if !ok {
		return refuse(errors.New("the line is not FEN<TAB>text"))
	}
	p, err := readPosition(fen)
	if err != nil {
		return refuse(err)
	}
	m, err := notation.Read(&p, text, prefer)
	if err != nil {
		return refuse(err)
	}
	return jsonLine(struct {
		Move string `json:"move"`
	}{m.String()})
}
