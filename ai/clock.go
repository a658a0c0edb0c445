package ai

import (
	"time"

	"yeye/game"
)

// clock decides when the search stops.
type clock struct {
	began time.Time
	hard  time.Duration // limit of a search, 0 means none
	soft  time.Duration // no new iteration starts after it; scaled by how the search proceeds
}

// newClock returns the clock of a search that started at began, by the limits of the side to move.
func newClock(began time.Time, lim *Limits, turn game.Color) clock {
	c := clock{began: began}
	if lim.MoveTime > 0 {
		c.hard = max(lim.MoveTime-lim.Overhead, time.Millisecond)
	}
	left, gain := lim.Time[turn&1], lim.Increment[turn&1]
	if left <= 0 && gain <= 0 {
		return c
	}
	moves := 38 // estimate of the moves left in a game
	if lim.MovesToGo > 0 {
		moves = min(lim.MovesToGo, moves)
	}
	usable := max(left-lim.Overhead*time.Duration(min(moves, 5)), time.Millisecond)
	share := usable/time.Duration(moves) + gain*3/4
	most := usable * 7 / 10
	if moves == 1 {
		most = usable * 9 / 10
	}
	c.soft = max(min(share, most), time.Millisecond)
	hard := max(min(share*4, most), time.Millisecond)
	if c.hard == 0 || hard < c.hard {
		c.hard = hard
	}
	return c
}

func (c *clock) over(now time.Time) bool { return c.hard > 0 && now.Sub(c.began) >= c.hard }

// shouldStop reports, between iterations, whether to stop. fell is how much the score fell, share the best move's share
// of the nodes. A best move that was stable for many iterations, that took most of the nodes or that is the only one
// needs less time; a falling score needs more.
func (c *clock) shouldStop(now time.Time, depth, stable, fell int, share float64, only bool) bool {
	if c.soft == 0 {
		return false
	}
	if only && depth >= 4 {
		return true
	}
	scale := 1.25 - 0.07*float64(min(stable, 8))
	scale *= 1 + float64(max(-20, min(60, fell)))/100
	if depth > 6 {
		scale *= 1.45 - 0.75*share
	}
	return now.Sub(c.began) >= time.Duration(float64(c.soft)*scale*0.75)
}
