package report

import (
	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/game"
	"yeye/game/record"
)

// Decision is the forced result of a position. The zero Decision means that none is known.
type Decision struct {
	Won    bool
	Side   game.Color
	Moves  int  // of the winner until mate, 0 at mate
	ByRule bool // won by the repetition rules, or delayed only by forbidden repetition; Moves is not used
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

// Chance returns the winning chance to show for a score, in percent: that of [accuracy.Chance], but 0 or 100 for a
// forced result.
func Chance(s ai.Score) float64 {
	switch {
	case s >= ai.RuleBound:
		return 100
	case s <= -ai.RuleBound:
		return 0
	}
	return accuracy.Chance(s)
}

// ruleWinPoints is the evaluation, in centipawns, that game files get for a win by the rules.
const ruleWinPoints = 9999

// Eval returns the evaluation in the form of game files. It is empty if the game is over, because the result says so.
func (p *Position) Eval() record.Eval {
	d := p.Decided()
	sign := 1
	if d.Side == game.Black {
		sign = -1
	}
	switch {
	case d.ByRule:
		return record.Eval{Kind: record.Points, N: sign * ruleWinPoints}
	case d.Won && d.Moves == 0:
		return record.Eval{}
	case d.Won:
		return record.Eval{Kind: record.MateIn, N: sign * d.Moves}
	}
	return record.Eval{Kind: record.Points, N: int(p.Score)}
}
