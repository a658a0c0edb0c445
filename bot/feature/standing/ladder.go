package standing

import (
	"strings"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/view"
)

// climbs is how often a player has won against the characters without help: by level and odds, match.Even among them. Positions of
// the player's own are neither even nor at odds, and no part of it.
type climbs [rating.Levels]map[match.Odds]int

// add counts a win.
func (c *climbs) add(level int, odds match.Odds, times int) {
	if c[level] == nil {
		c[level] = map[match.Odds]int{}
	}
	c[level][odds] += times
}

// even is how often each character was beaten without odds.
func (c *climbs) even() (beaten [rating.Levels]int) {
	for level, wins := range c {
		beaten[level] = wins[match.Even]
	}
	return beaten
}

// least is the least odds at which a character was beaten; ok is false where it never was.
func (c *climbs) least(level int) (odds match.Odds, ok bool) {
	for _, o := range match.AllOdds() { // from none upward
		if c[level][o] > 0 {
			return o, true
		}
	}
	return match.Even, false
}

// top is the level of the strongest character beaten even, -1 for none.
func (c *climbs) top() int {
	top := -1
	for level, wins := range c {
		if wins[match.Even] > 0 {
			top = level
		}
	}
	return top
}

// next is the level of the character to be beaten next: the first from the Kid on that was not. ok is false at the top.
func (c *climbs) next() (level int, ok bool) {
	const kid = 1
	for level := kid; level < rating.Levels; level++ {
		if c[level][match.Even] == 0 {
			return level, true
		}
	}
	return 0, false
}

// lines is which characters were beaten, how often and at which odds, and who is next.
func (c *climbs) lines(r *view.Reader) (all []string) {
	var steps []string
	for level, wins := range c {
		for _, odds := range match.AllOdds() {
			switch n := wins[odds]; {
			case n == 0:
			case odds == match.Even:
				steps = append(steps, r.Text("standing.beaten", locale.Args{"Character": r.Character(level), "Count": n}))
			default:
				steps = append(steps, r.Text("standing.beaten.odds", locale.Args{"Character": r.Character(level), "Odds": r.Text("odds." + odds.String()), "Count": n}))
			}
		}
	}
	if len(steps) > 0 {
		all = append(all, r.Text("standing.ladder", locale.Args{"Steps": strings.Join(steps, " · ")}))
	}
	if level, ok := c.next(); ok {
		all = append(all, r.Text("standing.next", locale.Args{"Character": r.Character(level)}))
	} else {
		all = append(all, r.Text("standing.top"))
	}
	return all
}

// labels is the least odds at which characters were beaten that were not beaten even, as short as a picture needs them.
func (c *climbs) labels(r *view.Reader) (all [rating.Levels]string) {
	for level := range c {
		if odds, ok := c.least(level); ok && odds != match.Even {
			all[level] = r.Text("standing.odds." + odds.String())
		}
	}
	return all
}
