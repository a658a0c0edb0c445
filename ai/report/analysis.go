package report

import (
	"encoding"
	"errors"
	"fmt"
	"strings"

	"yeye/ai"
	"yeye/game"
)

// Version is the format version of a stored [Analysis]. It is raised when an older one can no longer be continued.
const Version = 1

// ErrOther means that an analysis is of another game or version.
var ErrOther = errors.New("the analysis is not of this game")

// Pass says how thoroughly a position was analyzed.
type Pass uint8

const (
	Unseen Pass = iota
	Quick
	Deep
	Proven
)

// Place is a position of a game with the engine's verdict on it.
type Place struct {
	Pass  Pass     `json:"p"`
	Score ai.Score `json:"s"` // for the side to move
	Line  Line     `json:"l"` // the best move and its expected continuation
	// Tried is set if the line was extended and other replies to its first move were searched, so that facts can be
	// proved on it. In older analyses Pass is Proven instead.
	Tried bool `json:"t,omitempty"`
	// Also holds lines of the same first move with other replies that are nearly as good, if they were tried.
	Also []Line `json:"a,omitempty"`
}

// repliesTried reports whether facts can be proved on the place's lines.
func (p *Place) repliesTried() bool { return p.Tried || p.Pass == Proven }

// lines returns the line and the others of its first move, as package explain wants them.
func (p *Place) lines() (line []game.Move, also [][]game.Move) {
	for _, l := range p.Also {
		also = append(also, l)
	}
	return p.Line, also
}

// Analysis holds the engine's results for a game so far. Its JSON is stored.
type Analysis struct {
	Version int     `json:"version"`
	Game    uint64  `json:"game"`   // identifies start, moves and rules
	Places  []Place `json:"places"` // before the first move, and after each
}

// Begin returns an empty analysis of a game.
func Begin(g *game.Game) Analysis {
	return Analysis{Version: Version, Game: identity(g), Places: make([]Place, g.Ply()+1)}
}

// Fits returns nil if a is an analysis of g that can be continued, else
// [ErrOther].
func (a *Analysis) Fits(g *game.Game) error {
	if a.Version != Version || a.Game != identity(g) || len(a.Places) != g.Ply()+1 {
		return ErrOther
	}
	return nil
}

func identity(g *game.Game) uint64 {
	start := g.Start()
	h := start.Key() ^ uint64(g.Rules())<<56
	for _, m := range g.Moves() {
		h = (h ^ uint64(m)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// Line is a sequence of moves; as text they are in coordinates, separated by
// spaces.
type Line []game.Move

var (
	_ encoding.TextMarshaler   = Line{}
	_ encoding.TextUnmarshaler = &Line{}
)

// MarshalText returns text like "h2e2 h9g7".
func (l Line) MarshalText() ([]byte, error) { return []byte(game.MovesText(l)), nil }

// UnmarshalText reads what MarshalText writes.
func (l *Line) UnmarshalText(text []byte) error {
	*l = nil
	for _, f := range strings.Fields(string(text)) {
		m, err := game.ParseMove(f)
		if err != nil {
			return fmt.Errorf("a line of moves: %w", err)
		}
		*l = append(*l, m)
	}
	return nil
}
