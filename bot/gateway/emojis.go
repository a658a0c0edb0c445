package gateway

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
)

// Emoji is one of the application's own.
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Emojis is the application's own emoji.
func (s *Sender) Emojis(ctx context.Context, application string) ([]Emoji, error) {
	var list struct {
		Items []Emoji `json:"items"`
	}
	err := s.call(ctx, emojiRoute(http.MethodGet, application, ""), nil, &list)
	return list.Items, err
}

// CreateEmoji uploads a PNG of at most 256 KiB under a name of 2–32 letters,
// digits and underscores that none of the application's has yet.
func (s *Sender) CreateEmoji(ctx context.Context, application, name string, png []byte) (Emoji, error) {
	b, err := encode(map[string]string{"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)}, nil)
	if err != nil {
		return Emoji{}, err
	}
	var made Emoji
	err = s.call(ctx, emojiRoute(http.MethodPost, application, ""), b, &made)
	return made, err
}

// DeleteEmoji removes one of the application's own.
func (s *Sender) DeleteEmoji(ctx context.Context, application, id string) error {
	return s.call(ctx, emojiRoute(http.MethodDelete, application, "/"+id), nil, nil)
}

func emojiRoute(method, application, rest string) route {
	return route{method: method, path: "/applications/" + application + "/emojis" + rest, key: "emojis " + method, again: method == http.MethodDelete}
}

// NoEmoji reports that a message was refused because it shows an emoji that is no
// more.
func NoEmoji(err error) bool {
	var api *APIError
	return errors.As(err, &api) && api.Status == http.StatusBadRequest && strings.Contains(api.Message, "INVALID_EMOJI")
}
