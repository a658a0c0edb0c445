package puzzle

import (
	"fmt"
	"strconv"
	"strings"

	collection "yeye/ai/puzzle"
	"yeye/bot/puzzles"
	"yeye/game"
)

// attempt is the state of somebody's attempt at a puzzle: the controls carry all of it.
type attempt struct {
	hints  int // had in this position
	helped bool
	failed bool // a wrong move was tried
	wish   puzzles.Wish
	chosen game.Square // the piece to move, game.NoSquare if none yet
	mode   mode
}

// String encodes the attempt like "1.hf.-300.fork.b0", with the mode after it if there is one.
func (a attempt) String() string {
	marks := ""
	if a.helped {
		marks += "h"
	}
	if a.failed {
		marks += "f"
	}
	chosen := ""
	if a.chosen != game.NoSquare {
		chosen = a.chosen.String()
	}
	text := fmt.Sprintf("%d.%s.%d.%s.%s", a.hints, marks, a.wish.Harder, a.wish.Theme, chosen)
	if m := a.mode.String(); m != "" {
		text += "." + m
	}
	return text
}

// parseAttempt reads what String writes.
func parseAttempt(text string) (a attempt, ok bool) {
	f := strings.Split(text, ".")
	if len(f) == 6 {
		var ok bool
		if a.mode, ok = parseMode(f[5]); !ok {
			return a, false
		}
	} else if len(f) != 5 {
		return a, false
	}
	var err error
	if a.hints, err = strconv.Atoi(f[0]); err != nil || a.hints < 0 {
		return a, false
	}
	a.helped, a.failed = strings.Contains(f[1], "h"), strings.Contains(f[1], "f")
	if a.wish.Harder, err = strconv.Atoi(f[2]); err != nil {
		return a, false
	}
	a.wish.Theme, a.chosen = collection.Theme(f[3]), game.NoSquare
	if f[4] != "" {
		if a.chosen, err = game.ParseSquare(f[4]); err != nil {
			return a, false
		}
	}
	return a, true
}

// place is an attempt at a puzzle after so many plies of its line.
type place struct {
	collection.Puzzle
	attempt
	ply int
}

// game returns the puzzle up to the place, as a game.
func (p *place) game() *game.Game {
	g := game.NewGame(p.Start, game.Asian)
	for _, m := range p.Line[:p.ply] {
		_ = g.PlayOn(m) // the line of a puzzle was played when it was read
	}
	return g
}

// want returns the move to be found.
func (p *place) want() game.Move { return p.Line[p.ply] }
