package sandbox

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"slices"
	"time"

	"yeye/bot/sandbox/wire"
)

// Interaction types.
const (
	interCommand      = 2
	interComponent    = 3
	interAutocomplete = 4
	interModal        = 5
)

// Discord's limits on an interaction.
const (
	responseTimeout = 3 * time.Second  // of real time, for the first response; see Options.AnswerWithin
	tokenLifetime   = 15 * time.Minute // of the sandbox's clock, for later responses
)

// interaction is a user's command, component use, autocomplete or modal submission, and the bot's response so far.
type interaction struct {
	id           Snowflake
	token        string
	kind         int
	user         *user
	channel      *channel
	nonce        string
	name         string        // of the command
	context      bool          // a context menu command
	message      *message      // whose component was used, or from whose component the modal came
	options      []wire.Option // of the command, to check autocomplete answers
	focused      string
	at           time.Time
	timer        *time.Timer
	expired      bool     // three seconds passed without a response
	callbackType int      // callback type, 0 while there is none
	original     *message // the message that @original means
	modal        []wire.Component
	customID     string
	title        string
	modalOpener  *interaction // of a submitted modal: the interaction that opened it
}

// interactionStore finds interactions by id and token.
type interactionStore struct {
	byID    map[Snowflake]*interaction
	byToken map[string]*interaction
	order   []*interaction
}

func (b *interactionStore) add(i *interaction) {
	b.byID[i.id], b.byToken[i.token] = i, i
	b.order = append(b.order, i)
}

// prune drops interactions whose token has expired. The caller holds mu.
func (b *interactionStore) prune(now time.Time) {
	n := 0
	for n < len(b.order) && now.Sub(b.order[n].at) > tokenLifetime {
		delete(b.byID, b.order[n].id)
		delete(b.byToken, b.order[n].token)
		n++
	}
	if n > 0 {
		b.order = slices.Clone(b.order[n:])
	}
}

func (b *interactionStore) stopTimers() {
	for _, i := range b.order {
		if i.timer != nil {
			i.timer.Stop()
		}
	}
}

// integrationOwners returns authorizing_integration_owners: the guild, or "0" in a DM.
func (i *interaction) integrationOwners() map[string]string {
	if i.channel.guild == nil {
		return map[string]string{"0": "0"}
	}
	return map[string]string{"0": i.channel.guild.ID.String()}
}

// metadata returns which interaction a message answers.
func (i *interaction) metadata() *wire.InteractionMetadata {
	m := &wire.InteractionMetadata{ID: i.id.String(), Type: i.kind, User: i.user.wire(), Owners: i.integrationOwners()}
	switch {
	case i.kind == interCommand:
		m.Name = i.name
	case i.kind == interModal && i.modalOpener != nil:
		m.Triggering = i.modalOpener.metadata()
	case i.message != nil:
		m.Interacted = i.message.id.String()
	}
	return m
}

// interactionEndpoints serve what users send: commands, components, autocomplete, modals.
type interactionEndpoints struct{ *state }

// dispatch gives an interaction its id and token, sends it to the bot and starts the timer for the first response. The
// caller holds mu.
func (s interactionEndpoints) dispatch(i *interaction, data any) {
	secret := make([]byte, 96)
	rand.Read(secret)
	i.id, i.at = s.nextID(), s.Now()
	i.token = base64.RawURLEncoding.EncodeToString(append([]byte("interaction:"+i.id.String()+":"), secret...))
	s.interactions.add(i)
	s.hub.toUser(i.user, "INTERACTION_CREATE", map[string]any{"id": i.id, "nonce": i.nonce})
	event := map[string]any{
		"id": i.id, "application_id": s.bot.ID, "type": i.kind, "data": data, "channel_id": i.channel.ID,
		"channel": i.channel.wire(s.bot), "token": i.token, "version": 1, "locale": i.user.Locale,
		"app_permissions": i.channel.permissions(s.bot).String(), "entitlements": []any{},
		"entitlement_sku_ids":            []any{},
		"authorizing_integration_owners": i.integrationOwners(), "attachment_size_limit": maxFileBytes,
	}
	if g := i.channel.guild; g == nil {
		event["user"], event["context"] = i.user.wire(), 1
	} else {
		member := g.member(i.user, true)
		member.Permissions = i.channel.permissions(i.user).String()
		event["member"], event["context"], event["guild_id"], event["guild_locale"] = member, 0, g.ID, "en-US"
		event["guild"] = map[string]any{"id": g.ID, "locale": "en-US", "features": []string{}}
	}
	if i.message != nil {
		event["message"] = i.message.wire(s.bot, true)
	}
	i.timer = time.AfterFunc(s.opt.AnswerWithin, func() { s.expire(i) })
	s.hub.emit("INTERACTION_CREATE", 0, i.channel.guild, func(u *user) bool { return u.bot },
		func(*user) any { return event })
}

// expire marks an interaction as failed if it has no response yet; it runs when the time for the first one is over.
func (s interactionEndpoints) expire(i *interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.callbackType == 0 {
		i.expired = true
		s.hub.toUser(i.user, "INTERACTION_FAILURE", map[string]any{"id": i.id, "nonce": i.nonce, "reason_code": 2})
	}
}

// expireByID expires an interaction at once. It ignores an unknown id.
func (s interactionEndpoints) expireByID(id string) {
	parsed, err := ParseSnowflake(id)
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.interactions.byID[parsed]; i != nil && i.callbackType == 0 {
		i.timer.Reset(0)
	}
}

// interactionRequest is the request that Discord's client sends when a user uses a command, a component or a modal.
type interactionRequest struct {
	Type          int             `json:"type"`
	ApplicationID Snowflake       `json:"application_id"`
	GuildID       Snowflake       `json:"guild_id"`
	ChannelID     Snowflake       `json:"channel_id"`
	MessageID     Snowflake       `json:"message_id"`
	SessionID     string          `json:"session_id"`
	Nonce         *Nonce          `json:"nonce"`
	Data          json.RawMessage `json:"data"`
}

// create handles the client's request to use a command or control. It answers 204; everything else arrives over the
// person's gateway connection. Its body is read as leniently as Discord does, for clients send many fields here.
func (s interactionEndpoints) create(c *call) (any, error) {
	var b interactionRequest
	if err := json.Unmarshal(c.body, &b); err != nil {
		return nil, decodeError(err)
	}
	var f formErrors
	f.choice("type", b.Type >= interCommand && b.Type <= interModal, "2, 3, 4, 5")
	if b.ChannelID == 0 {
		f.required("channel_id")
	}
	if len(b.Data) == 0 {
		f.required("data")
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	if b.ApplicationID != 0 && b.ApplicationID != s.bot.ID {
		return nil, errUnknownApp
	}
	need := permUseCommands
	if b.Type == interComponent || b.Type == interModal {
		need = 0
	}
	ch, err := s.channelForUser(c.user, b.ChannelID, need)
	if err != nil {
		return nil, err
	}
	i := &interaction{kind: b.Type, user: c.user, channel: ch}
	if b.Nonce != nil {
		i.nonce = b.Nonce.text
	}
	switch b.Type {
	case interComponent:
		return nil, s.useComponent(i, b)
	case interModal:
		return nil, s.submitModal(i, b)
	}
	return nil, s.useCommand(c, i, b)
}
