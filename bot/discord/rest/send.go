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
)

// route is one kind of request.
type route struct {
	method     string
	path       string // below the version, with ids filled in
	key        string // what Discord counts it under: the kind of route and, after a blank, its channel
	exempt     bool   // interaction answers: no limit applies, and no token is needed
	idempotent bool   // may be sent twice: the second time changes nothing
}

// kind is the route without ids.
func (r route) kind() string {
	kind, _, _ := strings.Cut(r.key, " ")
	return kind
}

// body is what a request carries.
type body struct {
	contentType string
	data        []byte
}

const userAgent = "DiscordBot (https://github.com/yeye-xiangqi/yeye, 1)"

const (
	// maxTries bounds how often a rate-limited request is sent.
	maxTries = 5
	// betweenTries is the pause before what may be sent twice is, after a fault.
	betweenTries = 500 * time.Millisecond
	// tryWithin bounds a single try, also where the caller's context has no end: a server that took the request and says nothing
	// must not hold anybody for good.
	tryWithin = 20 * time.Second
	// answerWithin is how long after its first try an interaction's answer may still be sent again; Discord gives three seconds in
	// all.
	answerWithin = 1500 * time.Millisecond
	// maxAnswer is how much of an answer is read.
	maxAnswer = 8 << 20
)

// reader takes what it needs out of an answer's body; nil takes nothing.
type reader func([]byte) error

// call sends a request and has its answer read.
func (c *Client) call(ctx context.Context, r route, b *body, read reader) error {
	_, err := c.send(ctx, r, b, read)
	return err
}

// send is call, and reports whether an earlier try may have been carried out.
func (c *Client) send(ctx context.Context, r route, b *body, read reader) (twice bool, err error) {
	begun := time.Now()
	failed := false // a try before this one
	for try := 1; ; try++ {
		if err := c.limits.wait(ctx, r); err != nil {
			return twice, marked(err, twice, false)
		}
		sent := time.Now()
		err := c.once(ctx, r, b, read)
		c.observer.sent(r.kind(), statusOf(err), time.Since(sent))
		if err == nil {
			return twice, nil
		}
		carriedOut := mayBeCarriedOut(err)
		pause, again := c.pauseAfter(r, err, try, failed, carriedOut, time.Since(begun))
		if !again || ctx.Err() != nil {
			return twice, marked(err, twice, carriedOut)
		}
		if !isRateLimit(err) {
			failed, twice = true, carriedOut
		}
		if pause > 0 && sleep(ctx, pause) != nil {
			return twice, marked(err, twice, carriedOut)
		}
	}
}

// pauseAfter is how long to wait before a request is sent again after an error, and whether to.
func (c *Client) pauseAfter(r route, err error, try int, failed, carriedOut bool, since time.Duration) (time.Duration, bool) {
	pause := betweenTries
	if r.exempt {
		pause /= 2 // somebody is waiting
	}
	var unread *unreadableError
	switch {
	case isRateLimit(err) && r.exempt:
		// No bucket of ours holds it back: the pause is here, if it is in time.
		pause := discord.AsAPIError(err).RetryAfter
		return pause, try == 1 && since+pause <= answerWithin
	case isRateLimit(err):
		c.log.Warn("rate limited", "route", r.key, "retry_after", discord.AsAPIError(err).RetryAfter)
		return 0, try < maxTries // the limits know how long
	case failed:
		return 0, false
	case errors.As(err, &unread):
		return pause, r.method == http.MethodGet // what changes something has changed it
	case !carriedOut:
		return pause, discord.AsAPIError(err) == nil // no connection was made
	}
	return pause, r.idempotent || r.method == http.MethodGet
}

// once sends a request a single time.
func (c *Client) once(ctx context.Context, r route, b *body, read reader) error {
	ctx, cancel := context.WithTimeout(ctx, tryWithin)
	defer cancel()
	var payload io.Reader
	if b != nil {
		payload = bytes.NewReader(b.data)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, c.base+r.path, payload)
	if err != nil {
		return redact(r, err)
	}
	req.Header.Set("User-Agent", userAgent)
	if !r.exempt {
		req.Header.Set("Authorization", "Bot "+c.token)
	}
	if b != nil {
		req.Header.Set("Content-Type", b.contentType)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return redact(r, err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return redact(r, err)
	}
	if resp.StatusCode >= 300 {
		api := refusal(resp, data)
		c.learn(r, resp, api.RetryAfter)
		return api
	}
	c.learn(r, resp, 0)
	if read == nil || len(data) == 0 {
		return nil
	}
	if err := read(data); err != nil {
		return &unreadableError{r.kind(), resp.StatusCode, err}
	}
	return nil
}

// learn takes in what an answer's headers say.
func (c *Client) learn(r route, resp *http.Response, retryAfter time.Duration) {
	scope, counts := c.limits.learn(r, resp.StatusCode, resp.Header, retryAfter, time.Now())
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

// statusOf is the HTTP status that an error tells of, 200 for no error, 0 where no answer came.
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

// mayBeCarriedOut reports whether a request may have been carried out that ended in an error: not one that Discord refused, nor
// one for which no connection was made.
func mayBeCarriedOut(err error) bool {
	if api := discord.AsAPIError(err); api != nil {
		return api.Status >= 500
	}
	var op *net.OpError
	return !errors.As(err, &op) || op.Op != "dial"
}

func isRateLimit(err error) bool {
	api := discord.AsAPIError(err)
	return api != nil && api.Status == http.StatusTooManyRequests
}

// sleep waits, or less if ctx ends, which is its error.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
