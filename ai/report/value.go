package report

import (
	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/game"
	"yeye/game/record"
)

// Decision is the outcome of a decided score. The zero Decision means none.
type Decision struct {
	Won    bool
	Side   game.Color
	Moves  int  // of the winner to the end, 0 if it is reached
	ByRule bool // only repetition that the rules forbid puts off the end, or has brought it; Moves is not used
}

// Decided returns which side wins by force or by the rules in the position, if one does.
func (p *Position) Decided() Decision {
	side := game.Red
	if p.Score < 0 {
		side = game.Black
	}
	moves, mate := p.Score.Mate()
	switch {
	case mate:
		return Decision{Won: true, Side: side, Moves: max(moves, -moves)}
	case p.Score >= ai.RuleBound || p.Score <= -ai.RuleBound:
		return Decision{Won: true, Side: side, ByRule: true}
	}
	return Decision{}
}

// Chance returns the winning chance to show for a score, in percent: that of [accuracy.Chance], but
// certain where the game is decided.
func Chance(s ai.Score) float64 {
	switch {
	case s >= ai.RuleBound:
		return 100
	case s <= -ai.RuleBound:
		return 0
	}
	return accuracy.Chance(s)
}

// maxPoints limits the value that files give to a game decided by the rules.
const maxPoints = 9999

// Eval returns the value in the form of game files. There is none where the game
// is over, which the result says.
func (p *Position) Eval() record.Eval {
	d := p.Decided()
	sign := 1
	if d.Side == game.Black {
		sign = -1
	}
	switch {
	case d.ByRule:
		return record.Eval{Kind: record.Points, N: sign * maxPoints}
	case d.Won && d.Moves == 0:
		return record.Eval{}
	case d.Won:
		return record.Eval{Kind: record.MateIn, N: sign * d.Moves}
	}
	return record.Eval{Kind: record.Points, N: int(p.Score)}
}
