package sandbox

import (
	"time"

	"yeye/bot/sandbox/internal/fault"
)

// Order registers a fault, or carries it out at once if it changes the sandbox's objects or is a gateway fault for now.
// It returns the fault's id.
func (s *Server) Order(f Fault) (int, error) { return orders{s.state}.take(f) }

// orders carries ordered faults out, or stores them for later.
type orders struct{ *state }

func (s orders) take(f Fault) (int, error) {
	if err := completeOrder(&f); err != nil {
		return 0, err
	}
	id := s.faults.Add(f)
	switch {
	case f.Target() == fault.State:
		return id, s.change(f)
	case f.Now():
		s.mu.Lock()
		for _, ses := range s.hub.sessions {
			if ses.user.bot && ses.conn != nil {
				ses.conn.applyFault(&f)
			}
		}
		s.mu.Unlock()
	}
	return id, nil
}

// completeOrder checks an order for what its kind needs, and fills in what it left out.
func completeOrder(f *Fault) error {
	var bad form
	for _, p := range f.Complete() {
		if p.Allowed == "" {
			bad.required(p.Field)
		} else {
			bad.choice(p.Field, false, p.Allowed)
		}
	}
	if f.Kind == "status" && refusal(f).Status == 0 {
		bad.required("status")
	}
	for _, name := range f.Deny {
		_, ok := permissionNames[name]
		bad.choice("deny", ok, "names of permissions, such as SEND_MESSAGES")
	}
	return bad.err()
}

// change changes the sandbox's objects.
func (s orders) change(f Fault) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch f.Kind {
	case "expire_tokens":
		for _, i := range s.inter.order {
			i.at = i.at.Add(-tokenLife - time.Second)
			i.late = true
		}
		return nil
	case "delete_message":
		m := s.messages[f.MessageID]
		if m == nil {
			return errUnknownMessage
		}
		s.deleteMessage(m)
		return nil
	case "message_content":
		s.allowContent(f.Allow)
		return nil
	case "resume_address":
		s.resumeAt = f.Address
		return nil
	case "guild_remove", "guild_outage", "guild_return":
		g := s.guilds[0]
		if f.GuildID != 0 {
			g = s.guild(f.GuildID)
		}
		if g == nil {
			return errUnknownGuild
		}
		s.guildFault(g, f.Kind)
		return nil
	}
	ch := s.channels[f.ChannelID]
	if ch == nil {
		return errUnknownChannel
	}
	switch f.Kind {
	case "permissions":
		of := &ch.denied
		if f.Everybody {
			of = &ch.closed
		}
		*of = 0
		for _, name := range f.Deny {
			*of |= permissionNames[name]
		}
		if (f.Everybody || f.Overwrite) && ch.guild != nil && ch.thread == nil {
			s.hub.emit("CHANNEL_UPDATE", intentGuilds, ch.guild, func(u *user) bool { return u.bot },
				func(u *user) any { return ch.wire(u) })
		}
	case "delete_channel":
		s.dropChannel(ch)
	case "archive":
		if ch.thread == nil {
			return errWrongChannelType
		}
		s.setArchived(ch, true)
		s.emitThread(ch)
	}
	return nil
}

// allowContent grants the application the intent MESSAGE_CONTENT, or revokes it: connections that have it are closed
// with 4014, and so are those that ask for it again. The caller holds mu.
func (s orders) allowContent(allow bool) {
	s.content = allow
	if allow {
		return
	}
	for id, ses := range s.hub.sessions {
		if !ses.user.bot || ses.intents&intentContent == 0 {
			continue
		}
		if ses.conn != nil {
			ses.conn.Close(4014, "Disallowed intent(s).")
		}
		delete(s.hub.sessions, id)
	}
}

// guildFault takes a guild from the bot, by removing the bot or by an outage, or returns it. The caller holds mu.
func (s orders) guildFault(g *guild, kind string) {
	bots := func(u *user) bool { return u.bot }
	switch {
	case kind == "guild_return" && (g.botRemoved || g.unavailable):
		g.botRemoved, g.unavailable = false, false
		s.hub.emit("GUILD_CREATE", intentGuilds, g, bots,
			func(u *user) any { return g.whole(u, s.activeThreads(g, u)) })
	case kind == "guild_remove" && !g.botRemoved:
		g.botRemoved, g.unavailable = true, false
		s.hub.emit("GUILD_DELETE", intentGuilds, g, bots, func(*user) any { return map[string]any{"id": g.ID} })
	case kind == "guild_outage" && !g.botRemoved && !g.unavailable:
		g.unavailable = true
		s.hub.emit("GUILD_DELETE", intentGuilds, g, bots,
			func(*user) any { return map[string]any{"id": g.ID, "unavailable": true} })
	}
}
