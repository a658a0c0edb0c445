package discord

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// APIError is a refusal by Discord. Code is Discord's own, 0 if it sent none.
type APIError struct {
	Status     int
	Code       int
	Message    string
	RetryAfter time.Duration
}

func (e *APIError) Error() string {
	return fmt.Sprintf("Discord answered %d (%d): %s", e.Status, e.Code, e.Message)
}

// ErrUncertain is in an error's chain if the request may have been carried out, or may yet be: there was no response to
// it, or none to an earlier attempt.
var ErrUncertain = errors.New("the request may still have been carried out")

// ErrNotSent is in an error's chain if nothing was carried out and nothing will be: no request left this machine, or
// each that did was refused by a rate limit. A caller that retries need not check what exists.
var ErrNotSent = errors.New("nothing was sent")

// ErrForeignHost refuses an attachment whose address is not one of Discord's.
var ErrForeignHost = errors.New("the attachment is not at an address of Discord's")

// ErrTooLarge refuses an attachment that is larger than the caller's limit.
var ErrTooLarge = errors.New("the attachment is too large")

// Discord's error codes.
const (
	codeNoChannel     = 10003
	codeNoMember      = 10007
	codeNoMessage     = 10008
	codeNoRole        = 10011
	codeNoWebhook     = 10015
	codeNoInteraction = 10062
	codeUnauthorized  = 40001
	codeEditsUsedUp   = 30046
	codeAnswered      = 40060
	codeNoAccess      = 50001
	codeNoPermission  = 50013
	codeArchived      = 50083
	codeLocked        = 160005
)

// Gone reports that the channel, message or interaction no longer exists, or is archived.
func (e *APIError) Gone() bool {
	switch e.Code {
	case codeNoChannel, codeNoMessage, codeNoWebhook, codeNoInteraction, codeArchived:
		return true
	}
	return e.Status == http.StatusNotFound
}

// NoChannel reports that the channel or thread no longer exists.
func (e *APIError) NoChannel() bool { return e.Code == codeNoChannel }

// NoMember reports that the user is no member of the guild.
func (e *APIError) NoMember() bool { return e.Code == codeNoMember }

// NoRole reports that the role no longer exists.
func (e *APIError) NoRole() bool { return e.Code == codeNoRole }

// NoAccess reports that the bot cannot see the channel: it left the guild, or lost the permission.
func (e *APIError) NoAccess() bool { return e.Code == codeNoAccess }

// NoPermission reports that the bot sees the channel, and lacks a permission there.
func (e *APIError) NoPermission() bool { return e.Code == codeNoPermission }

// Dead reports that Discord does not know the interaction, or no longer does.
func (e *APIError) Dead() bool { return e.Code == codeNoInteraction }

// Answered reports that the interaction already has its first response.
func (e *APIError) Answered() bool { return e.Code == codeAnswered }

// Archived reports that the thread must be unarchived first.
func (e *APIError) Archived() bool { return e.Code == codeArchived }

// Locked reports that only moderators may write in the thread.
func (e *APIError) Locked() bool { return e.Code == codeLocked }

// EditsUsedUp reports that a message that is older than an hour has been edited as often as Discord allows for now.
func (e *APIError) EditsUsedUp() bool { return e.Code == codeEditsUsedUp }

// RateLimited reports that a limit of requests was exceeded, not that of the edits of one message.
func (e *APIError) RateLimited() bool {
	return e.Status == http.StatusTooManyRequests && !e.EditsUsedUp()
}

// Forbidden reports that a permission or access is missing.
func (e *APIError) Forbidden() bool {
	return e.Status == http.StatusForbidden && e.Code != codeArchived && e.Code != codeLocked
}

// Unauthorized reports that Discord does not accept the token.
func (e *APIError) Unauthorized() bool {
	return e.Status == http.StatusUnauthorized || e.Code == codeUnauthorized
}

// Temporary reports that a retry may succeed.
func (e *APIError) Temporary() bool {
	return e.Status == http.StatusTooManyRequests || e.Status >= 500
}

// AsAPIError returns the refusal in an error's chain, nil if there is none.
func AsAPIError(err error) *APIError {
	var api *APIError
	errors.As(err, &api)
	return api
}

// OutOfReach reports whether a message no longer exists, or the bot may not touch it: nothing is left to do about it.
func OutOfReach(err error) bool {
	api := AsAPIError(err)
	return api != nil && (api.Gone() || api.Forbidden())
}

// MissingEmoji reports that a message was refused because it shows an emoji that no longer exists.
func MissingEmoji(err error) bool {
	api := AsAPIError(err)
	return api != nil && api.Status == http.StatusBadRequest && strings.Contains(api.Message, "INVALID_EMOJI")
}
