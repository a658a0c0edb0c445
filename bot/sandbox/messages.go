package sandbox

import (
	"slices"
	"strconv"
	"time"

	"yeye/bot/sandbox/wire"
)

// messageEndpoints serve messages.
type messageEndpoints struct{ *state }

// nonceKey and nonceUse record which message a nonce created: for nonceLife an author who asks for enforcement gets the
// same message again.
type nonceKey struct {
	author Snowflake
	nonce  string
}

type nonceUse struct {
	message Snowflake
	at      time.Time
}

const nonceLife = 5 * time.Minute

// newMessage reads and checks the body of a request that makes a message.
func (s *state) newMessage(c *call) (*checked, error) {
	var body messageRequest
	if err := c.into(&body); err != nil {
		return nil, err
	}
	req, err := s.inspect(body, c.files, false)
	if err == nil && req.empty() {
		return nil, errEmptyMessage
	}
	return req, err
}

func (s messageEndpoints) create(c *call) (any, error) {
	id, err := c.id("channel")
	if err != nil {
		return nil, err
	}
	req, err := s.newMessage(c)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	need := permSendMessages
	if len(c.files) > 0 {
		need |= permAttachFiles
	}
	ch, err := s.reach(c.who, id, need)
	if err != nil {
		return nil, err
	}
	if t := ch.thread; t != nil && t.locked && !ch.permissions(c.who).has(permManageThreads) {
		if t.archived {
			return nil, errArchived
		}
		return nil, errLocked
	}
	if len(req.components) > 0 && !c.who.bot {
		return nil, errEmptyMessage
	}
	now := s.Now()
	if req.Enforce && req.Nonce != nil {
		if use, ok := s.nonces[nonceKey{c.who.ID, req.Nonce.text}]; ok && now.Sub(use.at) < nonceLife {
			if m := s.messages[use.message]; m != nil {
				return m.wire(c.who, true), nil
			}
		}
	}
	m := &message{author: c.who, channel: ch, nonce: req.Nonce, tts: req.TTS}
	var replied *message
	if req.Reference != nil && req.Reference.MessageID != 0 {
		if replied, err = s.replyTo(c.who, ch, m, req.Reference); err != nil {
			return nil, err
		}
	}
	if wait := ch.slow(c.who, now); wait > 0 {
		return nil,
			&Error{Status: 429, Code: 20016, Message: "This action cannot be performed due to slowmode rate limit.",
				Retry: wait.Seconds()}
	}
	if !ch.permissions(c.who).has(permEmbedLinks) {
		req.embeds = nil
	}
	s.apply(req, m, ch.ID)
	s.mention(m, req.Mentions, replied)
	s.post(ch, m)
	if req.Nonce != nil && req.Nonce.text != "" {
		s.rememberNonce(nonceKey{c.who.ID, req.Nonce.text}, m.id, now)
	}
	return m.wire(c.who, true), nil
}

func (s messageEndpoints) rememberNonce(key nonceKey, id Snowflake, now time.Time) {
	if len(s.nonces) > 4096 {
		for k, use := range s.nonces {
			if now.Sub(use.at) >= nonceLife {
				delete(s.nonces, k)
			}
		}
	}
	s.nonces[key] = nonceUse{id, now}
}

