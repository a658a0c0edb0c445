package game

import "slices"

// Result is the state or result of a game.
type Result uint8

const (
	Ongoing Result = iota
	RedWins
	BlackWins
	Draw
)

var resultNames = [...]string{"*", "1-0", "0-1", "1/2-1/2"}

// String is "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string { return resultNames[r&3] }

// ParseResult reads what String writes.
func ParseResult(t string) (Result, bool) { return parseName[Result](resultNames[:], t) }

// parseName returns the index of a name; false if it is not among them.
func parseName[T ~uint8](names []string, t string) (T, bool) {
	i := slices.Index(names, t)
	return T(max(i, 0)), i >= 0
}

// WinFor returns the result in which c wins.
func WinFor(c Color) Result { return RedWins + Result(c) }

// Winner returns the winning side, if one has won.
func (r Result) Winner() (Color, bool) { return Color(r - RedWins), r == RedWins || r == BlackWins }

// Score is a result for one of the sides, in half points.
type Score int8

const (
	NoResult Score = iota - 1
	Lost
	Drawn
	Won
)

// For returns the score of a side.
func (r Result) For(c Color) Score {
	winner, won := r.Winner()
	switch {
	case r == Draw:
		return Drawn
	case !won:
		return NoResult
	case winner == c:
		return Won
	}
	return Lost
}

// String is "won", "drawn", "lost" or "no result".
func (s Score) String() string { return [...]string{"no result", "lost", "drawn", "won"}[s+1] }

// Points is 1 for a win, 0.5 for a draw, else 0.
func (s Score) Points() float64 { return float64(max(s, Lost)) / 2 }

// Method says how a game ended.
type Method uint8

const (
	NoMethod Method = iota
	Checkmate
	Stalemate // the side to move has no legal move: it loses
	PerpetualCheck
	PerpetualChase
	MutualCheck // both sides give perpetual check: draw
	MutualChase
	Repetition
	MoveLimit // too many moves without a capture
	Material  // neither side can win
	// The following are decided by people and clocks, not on the board.
	Resignation
	Agreement
	Timeout
	Abandoned
	// The following are decided on the board, by the Chinese rules only.
	PerpetualKill   // a side threatens mate with every move
	PerpetualAttack // a side checks, threatens mate or chases with every move
	MutualAttack    // both sides do: draw
)

var methodNames = [...]string{"", "checkmate", "stalemate", "perpetual-check", "perpetual-chase",
	"mutual-check", "mutual-chase", "repetition", "move-limit", "material",
	"resignation", "agreement", "timeout", "abandoned",
	"perpetual-kill", "perpetual-attack", "mutual-attack"}

// String returns a name in lower case with dashes, "" for NoMethod.
func (m Method) String() string {
	if int(m) < len(methodNames) {
		return methodNames[m]
	}
	return "unknown"
}

// Methods returns every method in the order of the constants, without NoMethod.
func Methods() []Method {
	all := make([]Method, 0, len(methodNames)-1)
	for m := range methodNames[1:] {
		all = append(all, Method(m+1))
	}
	return all
}

// ParseMethod returns the method with a name, as String gives it; false if there is none.
func ParseMethod(name string) (Method, bool) { return parseName[Method](methodNames[:], name) }

// Outcome is a result and its method; the zero Outcome means that the game is not over.
type Outcome struct {
	Result Result
	Method Method
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// Loser returns the losing side, if one has lost.
func (o Outcome) Loser() (Color, bool) {
	c, ok := o.Result.Winner()
	return c.Other(), ok
}

// Rules selects the rules on repetition.
type Rules uint8

const (
	// Asian: perpetual check and perpetual chase lose.
	Asian Rules = iota
	// NoChase: perpetual check loses, any other repetition is a draw.
	NoChase
	// NoRepetition: no repetition ends a game.
	NoRepetition
	// Chinese: a side loses if all of its moves attack, by check, threat of
	// mate or chase of any piece, while the other's do not.
	Chinese
)

var rulesNames = [...]string{"asian", "nochase", "none", "chinese"}

// String is "asian", "nochase", "none" or "chinese".
func (r Rules) String() string {
	if int(r) < len(rulesNames) {
		return rulesNames[r]
	}
	return "unknown"
}

// ParseRules reads what String writes.
func ParseRules(t string) (Rules, bool) { return parseName[Rules](rulesNames[:], t) }
