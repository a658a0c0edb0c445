package sandbox

import (
	"encoding/json"

	"yeye/bot/sandbox/wire"
)

// Callback types.
const (
	callbackPong            = 1
	callbackMessage         = 4
	callbackDeferredMessage = 5
	callbackDeferredUpdate  = 6
	callbackUpdate          = 7
	callbackAutocomplete    = 8
	callbackModal           = 9
)

// callbackRequest is the bot's first response. Data has a message's fields and, for two types, further ones.
type callbackRequest struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// callbackData is a message with the additional fields of autocomplete and modals. discordgo sends a message's empty
// fields with every type; Discord ignores them and so does the sandbox.
type callbackData struct {
	messageRequest
	Choices  []wire.Choice `json:"choices"`
	CustomID string        `json:"custom_id"`
	Title    string        `json:"title"`
}

// callbackEndpoints serve the first response to an interaction.
type callbackEndpoints struct{ *state }

// create handles the first response.
func (s callbackEndpoints) create(c *call, b callbackRequest) (any, error) {
	var d callbackData
	if len(b.Data) > 0 && string(b.Data) != "null" {
		if err := decodeStrict(b.Data, &d); err != nil {
			return nil, err
		}
	}
	i := s.interactions.byID[c.id("interaction")]
	switch {
	case i == nil || i.token != c.r.PathValue("token"):
		return nil, errUnknownInteraction
	case i.callbackType != 0:
		return nil, errAlreadyAcknowledged
	case i.expired:
		return nil, errUnknownInteraction
	}
	if err := i.checkCallbackType(b.Type); err != nil {
		return nil, err
	}
	m, err := s.respond(i, b.Type, &d, c.files)
	if err != nil {
		return nil, err
	}
	i.callbackType = b.Type
	i.timer.Stop()
	s.notifyUser(i, b.Type, &d)
	if c.r.URL.Query().Get("with_response") != "true" {
		return nil, nil
	}
	return s.responseBody(i, b.Type, m), nil
}

// checkCallbackType checks that a response's type fits the interaction's.
func (i *interaction) checkCallbackType(kind int) error {
	var f formErrors
	fromMessage := i.message != nil && i.kind != interCommand
	ok := false
	switch kind {
	case callbackMessage, callbackDeferredMessage:
		ok = i.kind != interAutocomplete
	case callbackDeferredUpdate, callbackUpdate:
		ok = fromMessage
	case callbackAutocomplete:
		ok = i.kind == interAutocomplete
	case callbackModal:
		ok = i.kind == interCommand || i.kind == interComponent
	}
	f.choice("type", ok, "4, 5, 6, 7, 8, 9, as the interaction allows")
	return f.err()
}

// respond applies a callback and returns the message that it creates or changes, nil if there is none. The caller holds
// mu.
func (s callbackEndpoints) respond(i *interaction, kind int, d *callbackData, files []upload) (*message, error) {
	switch kind {
	case callbackMessage:
		req, err := s.validate(d.messageRequest, files, false)
		if err != nil {
			return nil, err
		}
		if req.empty() {
			return nil, errEmptyMessage
		}
		i.original = s.postResponse(i, d.Flags.Value, req)
		return i.original, nil
	case callbackDeferredMessage:
		i.original = s.postResponse(i, d.Flags.Value|flagLoading, nil)
		return i.original, nil
	case callbackDeferredUpdate:
		i.original = i.message
		return i.message, nil
	case callbackUpdate:
		i.original = i.message
		if err := i.message.checkEditable(); err != nil {
			return nil, err
		}
		req, err := s.validate(d.messageRequest, files, i.message.flags&flagV2 != 0)
		if err != nil {
			return nil, err
		}
		d.ignoreNulls(req)
		_, err = s.editMessage(s.bot, req, i.message)
		return i.message, err
	case callbackAutocomplete:
		var f formErrors
		size := 0
		kind := optString
		if len(i.options) > 0 {
			kind = i.options[0].Type
		}
		f.choices("data.choices", d.Choices, kind, &size)
		return nil, f.err()
	}
	var f formErrors
	f.length("data.title", d.Title, 1, 45)
	f.length("data.custom_id", d.CustomID, 1, 100)
	if err := f.err(); err != nil {
		return nil, err
	}
	modal, err := readModal(d.Components.Value)
	if err != nil {
		return nil, err
	}
	i.modal, i.customID, i.title = modal, d.CustomID, d.Title
	return nil, nil
}

// ignoreNulls ignores the "components":null and "embeds":null that discordgo habitually sends in an update: Discord
// takes null there for "unchanged".
func (d *callbackData) ignoreNulls(req *validMessage) {
	if d.Components.Null {
		req.Components.Set = false
	}
	if d.Embeds.Null {
		req.Embeds.Set = false
	}
}

// checkEditable refuses changes to messages that are deleted or in an archived thread.
func (m *message) checkEditable() error {
	if m.deleted {
		return errUnknownMessage
	}
	if t := m.channel.thread; t != nil && t.archived && m.ephemeralFor == nil {
		return errArchived
	}
	return nil
}

// postResponse posts the message that responds to an interaction; req is nil for a deferred one.
func (s callbackEndpoints) postResponse(i *interaction, flags int, req *validMessage) *message {
	m := &message{flags: flags & (flagEphemeral | flagLoading)}
	switch {
	case i.kind == interCommand && i.context:
		m.kind = msgContextMenu
	case i.kind == interCommand:
		m.kind = msgCommand
	case i.message != nil:
		m.kind = msgReply
		m.reference, m.repliedTo = i.message.newReference(), i.message
	}
	return s.postWebhook(i, m, req)
}

// notifyUser sends the outcome to the client of the user who interacted. The caller holds mu.
func (s callbackEndpoints) notifyUser(i *interaction, kind int, d *callbackData) {
	switch kind {
	case callbackAutocomplete:
		choices := []wire.Choice{}
		for _, c := range d.Choices {
			c.NameLocalized = inLocale(c.NameLocalizations, i.user.Locale, c.Name)
			choices = append(choices, c)
		}
		s.hub.toUser(i.user, "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE",
			map[string]any{"choices": choices, "nonce": i.nonce})
		return
	case callbackModal:
		s.showModal(i)
	}
	s.hub.toUser(i.user, "INTERACTION_SUCCESS", map[string]any{"id": i.id, "nonce": i.nonce})
}

// responseBody returns the body for with_response=true.
func (s callbackEndpoints) responseBody(i *interaction, kind int, m *message) any {
	inter := map[string]any{"id": i.id, "type": i.kind}
	response := map[string]any{"interaction": inter}
	if m != nil {
		inter["response_message_id"] = m.id
		inter["response_message_loading"] = m.flags&flagLoading != 0
		inter["response_message_ephemeral"] = m.flags&flagEphemeral != 0
	}
	if kind == callbackMessage || kind == callbackUpdate { // the description has no resource for other responses
		response["resource"] = map[string]any{"type": kind, "message": m.wire(s.bot, true)}
	}
	return response
}

// showModal sends a modal to the person it is for. The caller holds mu.
func (s callbackEndpoints) showModal(i *interaction) {
	s.hub.toUser(i.user, "INTERACTION_MODAL_CREATE", map[string]any{
		"id": i.id, "channel_id": i.channel.ID, "custom_id": i.customID, "title": i.title, "components": i.modal,
		"nonce": i.nonce,
		"application": map[string]any{"id": s.bot.ID, "name": s.bot.Name, "description": "", "icon": nil,
			"bot": s.bot.wire()},
	})
}