// replyTo makes m a reply. A deleted target is refused unless fail_if_not_exists is false.
func (s messageEndpoints) replyTo(who *user, ch *channel, m *message, ref *referenceRequest) (*message, error) {
	if !ch.permissions(who).has(permReadHistory) {
		return nil, errMissingPerms
	}
	target := s.messages[ref.MessageID]
	if target == nil || target.channel != ch || target.onlyFor != nil {
		if ref.Fail != nil && !*ref.Fail {
			return nil, nil
		}
		var f form
		f.add("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
		return nil, f.err()
	}
	m.kind = msgReply
	m.reference, m.replied = target.refer(), target
	return target, nil
}

func (s messageEndpoints) get(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, m, err := s.reachMessage(c, permReadHistory)
	if err != nil {
		return nil, err
	}
	return m.wire(c.who, s.hasContent(c.who)), nil
}

// hasContent reports whether the application may read what others write; REST depends on the same privilege.
func (s *state) hasContent(u *user) bool { return !u.bot || s.content }

// list lists a channel's messages, newest first.
func (s messageEndpoints) list(c *call) (any, error) {
	id, err := c.id("channel")
	if err != nil {
		return nil, err
	}
	q, limit := c.r.URL.Query(), 50
	var f form
	if text := q.Get("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 100 {
			f.add("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.")
		}
	}
	bounds := map[string]Snowflake{}
	for _, key := range []string{"before", "after", "around"} {
		if text := q.Get(key); text != "" {
			if bounds[key], err = ParseSnowflake(text); err != nil {
				f.add(key, "NUMBER_TYPE_COERCE", "Value is not snowflake.")
			}
		}
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.reach(c.who, id, 0)
	if err != nil {
		return nil, err
	}
	list := []wire.Message{}
	if !ch.permissions(c.who).has(permReadHistory) {
		return list, nil
	}
	for _, m := range within(ch.messages, bounds, limit) {
		list = append(list, m.wire(c.who, s.hasContent(c.who)))
	}
	return list, nil
}

// within returns at most limit messages before, after or around an id, newest first.
func within(all []*message, bounds map[string]Snowflake, limit int) []*message {
	index := func(id Snowflake) int {
		i, _ := slices.BinarySearchFunc(all, id, func(m *message, id Snowflake) int {
			switch {
			case m.id < id:
				return -1
			case m.id > id:
				return 1
			}
			return 0
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

func (s messageEndpoints) edit(c *call) (any, error) {
	var body messageRequest
	if err := c.into(&body); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, m, err := s.reachMessage(c, 0)
	if err != nil {
		return nil, err
	}
	req, err := s.inspect(body, c.files, m.flags&flagV2 != 0)
	if err != nil {
		return nil, err
	}
	if m.author != c.who {
		return nil, errNotYours
	}
	if ch.thread != nil && ch.thread.archived {
		return nil, errArchived
	}
	if len(c.files) > 0 && !ch.permissions(c.who).has(permAttachFiles) {
		return nil, errMissingPerms
	}
	if !ch.permissions(c.who).has(permEmbedLinks) {
		req.embeds = nil
	}
	return s.change(c.who, req, m)
}

// change edits a message in place. Mentions are determined again but never ping. The caller holds mu.
func (s *state) change(who *user, req *checked, m *message) (any, error) {
	if req.leavesNothing(m) {
		return nil, errEmptyMessage
	}
	s.apply(req, m, m.channel.ID)
	m.flags &^= flagLoading
	if req.Content.Set {
		s.mention(m, req.Mentions, nil)
	}
	now := s.Now()
	m.edited = &now
	s.emitMessage("MESSAGE_UPDATE", m)
	return m.wire(who, true), nil
}

func (s messageEndpoints) remove(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, m, err := s.reachMessage(c, 0)
	if err != nil {
		return nil, err
	}
	if m.author != c.who && (ch.isDM() || !ch.permissions(c.who).has(permManageMessages)) {
		return nil, errMissingPerms
	}
	if ch.thread != nil && ch.thread.archived {
		return nil, errArchived
	}
	s.deleteMessage(m)
	return nil, nil
}

func (s messageEndpoints) bulkDelete(c *call) (any, error) {
	var body struct {
		Messages []Snowflake `json:"messages"`
	}
	if err := c.into(&body); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.place(c, permManageMessages)
	if err != nil {
		return nil, err
	}
	for _, mid := range body.Messages {
		if m := s.messages[mid]; m != nil && m.channel == ch && m.onlyFor == nil {
			s.deleteMessage(m)
		}
	}
	return nil, nil
}

func (s messageEndpoints) pins(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.place(c, permReadHistory)
	if err != nil {
		return nil, err
	}
	list := []wire.Message{}
	for _, m := range ch.messages {
		if m.pinned {
			list = append(list, m.wire(c.who, s.hasContent(c.who)))
		}
	}
	return list, nil
}

func (s messageEndpoints) pin(c *call) (any, error)   { return s.setPinned(c, true) }
func (s messageEndpoints) unpin(c *call) (any, error) { return s.setPinned(c, false) }

func (s messageEndpoints) setPinned(c *call, pinned bool) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, m, err := s.reachMessage(c, 0)
	if err != nil {
		return nil, err
	}
	if !ch.isDM() && !ch.permissions(c.who).has(permManageMessages) {
		return nil, errMissingPerms
	}
	m.pinned = pinned
	s.emitMessage("MESSAGE_UPDATE", m)
	return nil, nil
}
