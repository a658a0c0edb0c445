package sandbox

import (
	"cmp"
	"slices"
	"time"

	"yeye/bot/sandbox/wire"
)

// messageEndpoints serve messages.
type messageEndpoints struct{ *state }

// nonceKey is an author's nonce. For nonceLifetime a request with the same nonce and enforce_nonce creates no message;
// the author gets the [noncedMessage] again.
type nonceKey struct {
	author Snowflake
	nonce  string
}

// noncedMessage is the message that a request with a nonce created.
type noncedMessage struct {
	message Snowflake
	at      time.Time
}

const nonceLifetime = 5 * time.Minute

// decodeMessage reads and validates the body of a request that creates a message.
func (s *state) decodeMessage(c *call) (*validMessage, error) {
	var body messageRequest
	if err := c.decodeBody(&body); err != nil {
		return nil, err
	}
	req, err := s.validate(body, c.files, false)
	if err == nil && req.empty() {
		return nil, errEmptyMessage
	}
	return req, err
}

func (s messageEndpoints) create(c *call) (any, error) {
	req, err := s.decodeMessage(c)
	if err != nil {
		return nil, err
	}
	need := permSendMessages
	if len(c.files) > 0 {
		need |= permAttachFiles
	}
	ch, err := s.channelFromPath(c, need)
	if err != nil {
		return nil, err
	}
	if t := ch.thread; t != nil && t.locked && !ch.permissions(c.user).has(permManageThreads) {
		if t.archived {
			return nil, errArchived
		}
		return nil, errLocked
	}
	if len(req.components) > 0 && !c.user.bot { // only an application may send components
		return nil, errEmptyMessage
	}
	now := s.Now()
	if req.EnforceNonce && req.Nonce != nil {
		if earlier, ok := s.nonces[nonceKey{c.user.ID, req.Nonce.text}]; ok && now.Sub(earlier.at) < nonceLifetime {
			if m := s.messages[earlier.message]; m != nil {
				return m.wire(c.user, true), nil
			}
		}
	}
	m := &message{author: c.user, channel: ch, nonce: req.Nonce, tts: req.TTS}
	var replied *message
	if req.Reference != nil && req.Reference.MessageID != 0 {
		if replied, err = s.replyTo(c.user, ch, m, req.Reference); err != nil {
			return nil, err
		}
	}
	if wait := ch.slowmodeWait(c.user, now); wait > 0 {
		return nil,
			&Error{Status: 429, Code: 20016, Message: "This action cannot be performed due to slowmode rate limit.",
				Retry: wait.Seconds()}
	}
	if !ch.permissions(c.user).has(permEmbedLinks) {
		req.embeds = nil
	}
	s.applyRequest(req, m, ch.ID)
	s.resolveMentions(m, req.Mentions, replied)
	s.postMessage(ch, m)
	if req.Nonce != nil && req.Nonce.text != "" {
		s.rememberNonce(nonceKey{c.user.ID, req.Nonce.text}, m.id, now)
	}
	return m.wire(c.user, true), nil
}

func (s messageEndpoints) rememberNonce(key nonceKey, id Snowflake, now time.Time) {
	if len(s.nonces) > 4096 {
		for k, earlier := range s.nonces {
			if now.Sub(earlier.at) >= nonceLifetime {
				delete(s.nonces, k)
			}
		}
	}
	s.nonces[key] = noncedMessage{id, now}
}

