package standing

import (
	"time"

	"yeye/ai/character"
	"yeye/bot/match"
)

// Climbs counts a player's wins against the characters without help: by level and odds, including match.Even. Games
// from other positions are neither even nor at odds, and do not count.
type LadderWins [character.Count]map[match.Odds]Wins

// Wins is the number of wins, and the time of the first.
type Wins struct {
	Times int
	First time.Time
}

// add counts wins, of which the first was at that time.
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

// Even returns how often each character was beaten without odds.
func (c *LadderWins) Even() (beaten [character.Count]int) {
	for level, won := range c {
		beaten[level] = won[match.Even].Times
	}
	return beaten
}

// Least returns the least odds at which a character was beaten; ok is false if it never was.
func (c *LadderWins) LeastOdds(level character.Level) (odds match.Odds, ok bool) {
	for _, o := range match.AllOdds() { // from none upward
		if c[level][o].Times > 0 {
			return o, true
		}
	}
	return match.Even, false
}

// Top returns the strongest character beaten even; ok is false if there is none.
func (c *LadderWins) Strongest() (top character.Level, ok bool) {
	for level, won := range c {
		if won[match.Even].Times > 0 {
			top, ok = character.Level(level), true
		}
	}
	return top, ok
}

// Next returns the character to be beaten next: the one above the strongest that was beaten even, from
// [character.FirstRung] on. ok is false at the top.
func (c *LadderWins) Next() (level character.Level, ok bool) {
	level = character.FirstRung
	if top, some := c.Strongest(); some {
		level = max(level, top+1)
	}
	return level, level.Valid()
}

// Rung is a player's place on the ladder of characters: that of the strongest character beaten even, or one above it,
// the higher the smaller the odds were at which a stronger one was beaten. 0 is below the first rung.
type Rung int

// between lists the odds that make rungs between two characters, the highest rung last. Odds of more than a rook make
// none.
var rungOdds = []match.Odds{match.OneRook, match.TwoHorses, match.RightHorse, match.LeftHorse, match.OneCannon,
	match.TwoMoves, match.OneMove}

// rungs is the number of rungs from one character to the next, including one of the two characters' own.
const rungsPerCharacter = 8

// Beaten returns the strongest character beaten even, ok being false if there is none, and the least odds at which a
// stronger one was, match.Even if none was.
func (r Rung) Beaten() (level character.Level, odds match.Odds, ok bool) {
	if step := int(r) % rungsPerCharacter; step > 0 {
		odds = rungOdds[step-1]
	}
	level = character.Level(int(r)/rungsPerCharacter - 1)
	return level, odds, level.Valid()
}

// rung returns a player's rung, and since when.
func (c *LadderWins) rung() (rung Rung, since time.Time) {
	above := 0 // the character above the strongest one beaten even
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
