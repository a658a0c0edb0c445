package jieqi

import "yeye/game"

const (
	// MoveLimitPlies is the number of plies without a capture and without a piece turned over, 40 moves by each side,
	// after which a game is drawn.
	MoveLimitPlies = 80
	// MoveLimitWarnPlies is the number of such plies after which players should be warned.
	MoveLimitWarnPlies = 60
)

// Ply is a move and what it revealed.
type Ply struct {
	Move game.Move
	// Turned is the role of a piece that was turned over, NoRole if the moved piece was open.
	Turned game.Role
	// Taken is the captured piece, NoRole if there was no capture. Dark means that it was captured face down, so that
	// only the captor knows it.
	Taken game.Role
	Dark  bool
}

// Game is the referee of a game: it knows the deal. Do not use it while another goroutine changes it.
type Game struct {
	deal    Deal
	start   Position
	now     Position
	plies   []Ply
	undos   []Undo
	outcome game.Outcome
}

// NewGame starts a game with the given deal. In a deal from a record, pieces that were never seen
// may be NoRole, except those that move.
func NewGame(d Deal) *Game { return NewGameFrom(Start(), d) }

// NewGameFrom is NewGame for a game that starts from another position. Only the deal's entries for its face-down pieces
// are used.
func NewGameFrom(start Position, d Deal) *Game {
	g := &Game{deal: d, start: start, now: start}
	g.outcome = g.judge()
	return g
}

// Play plays a legal move. It refuses an illegal one with a [*game.IllegalMove], and any move in a
// finished game with [game.ErrOver]; then nothing changes.
func (g *Game) Play(m game.Move) error {
	if g.outcome.Over() {
		return game.ErrOver
	}
	if err := g.now.Explain(m); err != nil {
		return err
	}
	p := Ply{Move: m}
	from, to := m.From(), m.To()
	if g.now.Dark(from) {
		p.Turned = g.deal.At(from)
	}
	if taken := g.now.At(to); taken != game.NoPiece {
		if p.Taken, p.Dark = taken.Role(), g.now.Dark(to); p.Dark {
			p.Taken = g.deal.At(to)
		}
	}
	g.undos = append(g.undos, g.now.Do(m, p.Turned))
	g.plies = append(g.plies, p)
	g.outcome = g.judge()
	return nil
}

// Takeback takes the last move back and reports whether there was one. A player who has seen a piece still knows it, so
// callers decide whether a move may be taken back.
func (g *Game) Takeback() bool {
	n := len(g.plies) - 1
	if n < 0 {
		return false
	}
	g.now.Undo(g.plies[n].Move, g.undos[n])
	g.plies, g.undos = g.plies[:n], g.undos[:n]
	g.outcome = g.judge()
	return true
}

// Deal returns the deal. It is for the referee only, and public once the game is over.
func (g *Game) Deal() Deal { return g.deal }

// Start returns the position that the game started from.
func (g *Game) Start() Position { return g.start }

// Position returns the current position. The pointer stays valid but its content changes with the
// game. Copy it to keep it, and never change it.
func (g *Game) Position() *Position { return &g.now }

// Plies returns the moves so far with everything they revealed. They are for the referee only, and public once the game
// is over. The slice must not be changed.
func (g *Game) Plies() []Ply { return g.plies[:len(g.plies):len(g.plies)] }

// Outcome returns how the game ended by the rules of the board.
func (g *Game) Outcome() game.Outcome { return g.outcome }

// Clone returns an independent copy.
func (g *Game) Clone() *Game {
	c := *g
	c.plies = append([]Ply(nil), g.plies...)
	c.undos = append([]Undo(nil), g.undos...)
	return &c
}

