package puzzlesbot

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	collection "yeye/ai/puzzle"
	"yeye/bot/feature/puzzles"
	"yeye/bot/id"
	"yeye/game"
)

// attempt is the state of an attempt at a puzzle. It is not stored: the controls carry all of it.
type attempt struct {
	hints  int // number of hints given in this position
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

// progress is an attempt at a puzzle after ply plies of its solution.
type progress struct {
	collection.Puzzle
	attempt
	ply  int
	name string // the puzzle's id, if Line has been replaced by the line that was played
	over bool   // the solver only steps through the line
	next bool   // it follows another puzzle, whose page has explained how to move
}

// subject returns the puzzle's id as the id of a control.
func (p *progress) subject() id.Match { return id.Match(p.ID()) }

// ID returns the puzzle's id.
func (p *progress) ID() string {
	return cmp.Or(p.name, p.Puzzle.ID())
}

// counts reports whether a first try counts for the solver's rating.
func (p *progress) counts() bool { return p.mode == (mode{}) || p.mode.day > 0 }

// endedBy returns the progress at the end of a puzzle that was solved by a move, which may be another mate than the
// line's.
func (p *progress) endedBy(m game.Move) progress {
	end := *p
	end.name, end.Line = p.ID(), append(p.Line[:p.ply:p.ply], m)
	end.ply = len(end.Line)
	return end
}

// game returns the game after the first ply plies of the line.
func (p *progress) game() *game.Game {
	g := game.NewGame(p.Start, game.Asian)
	for _, m := range p.Line[:p.ply] {
		_ = g.PlayOn(m) // the line of a puzzle was played when it was read
	}
	return g
}

// fullGame returns the game after the whole line.
func (p *progress) fullGame() *game.Game {
	end := *p
	end.ply = len(p.Line)
	return end.game()
}

// solutionMove returns the line's next move, which the solver has to find.
func (p *progress) solutionMove() game.Move { return p.Line[p.ply] }

// The hints of a position, in the order in which they are given.
const (
	hintNone  = iota
	hintPiece // the kind of piece, if several of that kind can move
	hintPoint // the piece
	hintIdea  // the piece and the theme, if a theme explains the puzzle
	hintMove
)

// idea is the theme of a puzzle that a hint explains: a tactic, or else how it ends; "" for none.
func (p *progress) idea() (idea collection.Theme) {
	for _, t := range p.Themes() {
		if collection.IsTactical(t) && (idea == "" || isFinish(idea) && !isFinish(t)) {
			idea = t
		}
	}
	return idea
}

// hint returns the last hint that was given in this position.
func (p *progress) hint() int {
	steps := []int{hintNone}
	at := p.game().Position()
	if p.ambiguousPiece(at) {
		steps = append(steps, hintPiece)
	}
	steps = append(steps, hintPoint)
	if p.ply == 0 && p.idea() != "" { // it is a hint for the first move only
		steps = append(steps, hintIdea)
	}
	steps = append(steps, hintMove)
	return steps[min(p.hints, len(steps)-1)]
}

// ambiguousPiece reports whether more than one piece of the kind that has to move can move.
func (p *progress) ambiguousPiece(at *game.Position) bool {
	from := p.solutionMove().From()
	return slices.ContainsFunc(at.LegalMoves(nil),
		func(m game.Move) bool { return at.At(m.From()) == at.At(from) && m.From() != from })
}

// stalemates reports whether a puzzle ends with a side that cannot move and is not in check.
func (p *progress) stalemates() bool { return !p.fullGame().Position().InCheck() }
