package gateway

import (
	"time"

	"yeye/bot/discord"
)

// SetHandle changes the handler before Run.
func (g *Gateway) SetHandle(f func(discord.Event)) { g.options.Handle = f }

// SetBetween changes the least time between two IDENTIFYs before Run: tests have no limit on them.
func (g *Gateway) SetBetween(d time.Duration) { g.options.Budget.between = d }

// SetRefusalPauses changes the pauses after a refused token before Run.
func (g *Gateway) SetRefusalPauses(pauses ...time.Duration) { g.refusals.pauses = pauses }
