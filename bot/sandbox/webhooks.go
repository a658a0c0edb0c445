package sandbox

// webhookEndpoints serve what follows the first response to an interaction: its message, and follow-ups.
type webhookEndpoints struct{ *state }

// interaction finds the interaction of a webhook path. Its token lives fifteen minutes, and nothing can be done with it
// before the first response. The caller holds mu.
func (s webhookEndpoints) interaction(c *call) (*interaction, error) {
	app, err := c.id("app")
	if err != nil {
		return nil, err
	}
	i := s.inter.byToken[c.r.PathValue("token")]
	if app != s.bot.ID || i == nil || s.Now().Sub(i.at) > tokenLife {
		return nil, errWebhookToken
	}
	if i.answered == 0 || i.answered == answerAutocomplete || i.answered == answerModal {
		return nil, errUnknownWebhook
	}
	return i, nil
}

// message finds the message that a webhook path names: @original, or one of the follow-ups. The caller holds mu.
func (s webhookEndpoints) message(c *call) (*interaction, *message, error) {
	i, err := s.interaction(c)
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

// create posts another message to an interaction. The first one after a deferred response takes that response's place.
func (s webhookEndpoints) create(c *call) (any, error) {
	req, err := s.newMessage(c)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.interaction(c)
	if err != nil {
		return nil, err
	}
	if m := i.original; i.answered == answerDeferred && m.flags&flagLoading != 0 && s.messages[m.id] != nil {
		return s.change(s.bot, req, m)
	}
	m := s.follow(i, req)
	return m.wire(s.bot, true), nil
}

func (s webhookEndpoints) follow(i *interaction, req *checked) *message {
	m := &message{author: s.bot, channel: i.channel, webhook: true, inter: i, kind: msgReply,
		flags: req.Flags.Value & flagEphemeral}
	if i.original != nil {
		m.reference, m.replied = i.original.refer(), i.original
	}
	if m.flags&flagEphemeral != 0 {
		m.onlyFor = i.user
	}
	s.apply(req, m, i.channel.ID)
	s.mention(m, req.Mentions, nil)
	return s.post(i.channel, m)
}

func (s webhookEndpoints) get(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, m, err := s.message(c)
	if err != nil {
		return nil, err
	}
	return m.wire(s.bot, true), nil
}

func (s webhookEndpoints) edit(c *call) (any, error) {
	var body messageRequest
	if err := c.into(&body); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, m, err := s.message(c)
	if err != nil {
		return nil, err
	}
	if err := m.editable(); err != nil {
		return nil, err
	}
	req, err := s.inspect(body, c.files, m.flags&flagV2 != 0)
	if err != nil {
		return nil, err
	}
	return s.change(s.bot, req, m)
}

func (s webhookEndpoints) remove(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, m, err := s.message(c)
	if err != nil {
		return nil, err
	}
	s.deleteMessage(m)
	return nil, nil
}