// replyTo makes m a reply. A deleted target is refused unless fail_if_not_exists is false.
func (s messageEndpoints) replyTo(who *user, ch *channel, m *message, ref *referenceRequest) (*message, error) {
	if !ch.permissions(who).has(permReadHistory) {
		return nil, errMissingPerms
	}
	target := s.messages[ref.MessageID]
	if target == nil || target.channel != ch || target.ephemeralFor != nil {
		if ref.FailIfNotExists != nil && !*ref.FailIfNotExists {
			return nil, nil
		}
		return nil, fieldErr("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
	m.kind = msgReply
	m.reference, m.repliedTo = target.newReference(), target
	return target, nil
}

func (s messageEndpoints) get(c *call, m *message) (any, error) {
	return m.wire(c.user, s.mayReadContent(c.user)), nil
}

// mayReadContent reports whether responses show u what others write. A bot needs the intent MESSAGE_CONTENT for that,
// as in the gateway.
func (s *state) mayReadContent(u *user) bool { return !u.bot || s.hasContentIntent }

// list lists a channel's messages, newest first.
func (s messageEndpoints) list(c *call) (any, error) {
	q := c.r.URL.Query()
	var f formErrors
	limit := f.limit(q, 50, 100)
	bounds := map[string]Snowflake{}
	for _, key := range []string{"before", "after", "around"} {
		if text := q.Get(key); text != "" {
			bounds[key] = f.snowflake(key, text)
		}
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	ch, err := s.channelFromPath(c, 0)
	if err != nil {
		return nil, err
	}
	list := []wire.Message{}
	if !ch.permissions(c.user).has(permReadHistory) {
		return list, nil
	}
	for _, m := range messagePage(ch.messages, bounds, limit) {
		list = append(list, m.wire(c.user, s.mayReadContent(c.user)))
	}
	return list, nil
}

// messagePage returns at most limit messages before, after or around an id, newest first.
func messagePage(all []*message, bounds map[string]Snowflake, limit int) []*message {
	index := func(id Snowflake) int {
		i, _ := slices.BinarySearchFunc(all, id, func(m *message, id Snowflake) int {
			return cmp.Compare(m.id, id)
		})
		return i
	}
	from, to := max(0, len(all)-limit), len(all)
	if id, ok := bounds["around"]; ok {
		from = max(0, index(id)-limit/2)
		to = min(len(all), from+limit)
	} else if id, ok := bounds["after"]; ok {
		from = index(id + 1)
		to = min(len(all), from+limit)
	} else if id, ok := bounds["before"]; ok {
		to = index(id)
		from = max(0, to-limit)
	}
	list := slices.Clone(all[from:to])
	slices.Reverse(list)
	return list
}

func (s messageEndpoints) edit(c *call, body messageRequest) (any, error) {
	m, err := s.messageFromPath(c, 0)
	if err != nil {
		return nil, err
	}
	ch := m.channel
	req, err := s.validate(body, c.files, m.flags&flagV2 != 0)
	if err != nil {
		return nil, err
	}
	if m.author != c.user {
		return nil, errNotYours
	}
	if ch.thread != nil && ch.thread.archived {
		return nil, errArchived
	}
	if len(c.files) > 0 && !ch.permissions(c.user).has(permAttachFiles) {
		return nil, errMissingPerms
	}
	if !ch.permissions(c.user).has(permEmbedLinks) {
		req.embeds = nil
	}
	return s.editMessage(c.user, req, m)
}

// editMessage edits a message in place. Mentions are resolved again but never ping. The caller holds mu.
func (s *state) editMessage(who *user, req *validMessage, m *message) (any, error) {
	if req.emptiesMessage(m) {
		return nil, errEmptyMessage
	}
	s.applyRequest(req, m, m.channel.ID)
	m.flags &^= flagLoading
	if req.Content.Set {
		s.resolveMentions(m, req.Mentions, nil)
	}
	m.edited = new(s.Now())
	s.emitMessage("MESSAGE_UPDATE", m)
	return m.wire(who, true), nil
}

func (s messageEndpoints) remove(c *call, m *message) (any, error) {
	ch := m.channel
	if m.author != c.user && (ch.isDM() || !ch.permissions(c.user).has(permManageMessages)) {
		return nil, errMissingPerms
	}
	if ch.thread != nil && ch.thread.archived {
		return nil, errArchived
	}
	s.deleteMessage(m)
	return nil, nil
}

// bulkDeletion is the body of a request that deletes several messages.
type bulkDeletion struct {
	Messages []Snowflake `json:"messages"`
}

func (s messageEndpoints) bulkDelete(c *call, body bulkDeletion) (any, error) {
	ch, err := s.channelFromPath(c, permManageMessages)
	if err != nil {
		return nil, err
	}
	for _, mid := range body.Messages {
		if m := s.messages[mid]; m != nil && m.channel == ch && m.ephemeralFor == nil {
			s.deleteMessage(m)
		}
	}
	return nil, nil
}

func (s messageEndpoints) pins(c *call, ch *channel) (any, error) {
	list := []wire.Message{}
	for _, m := range ch.messages {
		if m.pinned {
			list = append(list, m.wire(c.user, s.mayReadContent(c.user)))
		}
	}
	return list, nil
}

func (s messageEndpoints) pin(c *call, m *message) (any, error)   { return s.setPinned(c, m, true) }
func (s messageEndpoints) unpin(c *call, m *message) (any, error) { return s.setPinned(c, m, false) }

func (s messageEndpoints) setPinned(c *call, m *message, pinned bool) (any, error) {
	if ch := m.channel; !ch.isDM() && !ch.permissions(c.user).has(permManageMessages) {
		return nil, errMissingPerms
	}
	m.pinned = pinned
	s.emitMessage("MESSAGE_UPDATE", m)
	return nil, nil
}
