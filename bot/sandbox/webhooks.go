package sandbox

// answered finds the interaction of a webhook path. Its token lives fifteen minutes, and nothing can be done with it
// before the first answer. The caller holds mu.
func (s *Server) answered(c *call) (*interaction, error) {
	app, err := c.id("app")
	if err != nil {
		return nil, err
	}
	i := s.inter.byToken[c.r.PathValue("token")]
	if app != s.world.bot.ID || i == nil || s.Now().Sub(i.at) > tokenLife {
		return nil, errWebhookToken
	}
	if i.answered == 0 || i.answered == answerAutocomplete || i.answered == answerModal {
		return nil, errUnknownWebhook
	}
	return i, nil
}

// answerOf finds the message a webhook path names: @original, or one of the follow-ups. The caller holds mu.
func (s *Server) answerOf(c *call) (*interaction, *message, error) {
	i, err := s.answered(c)
	if err != nil {
		return nil, nil, err
	}
	m := i.original
	if c.r.PathValue("message") != "@original" {
		id, err := c.id("message")
		if err != nil {
			return nil, nil, err
		}
		if m = s.messages[id]; m != nil && m.inter != i && m != i.original {
			m = nil
		}
	}
	if m == nil || s.messages[m.id] == nil {
		return nil, nil, errUnknownMessage
	}
	return i, m, nil
}

// followUp posts another message to an interaction. The first one after a deferred answer takes that answer's place.
func (s *Server) followUp(c *call) (any, error) {
	req, err := s.newMessage(c)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.answered(c)
	if err != nil {
		return nil, err
	}
	if m := i.original; i.answered == answerDeferred && m.flags&flagLoading != 0 && s.messages[m.id] != nil {
		return s.change(s.world.bot, req, m)
	}
	m := s.answerFollow(i, req)
	return s.messageWire(m, s.world.bot, true), nil
}

func (s *Server) answerFollow(i *interaction, req *checked) *message {
	m := &message{author: s.world.bot, channel: i.channel, webhook: true, inter: i, kind: msgReply,
		flags: req.Flags.Value & flagEphemeral}
	if i.original != nil {
		m.reference = s.refer(i.original)
	}
	if m.flags&flagEphemeral != 0 {
		m.onlyFor = i.user
	}
	s.apply(req, m, i.channel.ID)
	s.mention(m, req.Mentions, nil)
	return s.post(i.channel, m)
}

func (s *Server) getAnswer(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, m, err := s.answerOf(c)
	if err != nil {
		return nil, err
	}
	return s.messageWire(m, s.world.bot, true), nil
}

func (s *Server) editAnswer(c *call) (any, error) {
	var body messageRequest
	if err := c.into(&body); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, m, err := s.answerOf(c)
	if err != nil {
		return nil, err
	}
	if err := s.editable(m); err != nil {
		return nil, err
	}
	req, err := s.inspect(body, c.files, m.flags&flagV2 != 0)
	if err != nil {
		return nil, err
	}
	return s.change(s.world.bot, req, m)
}

func (s *Server) deleteAnswer(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, m, err := s.answerOf(c)
	if err != nil {
		return nil, err
	}
	s.remove(m)
	return nil, nil
}
