package sandbox

// Gateway intents, with Discord's bits. An event whose intent is 0 needs none.
const (
	intentGuilds          = 1 << 0
	intentMembers         = 1 << 1
	intentPresences       = 1 << 8
	intentGuildMessages   = 1 << 9
	intentGuildReactions  = 1 << 10
	intentGuildTyping     = 1 << 11
	intentDirectMessages  = 1 << 12
	intentDirectReactions = 1 << 13
	intentDirectTyping    = 1 << 14
	intentContent         = 1 << 15

	knownIntents = 1<<17 - 1 | 3<<20 | 3<<24
)

// emit sends an event to every session whose user hears it and whose intents cover it. build makes the payload for one
// viewer. The caller holds mu, so everybody gets events in the order in which they happened.
func (s *Server) emit(event string, intent int, hears func(*user) bool, build func(*user) any) {
	s.emitContent(event, intent, hears, func(u *user, _ bool) any { return build(u) })
}

// emitContent is emit for payloads that depend on whether the session may read message content.
func (s *Server) emitContent(event string, intent int, hears func(*user) bool, build func(u *user, content bool) any) {
	for _, ses := range s.sessions {
		if !hears(ses.user) || ses.user.bot && intent != 0 && ses.intents&intent == 0 {
			continue
		}
		if ses.shard[1] > 1 {
			direct := intent == intentDirectMessages || intent == intentDirectReactions || intent == intentDirectTyping
			if home := int(uint64(s.world.guildID) >> 22 % uint64(ses.shard[1])); direct && ses.shard[0] != 0 || !direct && ses.shard[0] != home {
				continue
			}
		}
		s.dispatch(ses, event, build(ses.user, !ses.user.bot || ses.intents&intentContent != 0))
	}
}
