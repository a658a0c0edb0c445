package game

import "errors"

// ErrOver is the error of a move in a finished game.
var ErrOver = errors.New("the game is over")

// Game is a start position, the moves played from it and their outcome. Do not use it while another
// goroutine changes it.
type Game struct {
	rules   Rules
	start   Position
	now     Position
	moves   []Move
	undos   []Undo
	outcome Outcome
}

// NewGame starts a game. The repetition history starts with start.
func NewGame(start Position, rules Rules) *Game {
	g := &Game{rules: rules, start: start, now: start}
	g.outcome = judge(&g.now, nil, nil, rules)
	return g
}

// Play plays a legal move. It refuses an illegal one with an [*IllegalMove], and any move in a
// finished game with [ErrOver]; then nothing changes.
func (g *Game) Play(m Move) error {
	if g.outcome.Over() {
		return ErrOver
	}
	return g.PlayOn(m)
}

// PlayOn is Play for analysis: it also plays on after the rules ended the game by repetition, move limit or material.
// After mate and stalemate there is no legal move.
func (g *Game) PlayOn(m Move) error {
	if err := g.now.Explain(m); err != nil {
		return err
	}
	g.undos = append(g.undos, g.now.Do(m))
	g.moves = append(g.moves, m)
	g.outcome = judge(&g.now, g.moves, g.undos, g.rules)
	return nil
}

// Takeback takes the last move back and reports whether there was one.
func (g *Game) Takeback() bool {
	n := len(g.moves) - 1
	if n < 0 {
		return false
	}
	g.now.Undo(g.moves[n], g.undos[n])
	g.moves, g.undos = g.moves[:n], g.undos[:n]
	g.outcome = judge(&g.now, g.moves, g.undos, g.rules)
	return true
}

// Position returns the current position. The pointer stays valid but its content changes with the
// game. Copy it to keep it, and never change it.
func (g *Game) Position() *Position { return &g.now }

// Start returns the position that the game started from.
func (g *Game) Start() Position { return g.start }

// Moves returns the moves so far. The slice must not be changed.
func (g *Game) Moves() []Move { return g.moves[:len(g.moves):len(g.moves)] }

// Ply is the number of moves played.
func (g *Game) Ply() int { return len(g.moves) }

// Rules returns the game's rules on repetition.
func (g *Game) Rules() Rules { return g.rules }

// Outcome returns how the game ended by the rules of the board, the zero Outcome if it has not.
func (g *Game) Outcome() Outcome { return g.outcome }

// Clone returns an independent copy.
func (g *Game) Clone() *Game {
	c := *g
	c.moves = append([]Move(nil), g.moves...)
	c.undos = append([]Undo(nil), g.undos...)
	return &c
}

// judge returns the outcome of a position and its history. It checks, in this order: no legal move,
// repetition, move limit, material.
func judge(now *Position, moves []Move, undos []Undo, rules Rules) Outcome {
	if !now.HasLegal() {
		won := WinFor(now.Turn().Other())
		if now.InCheck() {
			return Outcome{won, Checkmate}
		}
		return Outcome{won, Stalemate}
	}
	if o := JudgeRepetition(now, moves, undos, rules, RuledOccurrences); o.Over() {
		return o
	}
	if MoveLimitReached(now, moves, undos) {
		return Outcome{Draw, MoveLimit}
	}
	if now.InsufficientMaterial() {
		return Outcome{Draw, Material}
	}
	return Outcome{}
}
