package gateway

import (
	"encoding/json"
	"runtime/debug"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
)

// dispatched decodes an event of a connection, and passes it on if it concerns the bot.
func (g *Gateway) dispatched(c *conn, kind string, seq int64, data json.RawMessage) {
	defer func() {
		if p := recover(); p != nil {
			g.options.Logger.Error("panic in an event handler", "event", kind, "panic", p, "stack",
				string(debug.Stack()))
		}
	}()
	var e discord.Event
	var begins wire.Session
	var err error
	if kind == "READY" {
		e.Data, begins, err = wire.Ready(data)
	} else {
		e, err = wire.Event(kind, data)
	}
	if !g.expected(c, kind, seq, begins) {
		return
	}
	c.begin.Do(func() { close(c.began) })
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
	if e.Data != nil && !g.repeated(e) {
		g.options.Handle(e)
	}
}

// expected records an event, and reports whether it is valid now: it belongs to the newest connection, and READY comes
// first where a session begins and never again. begins is what READY says.
func (g *Gateway) expected(c *conn, kind string, seq int64, begins wire.Session) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.conn != c:
		return false
	case kind == "READY" && !c.ready:
		if !trusted(begins.Address, c.address) {
			begins.Address = ""
		}
		c.session = &session{id: begins.ID, address: begins.Address, intents: c.intents}
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

// repeated reports whether an event was passed on before.
func (g *Gateway) repeated(e discord.Event) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return e.ID != "" && g.seen.before(e.ID)
}
