package gateway

import (
	"context"
	"errors"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Answers to interactions are exempt from the limits over all and carry their own
// token, so each goes out at once. A first answer may be sent again after a fault:
// if the first try was carried out, Discord says so (40060) and nothing happens.

func respondRoute(i *discordgo.Interaction) route {
	return route{method: http.MethodPost, path: "/interactions/" + i.ID + "/" + i.Token + "/callback?with_response=true",
		key: "respond", exempt: true, again: true}
}

func webhookRoute(method string, i *discordgo.Interaction, rest string) route {
	return route{method: method, path: "/webhooks/" + i.AppID + "/" + i.Token + rest, key: "webhook", exempt: true, again: method != http.MethodPost}
}

type response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// Respond gives an interaction's first answer and returns the id of the message
// it made or changed, "" where there is none.
func (s *Sender) Respond(ctx context.Context, i *discordgo.Interaction, kind discordgo.InteractionResponseType, m Message) (string, error) {
	r := response{Type: kind}
	switch kind {
	case discordgo.InteractionResponseDeferredMessageUpdate:
	case discordgo.InteractionResponseDeferredChannelMessageWithSource:
		if m.Private {
			r.Data = map[string]int{"flags": flagPrivate}
		}
	default:
		r.Data = m.json()
	}
	b, err := encode(r, m.Files)
	if err != nil {
		return "", err
	}
	var made struct {
		Resource struct {
			Message struct {
				ID string `json:"id"`
			} `json:"message"`
		} `json:"resource"`
		Interaction struct {
			ResponseMessageID string `json:"response_message_id"`
		} `json:"interaction"`
	}
	twice, err := s.calls(ctx, respondRoute(i), b, &made)
	if twice && answered(err) {
		if kind == discordgo.InteractionResponseChannelMessageWithSource && !m.Private {
			return s.original(ctx, i)
		}
		return "", nil
	}
	if id := made.Resource.Message.ID; id != "" {
		return id, nil
	}
	return made.Interaction.ResponseMessageID, unsure(err, twice)
}

// answered reports whether an error says that there is a first answer already.
func answered(err error) bool {
	var api *APIError
	return errors.As(err, &api) && api.Answered()
}

// original is the id of the first answer's message.
func (s *Sender) original(ctx context.Context, i *discordgo.Interaction) (string, error) {
	var m discordgo.Message
	err := s.call(ctx, webhookRoute(http.MethodGet, i, "/messages/@original"), nil, &m)
	return m.ID, err
}

// Choices answers an autocomplete.
func (s *Sender) Choices(ctx context.Context, i *discordgo.Interaction, choices []*discordgo.ApplicationCommandOptionChoice) error {
	if choices == nil {
		choices = []*discordgo.ApplicationCommandOptionChoice{}
	}
	b, err := encodeLean(response{discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": choices}})
	if err != nil {
		return err
	}
	return s.call(ctx, respondRoute(i), b, nil)
}

// Followup sends another message after the first answer and returns its id.
func (s *Sender) Followup(ctx context.Context, i *discordgo.Interaction, m Message) (string, error) {
	b, err := encode(m.json(), m.Files)
	if err != nil {
		return "", err
	}
	var made discordgo.Message
	err = s.call(ctx, webhookRoute(http.MethodPost, i, "?wait=true"), b, &made)
	return made.ID, err
}

// EditOriginal changes the first answer, or fills in a deferred one.
func (s *Sender) EditOriginal(ctx context.Context, i *discordgo.Interaction, m Message) error {
	m.Private = false // fixed by the first answer
	b, err := encode(m.json(), m.Files)
	if err != nil {
		return err
	}
	return s.call(ctx, webhookRoute(http.MethodPatch, i, "/messages/@original"), b, nil)
}

// DeleteOriginal takes the first answer away.
func (s *Sender) DeleteOriginal(ctx context.Context, i *discordgo.Interaction) error {
	return s.call(ctx, webhookRoute(http.MethodDelete, i, "/messages/@original"), nil, nil)
}
