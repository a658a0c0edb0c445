package report

import (
	"yeye/ai"
	"yeye/game"
	"yeye/game/record"
)

// Decision is a value that means a game won. The zero Decision is none.
type Decision struct {
	Won    bool
	Side   game.Color
	Moves  int  // of the winner's to the end, 0 where it has come
	ByRule bool // by what is forbidden on repetition; Moves says nothing
}

// Decided says who has as good as won in the position, if anybody.
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

// mostPoints bounds what files have as the value of a game that the rules decide.
const mostPoints = 9999

// Eval is the value as files have it. There is none where a game has come to its end, which the result tells.
func (p *Position) Eval() record.Eval {
	d := p.Decided()
	sign := 1
	if d.Side == game.Black {
		sign = -1
	}
	switch {
	case d.ByRule:
		return record.Eval{Kind: record.Points, N: sign * mostPoints}
	case d.Won && d.Moves == 0:
		return record.Eval{}
	case d.Won:
		return record.Eval{Kind: record.MateIn, N: sign * d.Moves}
	}
	return record.Eval{Kind: record.Points, N: int(p.Score)}
}
