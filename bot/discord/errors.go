package discord

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// APIError is a refusal by Discord. Code is Discord's own, 0 if it gave none.
type APIError struct {
	Status     int
	Code       int
	Message    string
	RetryAfter time.Duration
}

func (e *APIError) Error() string {
	return fmt.Sprintf("Discord answered %d (%d): %s", e.Status, e.Code, e.Message)
}

// ErrUncertain is what an error is besides when the request may have been carried out, or may yet be: its answer did not come,
// or not to an earlier try.
var ErrUncertain = errors.New("it may have been carried out all the same")

// ErrNotSent is what an error is besides when nothing was carried out and nothing will be: no request left this machine, or each
// that did was refused for its rate. Who tries again need not look at what is there.
var ErrNotSent = errors.New("nothing was sent")

// ErrForeignHost refuses an attachment whose address is not one of Discord's.
var ErrForeignHost = errors.New("the attachment is not at an address of Discord's")

// ErrTooLarge refuses an attachment that is larger than asked for.
var ErrTooLarge = errors.New("the attachment is too large")

// Discord's codes.
const (
	codeNoChannel     = 10003
	codeNoMessage     = 10008
	codeNoWebhook     = 10015
	codeNoInteraction = 10062
	codeUnauthorized  = 40001
	codeAnswered      = 40060
	codeNoAccess      = 50001
	codeArchived      = 50083
)

// Gone reports that the channel, message or interaction is no more, or archived.
func (e *APIError) Gone() bool {
	switch e.Code {
	case codeNoChannel, codeNoMessage, codeNoWebhook, codeNoInteraction, codeArchived:
		return true
	}
	return e.Status == http.StatusNotFound
}

// NoChannel reports a channel or thread that is no more.
func (e *APIError) NoChannel() bool { return e.Code == codeNoChannel }

// NoAccess reports a channel that the bot does not see: it left the guild, or was shut out.
func (e *APIError) NoAccess() bool { return e.Code == codeNoAccess }

// Dead reports an interaction that Discord does not know, or no more.
func (e *APIError) Dead() bool { return e.Code == codeNoInteraction }

// Answered reports an interaction that has its first answer.
func (e *APIError) Answered() bool { return e.Code == codeAnswered }

// Archived reports a thread that must be unarchived first.
func (e *APIError) Archived() bool { return e.Code == codeArchived }

// Forbidden reports a permission or access that is missing.
func (e *APIError) Forbidden() bool {
	return e.Status == http.StatusForbidden && e.Code != codeArchived
}

// Unauthorized reports a token that Discord does not accept.
func (e *APIError) Unauthorized() bool {
	return e.Status == http.StatusUnauthorized || e.Code == codeUnauthorized
}

// Temporary reports a fault that may pass by itself.
func (e *APIError) Temporary() bool {
	return e.Status == http.StatusTooManyRequests || e.Status >= 500
}

// AsAPIError is the refusal in an error, nil if there is none.
func AsAPIError(err error) *APIError {
	var api *APIError
	errors.As(err, &api)
	return api
}

// OutOfReach reports whether an error says that a message is no more, or that the bot may not touch it: nothing is left to do
// about it.
func OutOfReach(err error) bool {
	api := AsAPIError(err)
	return api != nil && (api.Gone() || api.Forbidden())
}

// MissingEmoji reports that a message was refused because it shows an emoji that is no more.
func MissingEmoji(err error) bool {
	api := AsAPIError(err)
	return api != nil && api.Status == http.StatusBadRequest && strings.Contains(api.Message, "INVALID_EMOJI")
}
