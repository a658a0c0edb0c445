package standing

import (
	"time"

	"yeye/ai/character"
	"yeye/bot/match"
)

// LadderWins counts a player's wins against characters without help, by level and odds, including match.Even. Games
// from other positions do not count.
type LadderWins [character.Count]map[match.Odds]Wins

// Wins is a number of wins and the time of the first.
type Wins struct {
	Times int
	First time.Time
}

// add adds times wins, the first of them at first.
func (c *LadderWins) add(level character.Level, odds match.Odds, times int, first time.Time) {
	if c[level] == nil {
		c[level] = map[match.Odds]Wins{}
	}
	w := c[level][odds]
	if w.Times == 0 || first.Before(w.First) {
		w.First = first
	}
	w.Times += times
	c[level][odds] = w
}

// Even returns the wins without odds against each character.
func (c *LadderWins) Even() (beaten [character.Count]int) {
	for level, won := range c {
		beaten[level] = won[match.Even].Times
	}
	return beaten
}

// LeastOdds returns the smallest odds at which a character was beaten; ok is false if it never was.
func (c *LadderWins) LeastOdds(level character.Level) (odds match.Odds, ok bool) {
	for _, o := range match.AllOdds() { // from match.Even upward
		if c[level][o].Times > 0 {
			return o, true
		}
	}
	return match.Even, false
}

// Strongest returns the strongest character beaten without odds; ok is false if there is none.
func (c *LadderWins) Strongest() (top character.Level, ok bool) {
	for level, won := range c {
		if won[match.Even].Times > 0 {
			top, ok = character.Level(level), true
		}
	}
	return top, ok
}

// Next returns the next character to beat: the one above Strongest, at least [character.FirstRung]. ok is false at the
// top.
func (c *LadderWins) Next() (level character.Level, ok bool) {
	level = character.FirstRung
	if top, some := c.Strongest(); some {
		level = max(level, top+1)
	}
	return level, level.Valid()
}

// Rung is a player's height on the ladder of characters. Beating a character without odds gives
// (level+1)*rungsPerCharacter; a win at odds over a stronger character adds 1 to len(rungOdds), more for smaller odds.
// 0 means that no win counts.
type Rung int

// rungOdds lists the odds that count as rungs between two characters, from the lowest rung to the highest. Odds larger
// than a rook do not count.
var rungOdds = []match.Odds{match.OneRook, match.TwoHorses, match.RightHorse, match.LeftHorse, match.OneCannon,
	match.TwoMoves, match.OneMove}

// rungsPerCharacter is the number of rungs from one character to the next: those of rungOdds and the character's own.
const rungsPerCharacter = 8

// Beaten decodes a rung: the strongest character beaten without odds, ok being false if none, and the smallest odds at
// which a stronger one was beaten, match.Even if none.
func (r Rung) Beaten() (level character.Level, odds match.Odds, ok bool) {
	if step := int(r) % rungsPerCharacter; step > 0 {
		odds = rungOdds[step-1]
	}
	level = character.Level(int(r)/rungsPerCharacter - 1)
	return level, odds, level.Valid()
}

// rung returns a player's rung, and the time when it was reached.
func (c *LadderWins) rung() (rung Rung, since time.Time) {
	above := 0 // the level above Strongest
	if top, ok := c.Strongest(); ok {
		since = c[top][match.Even].First
		above = int(top) + 1
	}
	step, first := 0, time.Time{}
	for _, won := range c[above:] {
		for i, odds := range rungOdds {
			w := won[odds]
			if w.Times == 0 || i+1 < step || i+1 == step && !w.First.Before(first) {
				continue
			}
			step, first = i+1, w.First
		}
	}
	if first.After(since) {
		since = first
	}
	return Rung(above*rungsPerCharacter + step), since
}
