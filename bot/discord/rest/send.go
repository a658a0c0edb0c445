package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"yeye/bot/discord"
	"yeye/internal/sleep"
)

// route is one kind of request.
type route struct {
	method     string
	path       string // below the version, with ids filled in
	key        string // Discord's unit of counting: the kind of route and, after a blank, its channel
	exempt     bool   // interaction responses: no limit applies, and no token is needed
	idempotent bool   // may be sent twice: the second time changes nothing
	reason     string // for the guild's audit log, "" for none
}

// kind is the route without ids.
func (r route) kind() string {
	kind, _, _ := strings.Cut(r.key, " ")
	return kind
}

// body is the content of a request.
type body struct {
	contentType string
	data        []byte
}

const (
	// maxTries bounds how often a rate-limited request is sent.
	maxTries = 5
	// betweenTries is the pause after a fault before a request that may be repeated is sent again.
	betweenTries = 500 * time.Millisecond
	// tryTimeout bounds a single try, even if the caller's context has no deadline: a server that accepted the request
	// and does not respond must not block a caller forever.
	tryTimeout = 20 * time.Second
	// answerTimeout is how long after its first try an interaction's response may still be sent again; Discord gives
	// three seconds in all.
	answerTimeout = 1500 * time.Millisecond
	// maxResponse limits how many bytes of a response are read.
	maxResponse = 8 << 20
)

// reader extracts what it needs from a response's body; nil ignores the body.
type reader func([]byte) error

// call sends a request and reads its response.
func (c *Client) call(ctx context.Context, r route, b *body, read reader) error {
	_, err := c.send(ctx, r, b, read)
	return err
}

// callWith sends a request with a payload and files, and reads its response.
func (c *Client) callWith(ctx context.Context, r route, payload any, files []discord.File, read reader) error {
	b, err := encode(payload, files)
	if err != nil {
		return err
	}
	return c.call(ctx, r, b, read)
}

// send sends like call, and reports whether an earlier try may have been carried out.
func (c *Client) send(ctx context.Context, r route, b *body, read reader) (maybeSentTwice bool, err error) {
	started := time.Now()
	failed := false // a try before this one
	for try := 1; ; try++ {
		if err := c.limits.wait(ctx, r); err != nil {
			return maybeSentTwice, withOutcome(err, maybeSentTwice, false)
		}
		sent := time.Now()
		err := c.sendOnce(ctx, r, b, read)
		c.observer.sent(r.kind(), statusOf(err), time.Since(sent))
		if err == nil {
			return maybeSentTwice, nil
		}
		carriedOut := mayBeCarriedOut(err)
		pause, again := c.pauseAfter(r, err, try, failed, carriedOut, time.Since(started))
		if !again || ctx.Err() != nil {
			return maybeSentTwice, withOutcome(err, maybeSentTwice, carriedOut)
		}
		if !isRateLimit(err) {
			failed, maybeSentTwice = true, carriedOut
		}
		if pause > 0 && sleep.For(ctx, pause) != nil {
			return maybeSentTwice, withOutcome(err, maybeSentTwice, carriedOut)
		}
	}
}

// pauseAfter returns how long to wait before a request is sent again after an error, and whether to.
func (c *Client) pauseAfter(r route, err error, try int, failed, carriedOut bool,
	since time.Duration) (time.Duration, bool) {
	pause := betweenTries
	if r.exempt {
		pause /= 2 // a user is waiting
	}
	var unread *unreadableError
	switch {
	case isRateLimit(err) && r.exempt:
		// No bucket holds it back, so the pause is here, if it is still in time.
		pause := discord.AsAPIError(err).RetryAfter
		return pause, try == 1 && since+pause <= answerTimeout
	case isRateLimit(err):
		c.log.Warn("rate limited", "route", r.key, "retry_after", discord.AsAPIError(err).RetryAfter)
		return 0, try < maxTries // the limits know how long
	case failed:
		return 0, false
	case errors.As(err, &unread):
		return pause, r.method == http.MethodGet // the change has been carried out
	case !carriedOut:
		return pause, discord.AsAPIError(err) == nil // no connection was made
	}
	return pause, r.idempotent || r.method == http.MethodGet
}

// sendOnce makes one try of a request.
func (c *Client) sendOnce(ctx context.Context, r route, b *body, read reader) error {
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	var payload io.Reader
	if b != nil {
		payload = bytes.NewReader(b.data)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, c.base+r.path, payload)
	if err != nil {
		return redact(r, err)
	}
	req.Header.Set("User-Agent", c.agent)
	if !r.exempt {
		req.Header.Set("Authorization", "Bot "+c.token)
	}
	if b != nil {
		req.Header.Set("Content-Type", b.contentType)
	}
	if r.reason != "" {
		req.Header.Set("X-Audit-Log-Reason", url.PathEscape(r.reason))
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return redact(r, err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	if err != nil {
		return redact(r, err)
	}
	if resp.StatusCode >= 300 {
		api := apiError(resp, data)
		c.learn(r, resp, api)
		return api
	}
	c.learn(r, resp, nil)
	if read == nil {
		return nil
	}
	if err := read(data); err != nil {
		return &unreadableError{r.kind(), resp.StatusCode, err}
	}
	return nil
}

// learn updates the limits from a response's headers. api is its refusal, nil if it is none.
func (c *Client) learn(r route, resp *http.Response, api *discord.APIError) {
	scope, counts := c.limits.learn(r, resp.StatusCode, resp.Header, api, time.Now())
	if scope != "" {
		c.observer.rateLimited(r.kind(), scope)
	}
	if counts {
		c.observer.invalid(r.kind(), resp.StatusCode)
	}
}

// redact removes the address from an error: an interaction's holds its token, a proxy's may hold a password.
func redact(r route, err error) error {
	path := r.path
	for _, secret := range []string{"/interactions/", "/webhooks/"} {
		if strings.HasPrefix(path, secret) {
			path = secret + "…"
		}
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return fmt.Errorf("%s %s: %w", r.method, path, err)
}

// statusOf returns the HTTP status of an error, 200 for no error, 0 if no response came.
func statusOf(err error) int {
	var unread *unreadableError
	switch api := discord.AsAPIError(err); {
	case err == nil:
		return http.StatusOK
	case api != nil:
		return api.Status
	case errors.As(err, &unread):
		return unread.status
	}
	return 0
}

// mayBeCarriedOut reports whether a request that ended in an error may have been carried out: not if Discord refused
// it, or no connection was made.
func mayBeCarriedOut(err error) bool {
	if api := discord.AsAPIError(err); api != nil {
		return api.Status >= 500
	}
	var op *net.OpError
	return !errors.As(err, &op) || op.Op != "dial"
}

func isRateLimit(err error) bool {
	return discord.AsAPIError(err).RateLimited()
}
