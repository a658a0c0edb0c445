package gateway

import (
	"encoding/json"
	"runtime/debug"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
)

// dispatched decodes an event's raw JSON from a session, and passes on the events that concern the bot.
func (g *Gateway) dispatched(from *session, kind string, data json.RawMessage) {
	defer func() {
		if p := recover(); p != nil {
			g.options.Logger.Error("panic in an event handler", "event", kind, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	from.heard.Store(true)
	var e discord.Event
	var err error
	switch kind {
	case "READY":
		e.Data, err = g.ready(from, data)
	case "RESUMED":
		g.options.Observer.resumed()
		fallthrough
	default:
		e, err = wire.Event(kind, data)
	}
	if err != nil {
		g.options.Logger.Warn("cannot decode an event", "event", kind, "err", err)
		return
	}
	if e.Data == nil || !g.wanted(from, e) {
		return
	}
	g.options.Handle(e)
}

// ready handles the event that begins a session.
func (g *Gateway) ready(from *session, data json.RawMessage) (discord.Ready, error) {
	g.spend(from.line.sent()) // also when discordgo itself sent IDENTIFY, in answer to Op 9
	g.options.Observer.identified()
	ready, hello, err := wire.Ready(data)
	from.resumeURL.Store(nil)
	if hello.Resume != "" {
		from.resumeURL.Store(&hello.Resume)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.session == from && hello.User != "" {
		g.user = hello.User
	}
	return ready, err
}

// wanted reports whether an event belongs to the current session and was not passed on before.
func (g *Gateway) wanted(from *session, e discord.Event) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.session == from && (e.ID == "" || !g.seen.before(e.ID))
}
