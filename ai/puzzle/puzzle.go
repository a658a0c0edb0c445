// Package puzzle holds the collection of puzzles: positions from games in which one move at each step wins or saves the
// game, with their solutions, ratings and themes.
//
// A puzzle is stored as one line of text. The ID, the mating pattern and the themes follow from position and solution
// and are not stored.
//
// Package mine finds puzzles. Out of scope: searches, people, words.
package puzzle

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"yeye/game"
)

// Kind is the solver's goal.
type Kind string

const (
	Mate Kind = "M" // mate or stalemate, as fast as possible at each step
	Win  Kind = "A" // a decisive advantage
	Save Kind = "D" // avoid losing
)

// MaxMoves is the largest number of the solver's moves.
const MaxMoves = 7

// Puzzle is one puzzle. The solver makes the first and the last move.
type Puzzle struct {
	Kind      Kind
	Start     game.Position
	Line      []game.Move // of both sides
	Rating    int         // 0 if not graded
	Deviation int
	Withdrawn bool // no longer offered, but players who have started it can finish it
}

// Moves returns the number of the solver's moves.
func (p Puzzle) Moves() int { return (len(p.Line) + 1) / 2 }

// IsFreeCapture reports whether a puzzle is just the capture of an unprotected piece.
func (p Puzzle) IsFreeCapture() bool {
	return p.Kind == Win && p.Moves() == 1 && solve(p).isFreeCapture()
}

// ID returns the ID of a puzzle: eight characters, the same for a position and its mirror image, and for all solutions
// with the same first move.
func (p Puzzle) ID() string {
	fen, first := canonical(p.Start, p.Line[0])
	sum := sha256.Sum256([]byte(fen + " " + first.String()))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}

// canonical returns the FEN (pieces and side only) and first move of a position or of its mirror image, whichever sorts
// first.
func canonical(p game.Position, m game.Move) (string, game.Move) {
	image := p.Mirror()
	own, other := withoutCounters(p.FEN()), withoutCounters(image.FEN())
	switch mm := m.Mirror(); {
	case other < own, other == own && mm.String() < m.String():
		return other, mm
	default:
		return own, m
	}
}

// withoutCounters returns the first two fields of a FEN.
func withoutCounters(fen string) string {
	fields := strings.Fields(fen)
	return fields[0] + " " + fields[1]
}

// Mirrored returns the mirror image of a puzzle. It has the same ID.
func (p Puzzle) Mirrored() Puzzle {
	m := p
	m.Start, m.Line = p.Start.Mirror(), make([]game.Move, len(p.Line))
	for i, one := range p.Line {
		m.Line[i] = one.Mirror()
	}
	return m
}

// String returns the line that [Parse] reads: kind, position, line, rating and deviation, separated by tabs. A minus
// sign precedes the kind of a withdrawn puzzle.
func (p Puzzle) String() string {
	kind := string(p.Kind)
	if p.Withdrawn {
		kind = "-" + kind
	}
	return fmt.Sprintf("%s\t%s\t%s\t%d\t%d", kind, withoutCounters(p.Start.FEN()), game.MovesText(p.Line), p.Rating,
		p.Deviation)
}

var errFields = errors.New("puzzle: want kind, position, line, rating and deviation with tabs between")

// Parse reads the line that String returns. Illegal moves are an error.
func Parse(line string) (Puzzle, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 5 {
		return Puzzle{}, errFields
	}
	kind, withdrawn := strings.CutPrefix(fields[0], "-")
	p := Puzzle{Kind: Kind(kind), Withdrawn: withdrawn}
	if p.Kind != Mate && p.Kind != Win && p.Kind != Save {
		return Puzzle{}, fmt.Errorf("puzzle: no kind %q", fields[0])
	}
	var err error
	if p.Start, err = game.ParseFEN(fields[1]); err != nil {
		return Puzzle{}, fmt.Errorf("puzzle: %w", err)
	}
	g := game.NewGame(p.Start, game.Asian)
	for text := range strings.FieldsSeq(fields[2]) {
		m, err := game.ParseMove(text)
		if err != nil {
			return Puzzle{}, fmt.Errorf("puzzle: %w", err)
		}
		if err := g.PlayOn(m); err != nil {
			return Puzzle{}, fmt.Errorf("puzzle: move %s: %w", text, err)
		}
		p.Line = append(p.Line, m)
	}
	if len(p.Line)%2 == 0 || p.Moves() > MaxMoves {
		return Puzzle{}, fmt.Errorf("puzzle: a line of %d plies", len(p.Line))
	}
	if p.Rating, err = strconv.Atoi(fields[3]); err != nil {
		return Puzzle{}, fmt.Errorf("puzzle: rating: %w", err)
	}
	if p.Deviation, err = strconv.Atoi(fields[4]); err != nil {
		return Puzzle{}, fmt.Errorf("puzzle: deviation: %w", err)
	}
	return p, nil
}
