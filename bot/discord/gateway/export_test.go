package gateway

import (
	"time"

	"yeye/bot/discord"
)

// SetHandle changes the handler before Run.
func (g *Gateway) SetHandle(f func(discord.Event)) { g.options.Handle = f }

// SetBetween changes the least time between two IDENTIFYs before Run: tests have no limit on them.
func (g *Gateway) SetBetween(d time.Duration) { g.options.Budget.interval = d }

// Hasten shortens the pauses between connections before Run, and makes that after Op 9 the shortest that Discord allows.
func (g *Gateway) Hasten() {
	g.firstPause, g.invalidPause = 100*time.Millisecond, func() time.Duration { return time.Second }
}

// SetRefusalPauses changes the pauses after a refused token before Run.
func (g *Gateway) SetRefusalPauses(pauses ...time.Duration) { g.tokenRefusals.pauses = pauses }
