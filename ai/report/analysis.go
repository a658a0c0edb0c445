package report

import (
	"encoding"
	"errors"
	"fmt"
	"strings"

	"yeye/ai"
	"yeye/game"
)

// Version is that of the stored form of an [Analysis]. It rises when what an
// older one holds can no longer be gone on with.
const Version = 1

// ErrOther is the refusal of an analysis of another game, or of another version.
var ErrOther = errors.New("the analysis is not of this game")

// Pass is how well a position was looked at.
type Pass uint8

const (
	Unseen Pass = iota
	Quick
	Deep
	Proven
)

// Place is a position of a game and what the engine says of it.
type Place struct {
	Pass  Pass     `json:"p"`
	Score ai.Score `json:"s"` // for the side to move
	Line  Line     `json:"l"` // the best move and what is expected after it
}

// Analysis is what is known of a game so far. Its JSON is meant to be stored.
type Analysis struct {
	Version int     `json:"version"`
	Game    uint64  `json:"game"`   // identifies start, moves and rules
	Places  []Place `json:"places"` // before the first move, and after each
}

// Begin is the analysis of a game of which nothing is known yet.
func Begin(g *game.Game) Analysis {
	return Analysis{Version: Version, Game: identity(g), Places: make([]Place, g.Ply()+1)}
}

// Fits is nil if a is an analysis of g that can be gone on with, else [ErrOther].
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

// Line is moves one after another; as text they are in coordinates, with blanks
// between them.
type Line []game.Move

var (
	_ encoding.TextMarshaler   = Line{}
	_ encoding.TextUnmarshaler = &Line{}
)

// MarshalText is like "h2e2 h9g7".
func (l Line) MarshalText() ([]byte, error) {
	texts := make([]string, len(l))
	for i, m := range l {
		texts[i] = m.String()
	}
	return []byte(strings.Join(texts, " ")), nil
}

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

// replay is the game before its move number ply, from 0. It goes past ends by
// the rules of repetition as the players did where they were not applied.
func replay(g *game.Game, ply int) (*game.Game, error) {
	r := game.NewGame(g.Start(), g.Rules())
	for _, m := range g.Moves()[:ply] {
		if err := r.PlayOn(m); err != nil {
			return nil, err
		}
	}
	return r, nil
}
