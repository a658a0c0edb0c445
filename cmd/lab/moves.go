package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"yeye/game"
)

type movesCmd struct {
	Rules string `enum:"asian,nochase,none" default:"asian" help:"Repetition rules: asian, nochase or none."`
}

func (c *movesCmd) Run() error {
	rules, ok := game.ParseRules(c.Rules)
	if !ok {
		return fmt.Errorf("unknown rules %q", c.Rules)
	}
	return answerLines(os.Stdin, os.Stdout, func(line string) string { return answerMoves(line, rules) })
}

type movesAnswer struct {
	FEN     string        `json:"fen"`
	Check   bool          `json:"check"`
	Legal   []string      `json:"legal"`
	Outcome outcomeAnswer `json:"outcome"`
}

type outcomeAnswer struct {
	Result string `json:"result"`
	Method string `json:"method"`
}

// answerMoves answers `FEN` or `FEN<TAB>moves` with the last position.
func answerMoves(line string, rules game.Rules) string {
	fen, moves, _ := strings.Cut(line, "\t")
	p, err := readPosition(fen)
	if err != nil {
		return jsonLine(errorAnswer{err.Error()})
	}
	g := game.NewGame(p, rules)
	for i, text := range strings.Fields(moves) {
		m, err := game.ParseMove(text)
		if err == nil {
			err = g.PlayOn(m)
		}
		if err != nil {
			return jsonLine(errorAnswer{fmt.Sprintf("move %d, %s: %v", i+1, text, err)})
		}
	}
	now := g.Position()
	a := movesAnswer{FEN: now.FEN(), Check: now.InCheck(), Legal: []string{}}
	for _, m := range now.LegalMoves(nil) {
		a.Legal = append(a.Legal, m.String())
	}
	slices.Sort(a.Legal)
	o := g.Outcome()
	a.Outcome = outcomeAnswer{o.Result.String(), o.Method.String()}
	return jsonLine(a)
}
