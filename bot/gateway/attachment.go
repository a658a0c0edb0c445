package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// ErrTooLarge refuses an attachment that is larger than asked for.
var ErrTooLarge = errors.New("the attachment is too large")

// Attachment fetches a file that somebody attached, from the address that Discord
// gave for it, if it has at most that many bytes. No token goes with the request.
func (s *Sender) Attachment(ctx context.Context, url string, most int64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", userAgent)
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("attachment: %s", resp.Status)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, ErrTooLarge
	}
	return data, err
}
