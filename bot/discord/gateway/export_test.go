package gateway

import (
	"time"

	"yeye/bot/discord"
)

// SetHandle changes the handler before Run.
func (g *Gateway) SetHandle(f func(discord.Event)) { g.options.Handle = f }

// SetBetween changes the least time between two IDENTIFYs before Run: nobody counts them in tests.
func (g *Gateway) SetBetween(d time.Duration) { g.options.Budget.between = d }

// SetRefusalPauses changes how long a refused token is waited for before Run.
func (g *Gateway) SetRefusalPauses(pauses ...time.Duration) { g.refusals.pauses = pauses }
