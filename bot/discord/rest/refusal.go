package rest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
)

// unreadableError is a response with a success status whose body was not understood.
type unreadableError struct {
	kind   string
	status int
	err    error
}

func (e *unreadableError) Error() string {
	return fmt.Sprintf("the answer to %q was not understood: %v", e.kind, e.err)
}

func (e *unreadableError) Unwrap() error { return e.err }

// markedError is an error with a second one in its chain.
type markedError struct {
	error
	mark error
}

func (e *markedError) Unwrap() []error { return []error{e.error, e.mark} }

// withOutcome adds [discord.ErrUncertain] or [discord.ErrNotSent] to the error of a request. maybeSentTwice reports
// whether an earlier try may have been carried out. A permanent refusal gets neither.
func withOutcome(err error, maybeSentTwice, carriedOut bool) error {
	switch api := discord.AsAPIError(err); {
	case maybeSentTwice || carriedOut:
		return &markedError{err, discord.ErrUncertain}
	case api == nil || isRateLimit(err):
		return &markedError{err, discord.ErrNotSent}
	}
	return err
}

// apiError reads Discord's error body.
func apiError(resp *http.Response, data []byte) *discord.APIError {
	var e struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		RetryAfter float64         `json:"retry_after"`
		Errors     json.RawMessage `json:"errors"`
	}
	_ = wire.Decode(data, &e) // a proxy's page is not JSON: the status says enough
	api := &discord.APIError{Status: resp.StatusCode, Code: e.Code, Message: e.Message,
		RetryAfter: seconds(e.RetryAfter)}
	api.Message = cmp.Or(api.Message, http.StatusText(resp.StatusCode))
	if len(e.Errors) > 0 {
		api.Message += " " + string(e.Errors[:min(len(e.Errors), 500)])
	}
	if resp.StatusCode == http.StatusTooManyRequests && api.RetryAfter <= 0 {
		after, err := strconv.ParseFloat(resp.Header.Get("Retry-After"), 64) // a proxy's page has no body of Discord's
		if api.RetryAfter = seconds(after); err != nil || after <= 0 {
			api.RetryAfter = time.Second
		}
	}
	return api
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
