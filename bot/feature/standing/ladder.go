package standing

import (
	"strings"
	"time"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/view"
)

// climbs is how often a player has won against the characters without help: by level and odds, match.Even among them. Positions of
// the player's own are neither even nor at odds, and no part of it.
type climbs [rating.Levels]map[match.Odds]wins

// wins is how often, and when first.
type wins struct {
	times int
	first time.Time
}

// add counts wins, of which the first was at that time.
func (c *climbs) add(level int, odds match.Odds, times int, first time.Time) {
	if c[level] == nil {
		c[level] = map[match.Odds]wins{}
	}
	w := c[level][odds]
	if w.times == 0 || first.Before(w.first) {
		w.first = first
	}
	w.times += times
	c[level][odds] = w
}

// even is how often each character was beaten without odds.
func (c *climbs) even() (beaten [rating.Levels]int) {
	for level, won := range c {
		beaten[level] = won[match.Even].times
	}
	return beaten
}

// least is the least odds at which a character was beaten; ok is false where it never was.
func (c *climbs) least(level int) (odds match.Odds, ok bool) {
	for _, o := range match.AllOdds() { // from none upward
		if c[level][o].times > 0 {
			return o, true
		}
	}
	return match.Even, false
}

// top is the level of the strongest character beaten even, -1 for none.
func (c *climbs) top() int {
	top := -1
	for level, won := range c {
		if won[match.Even].times > 0 {
			top = level
		}
	}
	return top
}

// next is the level of the character to be beaten next: the first from the Kid on that was not. ok is false at the top.
func (c *climbs) next() (level int, ok bool) {
	const kid = 1
	for level := kid; level < rating.Levels; level++ {
		if c[level][match.Even].times == 0 {
			return level, true
		}
	}
	return 0, false
}

// between is the odds that make rungs between two characters, the highest rung last. More than a rook makes none.
var between = []match.Odds{match.OneRook, match.TwoHorses, match.RightHorse, match.LeftHorse, match.OneCannon, match.TwoMoves, match.OneMove}

// rungs is how many rungs there are from one character to the next, this one's own counted.
const rungs = 8

// rung is how high a player stands on the ladder, and since when: on the strongest character beaten even, or as much above it as the
// odds were small at which a stronger one was beaten. 0 is the floor.
func (c *climbs) rung() (rung int, since time.Time) {
	top := c.top()
	if top >= 0 {
		since = c[top][match.Even].first
	}
	step, first := 0, time.Time{}
	for _, won := range c[top+1:] {
		for i, odds := range between {
			w := won[odds]
			if w.times == 0 || i+1 < step || i+1 == step && !w.first.Before(first) {
				continue
			}
			step, first = i+1, w.first
		}
	}
	if first.After(since) {
		since = first
	}
	return (top+1)*rungs + step, since
}

// rungText names a rung: the strongest character beaten even, and the least odds at which a stronger one was.
func rungText(r *view.Reader, rung int) string {
	top, step := rung/rungs-1, rung%rungs
	if step == 0 {
		return r.Character(top)
	}
	odds := r.Text("odds." + between[step-1].String())
	if top < 0 {
		return r.Text("standing.rung.first", locale.Args{"Odds": odds})
	}
	return r.Text("standing.rung", locale.Args{"Character": r.Character(top), "Odds": odds})
}

// lines is which characters were beaten, how often and at which odds, and who is next.
func (c *climbs) lines(r *view.Reader) (all []string) {
	var steps []string
	for level, won := range c {
		for _, odds := range match.AllOdds() {
			switch n := won[odds].times; {
			case n == 0:
			case odds == match.Even:
				steps = append(steps, r.Text("standing.beaten", locale.Args{"Character": r.Faced(level), "Count": n}))
			default:
				steps = append(steps, r.Text("standing.beaten.odds", locale.Args{"Character": r.Faced(level), "Odds": r.Text("odds." + odds.String()), "Count": n}))
			}
		}
	}
	if len(steps) > 0 {
		all = append(all, r.Text("standing.ladder", locale.Args{"Steps": strings.Join(steps, " · ")}))
	}
	if level, ok := c.next(); ok {
		all = append(all, r.Text("standing.next", locale.Args{"Character": r.Faced(level)}))
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
