package gateway

import "time"

// SetHandle changes the handler before Run.
func (g *Gateway) SetHandle(f func(Event)) { g.options.Handle = f }

// SetBetween changes the least time between two IDENTIFYs before Run: nobody
// counts them in tests.
func (g *Gateway) SetBetween(d time.Duration) { g.starts.between = d }
