package sandbox

// webhookEndpoints serve an interaction's webhook: the original response and follow-up messages.
type webhookEndpoints struct{ *state }

// interactionFromPath finds the interaction of a webhook path. Its token lives fifteen minutes, and nothing can be done
// with it before the first response. The caller holds mu.
func (s webhookEndpoints) interactionFromPath(c *call) (*interaction, error) {
	i := s.interactions.byToken[c.r.PathValue("token")]
	if c.id("app") != s.bot.ID || i == nil || s.Now().Sub(i.at) > tokenLifetime {
		return nil, errWebhookToken
	}
	if i.callbackType == 0 || i.callbackType == callbackAutocomplete || i.callbackType == callbackModal {
		return nil, errUnknownWebhook
	}
	return i, nil
}

// originalMessage stands in a webhook path for the first response, instead of an id.
const originalMessage = "@original"

// messageFromWebhookPath finds the message that a webhook path names: @original, or one of the follow-ups. The caller
// holds mu.
func (s webhookEndpoints) messageFromWebhookPath(c *call) (*message, error) {
	i, err := s.interactionFromPath(c)
	if err != nil {
		return nil, err
	}
	m := i.original
	if c.r.PathValue("message") != originalMessage {
		if m = s.messages[c.id("message")]; m != nil && m.interaction != i && m != i.original {
			m = nil
		}
	}
	if m == nil || s.messages[m.id] == nil {
		return nil, errUnknownMessage
	}
	return m, nil
}

// create posts a follow-up message. The first one after a deferred response edits that response.
func (s webhookEndpoints) create(c *call) (any, error) {
	req, err := s.decodeMessage(c)
	if err != nil {
		return nil, err
	}
	i, err := s.interactionFromPath(c)
	if err != nil {
		return nil, err
	}
	if m := i.original; i.callbackType == callbackDeferredMessage && m.flags&flagLoading != 0 &&
		s.messages[m.id] != nil {
		return s.editMessage(s.bot, req, m)
	}
	m := &message{kind: msgReply, flags: req.Flags.Value & flagEphemeral, reference: i.original.newReference(),
		repliedTo: i.original}
	return s.postWebhook(i, m, req).wire(s.bot, true), nil
}

// postWebhook posts a message by an interaction's webhook; req is nil for a response that is deferred.
func (s *state) postWebhook(i *interaction, m *message, req *validMessage) *message {
	m.author, m.channel, m.webhook, m.interaction = s.bot, i.channel, true, i
	if m.flags&flagEphemeral != 0 {
		m.ephemeralFor = i.user
	}
	if req != nil {
		s.applyRequest(req, m, i.channel.ID)
		s.resolveMentions(m, req.Mentions, nil)
	}
	return s.postMessage(i.channel, m)
}

func (s webhookEndpoints) get(_ *call, m *message) (any, error) { return m.wire(s.bot, true), nil }

func (s webhookEndpoints) edit(c *call, body messageRequest) (any, error) {
	m, err := s.messageFromWebhookPath(c)
	if err != nil {
		return nil, err
	}
	if err := m.checkEditable(); err != nil {
		return nil, err
	}
	req, err := s.validate(body, c.files, m.flags&flagV2 != 0)
	if err != nil {
		return nil, err
	}
	return s.editMessage(s.bot, req, m)
}

func (s webhookEndpoints) remove(_ *call, m *message) (any, error) {
	s.deleteMessage(m)
	return nil, nil
}
