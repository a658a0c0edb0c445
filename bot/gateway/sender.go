package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Sender sends all requests of the bot. It may be used from many goroutines; the
// order of requests that concern one message is the caller's.
type Sender struct {
	client *http.Client
	base   string
	token  string
	limits *limits
	log    *slog.Logger
	watch  Observer
}

func newSender(o Options) *Sender {
	return &Sender{
		client: &http.Client{Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			TLSHandshakeTimeout: 10 * time.Second,
			MaxIdleConnsPerHost: 64,
			IdleConnTimeout:     90 * time.Second,
			ForceAttemptHTTP2:   true,
		}},
		base: o.API + "/v9", token: o.Token, limits: newLimits(o.API == discordAPI), log: o.Logger, watch: o.Observer,
	}
}

// route is one kind of request.
type route struct {
	method string
	path   string // below the version, with ids filled in
	key    string // what Discord counts it under: the kind of route and, after a blank, its channel
	exempt bool   // interaction answers: no limit applies, and no token is needed
	again  bool   // may be sent twice: the second time changes nothing
}

// body is what a request carries.
type body struct {
	kind string // content type
	data []byte
}

const userAgent = "DiscordBot (https://github.com/yeye-xiangqi/yeye, 1)"

const (
	// mostTries bounds how often a rate-limited request is sent.
	mostTries = 5
	// betweenTries is the pause before what may be sent twice is, after a fault.
	betweenTries = 500 * time.Millisecond
	// tryWithin bounds a single try, also where the caller's context has no end: a
	// server that took the request and says nothing must not hold anybody for good.
	tryWithin = 20 * time.Second
	// answerWithin is how long after its first try an interaction's answer may still
	// be sent again; Discord gives three seconds in all.
	answerWithin = 1500 * time.Millisecond
)

// call sends a request and decodes the answer into out, if there is one.
func (s *Sender) call(ctx context.Context, r route, b *body, out any) error {
	twice, err := s.calls(ctx, r, b, out)
	return unsure(err, twice)
}

// calls is call, and reports whether an earlier try may have been carried out.
func (s *Sender) calls(ctx context.Context, r route, b *body, out any) (twice bool, err error) {
	begun := time.Now()
	for try := 1; ; try++ {
		if err := s.limits.wait(ctx, r); err != nil {
			return twice, err
		}
		sent := time.Now()
		err := s.once(ctx, r, b, out)
		s.watch.sent(r.kind(), statusOf(err), time.Since(sent))
		if err == nil || ctx.Err() != nil {
			return twice, err
		}
		var api *APIError
		limited := errors.As(err, &api) && api.Status == http.StatusTooManyRequests
		pause := betweenTries
		switch {
		case limited && r.exempt:
			// No bucket of ours holds it back: the pause is taken here, if it is in time.
			if pause = api.RetryAfter; try > 1 || time.Since(begun)+pause > answerWithin {
				return twice, err
			}
		case limited:
			if try >= mostTries {
				return twice, err
			}
			s.log.Warn("rate limited", "route", r.key, "retry_after", api.RetryAfter)
			continue // limits.wait knows
		case (api == nil || api.Status >= 500) && (r.again || r.method == http.MethodGet) && !twice:
			if twice = true; r.exempt {
				pause /= 2
			}
		default:
			return twice, err
		}
		if sleep(ctx, pause); ctx.Err() != nil {
			return twice, err
		}
	}
}

// statusOf is the HTTP status that an error tells of, 200 for none of it, 0 where
// no answer came.
func statusOf(err error) int {
	var api *APIError
	switch {
	case err == nil:
		return http.StatusOK
	case errors.As(err, &api):
		return api.Status
	}
	return 0
}

// kind is the route without ids.
func (r route) kind() string {
	kind, _, _ := strings.Cut(r.key, " ")
	if kind == "" {
		kind = r.method
	}
	return kind
}

func (s *Sender) once(ctx context.Context, r route, b *body, out any) error {
	ctx, cancel := context.WithTimeout(ctx, tryWithin)
	defer cancel()
	var payload io.Reader
	if b != nil {
		payload = bytes.NewReader(b.data)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, s.base+r.path, payload)
	if err != nil {
		return s.discreet(err)
	}
	req.Header.Set("User-Agent", userAgent)
	if !r.exempt {
		req.Header.Set("Authorization", "Bot "+s.token)
	}
	if b != nil {
		req.Header.Set("Content-Type", b.kind)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return s.discreet(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, 8<<20))
	if err != nil {
		return s.discreet(err)
	}
	if resp.StatusCode < 300 {
		s.limits.learn(r, resp.StatusCode, resp.Header, 0, time.Now())
		if out == nil || len(data) == 0 {
			return nil
		}
		if err := json.Unmarshal(data, out); err != nil {
			return fmt.Errorf("the answer to %s was not understood: %w", r.key, err)
		}
		return nil
	}
	api := refusal(resp, data)
	s.limits.learn(r, resp.StatusCode, resp.Header, api.RetryAfter, time.Now())
	return api
}

// refusal reads Discord's error body.
func refusal(resp *http.Response, data []byte) *APIError {
	var e struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		RetryAfter float64         `json:"retry_after"`
		Errors     json.RawMessage `json:"errors"`
	}
	_ = json.Unmarshal(data, &e) // a proxy's page is no JSON: the status says enough
	api := &APIError{Status: resp.StatusCode, Code: e.Code, Message: e.Message,
		RetryAfter: time.Duration(e.RetryAfter * float64(time.Second))}
	if api.Message == "" {
		api.Message = http.StatusText(resp.StatusCode)
	}
	if len(e.Errors) > 0 {
		api.Message += " " + string(e.Errors[:min(len(e.Errors), 500)])
	}
	if resp.StatusCode == http.StatusTooManyRequests && api.RetryAfter <= 0 {
		seconds, err := strconv.ParseFloat(resp.Header.Get("Retry-After"), 64) // a proxy's page has no body of Discord's
		if api.RetryAfter = time.Duration(seconds * float64(time.Second)); err != nil || seconds <= 0 {
			api.RetryAfter = time.Second
		}
	}
	return api
}

// discreet takes the address out of an error: an interaction's holds its token.
func (s *Sender) discreet(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		path := strings.TrimPrefix(u.URL, s.base)
		for _, secret := range []string{"/interactions/", "/webhooks/"} {
			if strings.HasPrefix(path, secret) {
				path = secret + "…"
			}
		}
		return fmt.Errorf("%s %s: %w", u.Op, path, u.Err)
	}
	return err
}
