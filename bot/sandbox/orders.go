package sandbox

import (
	"cmp"
	"time"

	"yeye/bot/sandbox/internal/fault"
)

// InjectFault queues a fault, or applies it at once if it changes the sandbox's objects or has "on":"now". It returns
// the fault's id.
func (s *Server) InjectFault(f Fault) (int, error) { return faultInjector{s.state}.inject(f) }

// faultInjector applies injected faults, or queues them.
type faultInjector struct{ *state }

func (s faultInjector) inject(f Fault) (int, error) {
	if err := completeFault(&f); err != nil {
		return 0, err
	}
	id := s.faults.Add(f)
	switch {
	case f.Target() == fault.State:
		return id, s.changeState(f)
	case f.Immediate():
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

// completeFault validates a fault and fills in defaults.
func completeFault(f *Fault) error {
	var bad formErrors
	for _, p := range f.Validate() {
		if p.Allowed == "" {
			bad.required(p.Field)
		} else {
			bad.choice(p.Field, false, p.Allowed)
		}
	}
	if f.Kind == "status" && faultError(f).Status == 0 {
		bad.required("status")
	}
	for _, name := range f.Deny {
		_, ok := permissionNames[name]
		bad.choice("deny", ok, "names of permissions, such as SEND_MESSAGES")
	}
	return bad.err()
}

// changeState applies a fault that changes the sandbox's objects.
func (s faultInjector) changeState(f Fault) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch f.Kind {
	case "expire_tokens":
		for _, i := range s.interactions.order {
			i.at = i.at.Add(-tokenLifetime - time.Second)
			i.expired = true
		}
	case "delete_message":
		m := s.messages[f.MessageID]
		if m == nil {
			return errUnknownMessage
		}
		s.deleteMessage(m)
	case "message_content":
		s.setContentIntent(f.Allow)
	case "resume_address":
		s.resumeAddress = f.Address
	case "guild_remove", "guild_outage", "guild_return":
		g := s.guild(cmp.Or(f.GuildID, s.guilds[0].ID))
		if g == nil {
			return errUnknownGuild
		}
		s.changeGuild(g, f.Kind)
	default:
		return s.changeChannel(f)
	}
	return nil
}

// changeChannel applies a fault of one channel. The caller holds mu.
func (s faultInjector) changeChannel(f Fault) error {
	ch := s.channels[f.ChannelID]
	if ch == nil {
		return errUnknownChannel
	}
	switch f.Kind {
	case "permissions":
		of := &ch.deniedToBot
		if f.Everybody {
			of = &ch.deniedToEveryone
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
		s.deleteChannel(ch)
	case "archive":
		if ch.thread == nil {
			return errWrongChannelType
		}
		s.setArchived(ch, true)
		s.emitThread(ch)
	}
	return nil
}

// setContentIntent grants the application the intent MESSAGE_CONTENT, or revokes it. Connections that use it are then
// closed with 4014, and so are later ones that ask for it. The caller holds mu.
func (s faultInjector) setContentIntent(allow bool) {
	s.hasContentIntent = allow
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

// changeGuild removes the bot from a guild, starts an outage of the guild, or ends either. The caller holds mu.
func (s faultInjector) changeGuild(g *guild, kind string) {
	bots := func(u *user) bool { return u.bot }
	switch {
	case kind == "guild_return" && (g.botRemoved || g.unavailable):
		g.botRemoved, g.unavailable = false, false
		s.hub.emit("GUILD_CREATE", intentGuilds, g, bots,
			func(u *user) any { return g.createEvent(u, s.activeThreads(g, u)) })
	case kind == "guild_remove" && !g.botRemoved:
		g.botRemoved, g.unavailable = true, false
		s.hub.emit("GUILD_DELETE", intentGuilds, g, bots, func(*user) any { return map[string]any{"id": g.ID} })
	case kind == "guild_outage" && !g.botRemoved && !g.unavailable:
		g.unavailable = true
		s.hub.emit("GUILD_DELETE", intentGuilds, g, bots,
			func(*user) any { return map[string]any{"id": g.ID, "unavailable": true} })
	}
}
