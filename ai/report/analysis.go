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

// ErrMismatch means that an analysis belongs to another game or another version.
var ErrMismatch = errors.New("the analysis is not of this game")

// Pass says how thoroughly a position was analyzed.
type Pass uint8

const (
	Unsearched Pass = iota
	Quick
	Deep
	Proven
)

// Entry is the engine's result for one position of a game.
type Entry struct {
	Pass  Pass     `json:"p"`
	Score ai.Score `json:"s"` // for the side to move
	Line  Line     `json:"l"` // the best move and its expected continuation
	// Tried is set if the line was extended and other replies to its first move were searched, so that facts can be
	// checked against them. Older analyses have Pass Proven instead.
	Tried bool `json:"t,omitempty"`
	// Alternatives are lines that start with the same move and continue with other replies that are nearly as good.
	// They are set if Tried is.
	Alternatives []Line `json:"a,omitempty"`
}

// repliesTried reports whether other replies were searched, so that facts can be proved.
func (p *Entry) repliesTried() bool { return p.Tried || p.Pass == Proven }

// lines returns the best line and its alternatives as package explain takes them.
func (p *Entry) lines() (line []game.Move, alternatives [][]game.Move) {
	for _, l := range p.Alternatives {
		alternatives = append(alternatives, l)
	}
	return p.Line, alternatives
}

// Analysis holds the engine's results for a game so far. Its JSON is stored.
type Analysis struct {
	Version int     `json:"version"`
	Game    uint64  `json:"game"`   // identifies start, moves and rules
	Entries []Entry `json:"places"` // before the first move, and after each
}

// NewAnalysis returns an empty analysis of a game.
func NewAnalysis(g *game.Game) Analysis {
	return Analysis{Version: Version, Game: gameHash(g), Entries: make([]Entry, g.Ply()+1)}
}

// CheckGame returns nil if a is an analysis of g that can be continued, else [ErrMismatch].
func (a *Analysis) CheckGame(g *game.Game) error {
	if a.Version != Version || a.Game != gameHash(g) || len(a.Entries) != g.Ply()+1 {
		return ErrMismatch
	}
	return nil
}

func gameHash(g *game.Game) uint64 {
	start := g.Start()
	h := start.Key() ^ uint64(g.Rules())<<56
	for _, m := range g.Moves() {
		h = (h ^ uint64(m)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// Line is a sequence of moves. Its text is a list of coordinates separated by spaces.
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
