package rest

import (
	"cmp"
	"context"
	"net/http"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
	"yeye/bot/id"
)

// Responses to interactions are exempt from the overall limit and carry their own token, so each is sent at once. A
// first response may be sent again after a fault: if the first try was carried out, Discord reports it (40060) and
// nothing happens.

func respondRoute(i *discord.Interaction) route {
	return route{
		method: http.MethodPost, path: "/interactions/" + string(i.ID) + "/" + i.Token +
			"/callback?with_response=true",
		key: "respond", exempt: true, idempotent: true,
	}
}

func webhookRoute(method string, i *discord.Interaction, rest string) route {
	return route{
		method: method, path: "/webhooks/" + string(i.App) + "/" + i.Token + rest,
		key: "webhook", exempt: true, idempotent: method != http.MethodPost,
	}
}

type response struct {
	Type discord.ResponseKind `json:"type"`
	Data any                  `json:"data,omitempty"`
}

// Respond gives an interaction's first response and returns the id of the message that it created or changed, "" if
// there is none. Of the message of a deferral only Private counts. Choices are sent by [Client.Choices].
func (c *Client) Respond(ctx context.Context, i *discord.Interaction, kind discord.ResponseKind,
	m discord.Message) (id.Message, error) {
	r := response{Type: kind}
	switch kind {
	case discord.DeferUpdate:
		m.Files = nil
	case discord.DeferMessage:
		if m.Files = nil; m.Private {
			r.Data = wire.Private()
		}
	default:
		r.Data = wire.Post(&m)
	}
	b, err := encode(r, m.Files)
	if err != nil {
		return "", err
	}
	var created id.Message
	maybeSentTwice, err := c.send(ctx, respondRoute(i), b, func(data []byte) error {
		created = responseID(data)
		return nil
	})
	answered := discord.AsAPIError(err).AlreadyAcknowledged()
	creates := kind == discord.RespondMessage && !m.Private
	if answered && !maybeSentTwice { // by another process: this one answers each once
		c.warnOtherProcess.Do(func() {
			c.log.Warn("another process with this token has answered a command or click: two bots on one token " +
				"answer each other's requests; stop one of them, or reset the token if it is not yours")
		})
	}
	switch {
	case creates && (answered && maybeSentTwice || err == nil && created == ""):
		return c.original(ctx, i)
	case answered && maybeSentTwice:
		return "", nil
	}
	return created, err
}

// responseID returns the id of the message that a first response created or changed, "" if Discord does not say.
func responseID(data []byte) id.Message {
	var callback struct {
		Resource struct {
			Message struct {
				ID id.Message `json:"id"`
			} `json:"message"`
		} `json:"resource"`
		Interaction struct {
			ResponseMessageID id.Message `json:"response_message_id"`
		} `json:"interaction"`
	}
	_ = wire.Decode(data, &callback) // the response is given, whatever this looks like
	return cmp.Or(callback.Resource.Message.ID, callback.Interaction.ResponseMessageID)
}

// original returns the id of the first response's message.
func (c *Client) original(ctx context.Context, i *discord.Interaction) (message id.Message, err error) {
	err = c.call(ctx, webhookRoute(http.MethodGet, i, "/messages/@original"), nil, readID(&message))
	return message, err
}

// Choices answers autocomplete of an option.
func (c *Client) Choices(ctx context.Context, i *discord.Interaction, choices []discord.Choice) error {
	return c.callWith(ctx, respondRoute(i), response{discord.RespondChoices,
		map[string]any{"choices": wire.Choices(choices)}}, nil, nil)
}

// Modal responds by opening a form.
func (c *Client) Modal(ctx context.Context, i *discord.Interaction, f discord.Modal) error {
	return c.callWith(ctx, respondRoute(i), response{discord.RespondModal, wire.Modal(&f)}, nil, nil)
}

// Followup sends another message after the first response and returns its id.
func (c *Client) Followup(ctx context.Context, i *discord.Interaction,
	m discord.Message) (message id.Message, err error) {
	err = c.callWith(ctx, webhookRoute(http.MethodPost, i, "?wait=true"), wire.Post(&m), m.Files, readID(&message))
	return message, err
}

// EditOriginal changes the first response, or completes a deferred one.
func (c *Client) EditOriginal(ctx context.Context, i *discord.Interaction, m discord.Message) error {
	return c.callWith(ctx, webhookRoute(http.MethodPatch, i, "/messages/@original"), wire.Edit(&m), m.Files, nil)
}

// EditFollowup changes a message that was sent after the first response.
func (c *Client) EditFollowup(ctx context.Context, i *discord.Interaction, on id.Message, m discord.Message) error {
	return c.callWith(ctx, webhookRoute(http.MethodPatch, i, "/messages/"+string(on)), wire.Edit(&m), m.Files, nil)
}

// DeleteOriginal deletes the first response.
func (c *Client) DeleteOriginal(ctx context.Context, i *discord.Interaction) error {
	return c.call(ctx, webhookRoute(http.MethodDelete, i, "/messages/@original"), nil, nil)
}
