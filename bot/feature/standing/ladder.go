package standing

import (
	"strings"
	"time"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/view"
)

// climbs counts a player's wins against the characters without help: by level and odds, including match.Even. Games from other
// positions are neither even nor at odds, and do not count.
type climbs [rating.Levels]map[match.Odds]wins

// wins is the number of wins, and the time of the first.
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

// even returns how often each character was beaten without odds.
func (c *climbs) even() (beaten [rating.Levels]int) {
	for level, won := range c {
		beaten[level] = won[match.Even].times
	}
	return beaten
}

// least returns the least odds at which a character was beaten; ok is false if it never was.
func (c *climbs) least(level int) (odds match.Odds, ok bool) {
	for _, o := range match.AllOdds() { // from none upward
		if c[level][o].times > 0 {
			return o, true
		}
	}
	return match.Even, false
}

// top returns the level of the strongest character beaten even, -1 if none.
func (c *climbs) top() int {
	top := -1
	for level, won := range c {
		if won[match.Even].times > 0 {
			top = level
		}
	}
	return top
}

// kid is the level of the first character to be beaten: whoever beats one below it has shown nothing.
const kid = 1

// next returns the level of the character to be beaten next: the first one from the Kid on that has not been beaten even. ok is
// false at the top.
func (c *climbs) next() (level int, ok bool) {
	for level := kid; level < rating.Levels; level++ {
		if c[level][match.Even].times == 0 {
			return level, true
		}
	}
	return 0, false
}

// between lists the odds that make rungs between two characters, the highest rung last. Odds of more than a rook make none.
var between = []match.Odds{match.OneRook, match.TwoHorses, match.RightHorse, match.LeftHorse, match.OneCannon, match.TwoMoves, match.OneMove}

// rungs is the number of rungs from one character to the next, including one of the two characters' own.
const rungs = 8

// rung returns a player's rung on the ladder, and since when: that of the strongest character beaten even, or one above it, the
// higher the smaller the odds were at which a stronger one was beaten. 0 is the floor.
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

// lines describes which characters were beaten, how often and at which odds, and who is next.
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
		all = append(all, r.Text("standing.top", locale.Args{"Character": r.Faced(kid)}))
	}
	return all
}

// labels names the least odds at which characters were beaten that were not beaten even, short enough for a picture.
func (c *climbs) labels(r *view.Reader) (all [rating.Levels]string) {
	for level := range c {
		if odds, ok := c.least(level); ok && odds != match.Even {
			all[level] = r.Text("standing.odds." + odds.String())
		}
	}
	return all
}
