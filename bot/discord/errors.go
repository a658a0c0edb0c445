package discord

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
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

// ErrUncertain is in an error's chain if Discord may have carried out the request, or still may: it, or an earlier
// attempt, got no response.
var ErrUncertain = errors.New("the request may still have been carried out")

// ErrNotSent is in an error's chain if Discord has not carried out the request and will not: it was never sent, or
// was only refused by rate limits. A retry cannot duplicate anything.
var ErrNotSent = errors.New("nothing was sent")

// ErrForeignHost refuses an attachment whose address is not one of Discord's.
var ErrForeignHost = errors.New("the attachment is not at an address of Discord's")

// ErrTooLarge refuses an attachment that is larger than the caller's limit.
var ErrTooLarge = errors.New("the attachment is too large")

// Discord's error codes.
const (
	codeUnknownChannel      = 10003
	codeUnknownMember       = 10007
	codeUnknownMessage      = 10008
	codeUnknownRole         = 10011
	codeUnknownWebhook      = 10015
	codeUnknownInteraction  = 10062
	codeUnauthorized        = 40001
	codeEditLimitReached    = 30046
	codeAlreadyAcknowledged = 40060
	codeMissingAccess       = 50001
	codeMissingPermission   = 50013
	codeArchived            = 50083
	codeLocked              = 160005
)

// is reports whether there is an error and it has one of the codes; without an error every report below is false too.
func (e *APIError) is(codes ...int) bool { return e != nil && slices.Contains(codes, e.Code) }

// Gone reports that the channel, message or interaction no longer exists, or is archived.
func (e *APIError) Gone() bool {
	return e.is(codeUnknownChannel, codeUnknownMessage, codeUnknownWebhook, codeUnknownInteraction, codeArchived) ||
		e != nil && e.Status == http.StatusNotFound
}

// UnknownChannel reports that the channel or thread no longer exists.
func (e *APIError) UnknownChannel() bool { return e.is(codeUnknownChannel) }

// UnknownMember reports that the user is no member of the guild.
func (e *APIError) UnknownMember() bool { return e.is(codeUnknownMember) }

// UnknownRole reports that the role no longer exists.
func (e *APIError) UnknownRole() bool { return e.is(codeUnknownRole) }

// MissingAccess reports that the bot cannot see the channel: it left the guild, or lost the permission.
func (e *APIError) MissingAccess() bool { return e.is(codeMissingAccess) }

// MissingPermission reports that the bot sees the channel, and lacks a permission there.
func (e *APIError) MissingPermission() bool { return e.is(codeMissingPermission) }

// UnknownInteraction reports that Discord does not know the interaction, or no longer does.
func (e *APIError) UnknownInteraction() bool { return e.is(codeUnknownInteraction) }

// AlreadyAcknowledged reports that the interaction already has its first response.
func (e *APIError) AlreadyAcknowledged() bool { return e.is(codeAlreadyAcknowledged) }

// Archived reports that the thread must be unarchived first.
func (e *APIError) Archived() bool { return e.is(codeArchived) }

// Locked reports that only moderators may write in the thread.
func (e *APIError) Locked() bool { return e.is(codeLocked) }

// EditLimitReached reports that a message older than an hour has been edited as often as Discord allows for now.
func (e *APIError) EditLimitReached() bool { return e.is(codeEditLimitReached) }

// RateLimited reports that a limit of requests was exceeded, not that of the edits of one message.
func (e *APIError) RateLimited() bool {
	return e != nil && e.Status == http.StatusTooManyRequests && !e.EditLimitReached()
}

// Forbidden reports that a permission or access is missing.
func (e *APIError) Forbidden() bool {
	return e != nil && e.Status == http.StatusForbidden && !e.Archived() && !e.Locked()
}

// Unauthorized reports that Discord does not accept the token.
func (e *APIError) Unauthorized() bool {
	return e != nil && e.Status == http.StatusUnauthorized || e.is(codeUnauthorized)
}

// Temporary reports that a retry may succeed.
func (e *APIError) Temporary() bool {
	return e != nil && (e.Status == http.StatusTooManyRequests || e.Status >= 500)
}

// AsAPIError returns the refusal in an error's chain, nil if there is none; the reports of nil are all false.
func AsAPIError(err error) *APIError {
	var api *APIError
	errors.As(err, &api)
	return api
}

// Refused reports whether Discord refuses a request for good: a retry cannot succeed.
func Refused(err error) bool {
	api := AsAPIError(err)
	return api != nil && !api.Temporary()
}

// OutOfReach reports whether a message no longer exists, or the bot may not touch it: nothing is left to do about it.
func OutOfReach(err error) bool {
	api := AsAPIError(err)
	return api.Gone() || api.Forbidden()
}

// MissingEmoji reports that a message was refused because it shows an emoji that no longer exists.
func MissingEmoji(err error) bool {
	api := AsAPIError(err)
	return api != nil && api.Status == http.StatusBadRequest && strings.Contains(api.Message, "INVALID_EMOJI")
}
