package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"yeye/bot/discord"
)

// Attachment fetches a file that a user attached, from the address that Discord gave for it, if it has at most limit
// bytes. The request carries no token and goes to Discord's own hosts and to the API's only: the address may be forged.
func (c *Client) Attachment(ctx context.Context, address string, limit int64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, stripURL(err)
	}
	if !c.mayFetch(req.URL) {
		return nil, discord.ErrForeignHost
	}
	req.Header.Set("User-Agent", c.agent)
	resp, err := c.attachments.Do(req)
	if err != nil {
		return nil, stripURL(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("attachment: %s", resp.Status)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, discord.ErrTooLarge
	}
	return data, err
}

// stripURL removes the address from an error, because errors are logged and anyone can read the file with it for a
// day.
func stripURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return fmt.Errorf("attachment: %w", err)
}

// mayFetch reports whether files may be fetched from an address: Discord's, or that of a sandbox or proxy.
func (c *Client) mayFetch(u *url.URL) bool {
	home := c.apiHost != "" && u.Host == c.apiHost
	discords := u.Host == "cdn.discordapp.com" || u.Host == "media.discordapp.net"
	return u.Scheme == "https" && (discords || home) || u.Scheme == "http" && home
}

// checkRedirect allows redirections to the same hosts only.
func (c *Client) checkRedirect(r *http.Request, via []*http.Request) error {
	if !c.mayFetch(r.URL) {
		return discord.ErrForeignHost
	}
	if len(via) >= 10 {
		return errors.New("too many redirections")
	}
	return nil
}