// judge returns the outcome of the current position and its history. It checks, in this order: no
// legal move, repetition, move limit, material.
func (g *Game) judge() game.Outcome {
	p := &g.now
	switch {
	case !p.HasLegal() && p.InCheck():
		return game.Outcome{Result: game.WinFor(p.turn.Other()), Method: game.Checkmate}
	case !p.HasLegal():
		return game.Outcome{Result: game.WinFor(p.turn.Other()), Method: game.Stalemate}
	}
	if o := g.repetition(game.RuledOccurrences); o.Over() {
		return o
	}
	switch {
	case p.halfmoveClock >= MoveLimitPlies:
		return game.Outcome{Result: game.Draw, Method: game.MoveLimit}
	case p.Occupied().Count() == 2:
		return game.Outcome{Result: game.Draw, Method: game.Material}
	}
	return game.Outcome{}
}

// repetition rules on a position that has occurred that many times: a side that has given check with every move since
// the first occurrence loses, unless both have. The zero Outcome means fewer occurrences.
func (g *Game) repetition(occurrences int) game.Outcome {
	first := len(g.undos)
	for i := len(g.undos) - 1; i >= 0 && occurrences > 1; i-- {
		if g.undos[i].wasDark || g.undos[i].taken != game.NoPiece {
			break
		}
		if g.undos[i].key == g.now.key {
			first = i
			occurrences--
		}
	}
	if occurrences > 1 {
		return game.Outcome{}
	}
	checks := [2]bool{true, true}
	p := g.now
	for i := len(g.plies) - 1; i >= first; i-- {
		by := p.turn.Other()
		checks[by] = checks[by] && p.InCheck()
		p.Undo(g.plies[i].Move, g.undos[i])
	}
	switch {
	case checks[game.Red] && checks[game.Black]:
		return game.Outcome{Result: game.Draw, Method: game.MutualCheck}
	case checks[game.Red]:
		return game.Outcome{Result: game.BlackWins, Method: game.PerpetualCheck}
	case checks[game.Black]:
		return game.Outcome{Result: game.RedWins, Method: game.PerpetualCheck}
	}
	return game.Outcome{Result: game.Draw, Method: game.Repetition}
}

// Warning returns the ruling that would follow if both sides continued as they have since the
// current position last occurred, so that players can be warned at its second occurrence. The zero
// Outcome means that nothing is repeating.
func (g *Game) Warning() game.Outcome {
	if g.outcome.Over() {
		return game.Outcome{}
	}
	return g.repetition(game.RuledOccurrences - 1)
}

// Would returns the outcome that would follow at once if m were played, the zero Outcome if the
// game would continue or m is not legal. It never depends on hidden pieces: if m turns a piece over
// that may give mate, it is the zero Outcome.
func (g *Game) Would(m game.Move) game.Outcome {
	if g.outcome.Over() || !g.now.IsLegal(m) || g.now.Dark(m.From()) {
		return game.Outcome{}
	}
	c := g.Clone()
	if err := c.Play(m); err != nil {
		return game.Outcome{}
	}
	return c.outcome
}

// Risk returns what [Game.Would] returns, or else the loss by repetition that the opponent could
// bring about with the next move, as in [game.Game.Risk]. It never depends on hidden pieces,
// because a move that turns over or captures one repeats nothing.
func (g *Game) Risk(m game.Move) game.Outcome {
	if o := g.Would(m); o.Over() || !g.now.IsLegal(m) || g.now.Dark(m.From()) || g.now.At(m.To()) != game.NoPiece {
		return o
	}
	c := g.Clone()
	if err := c.Play(m); err != nil {
		return game.Outcome{}
	}
	var buf [MaxMoves]game.Move
	for _, reply := range c.now.LegalMoves(buf[:0]) {
		if c.now.Dark(reply.From()) || c.now.At(reply.To()) != game.NoPiece {
			continue
		}
		if err := c.Play(reply); err != nil {
			continue
		}
		o := c.outcome
		if c.Takeback(); o.Method == game.PerpetualCheck && o.Result == game.WinFor(g.now.turn.Other()) {
			return o
		}
	}
	return game.Outcome{}
}
