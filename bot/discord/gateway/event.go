package gateway

import (
	"encoding/json"
	"runtime/debug"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
)

// onDispatch decodes an event of a connection, and passes it on if it concerns the bot.
func (g *Gateway) onDispatch(c *conn, kind string, seq int64, data json.RawMessage) {
	defer func() {
		if p := recover(); p != nil {
			g.options.Logger.Error("panic in an event handler", "event", kind, "panic", p, "stack",
				string(debug.Stack()))
		}
	}()
	var e discord.Event
	var ready wire.Session
	var err error
	if kind == "READY" {
		e.Data, ready, err = wire.Ready(data)
	} else {
		e, err = wire.Event(kind, data)
	}
	if !g.recordEvent(c, kind, seq, ready) {
		return
	}
	c.begin.Do(func() { close(c.firstEvent) })
	switch kind {
	case "READY":
		call(g.options.Observer.Identified)
	case "RESUMED":
		call(g.options.Observer.Resumed)
	}
	if err != nil {
		g.options.Logger.Warn("cannot decode an event", "event", kind, "err", err)
		return
	}
	if e.Data != nil && !g.isDuplicate(e) {
		g.options.Handle(e)
	}
}

// recordEvent updates the session by an event, and reports whether the event is valid: it belongs to the newest
// connection, and READY is the first event of a new session and occurs once. ready is the session that READY
// describes.
func (g *Gateway) recordEvent(c *conn, kind string, seq int64, ready wire.Session) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.conn != c:
		return false
	case kind == "READY" && !c.ready:
		if !trustedAddress(ready.Address, c.address) {
			ready.Address = ""
		}
		c.session = &session{id: ready.ID, address: ready.Address, intents: c.intents}
		g.session = c.session
	case kind == "READY", c.session == nil:
		return false
	}
	if kind == "READY" || kind == "RESUMED" {
		c.ready = true
		c.session.succeeded()
	}
	c.session.seq = max(c.session.seq, seq)
	return true
}

// isDuplicate reports whether an event was passed on before.
func (g *Gateway) isDuplicate(e discord.Event) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return e.ID != "" && g.recent.addIfNew(e.ID)
}
