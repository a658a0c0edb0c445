package gateway

import (
	"errors"
	"fmt"
	"net/http"
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

// ErrMayStand is what an error is besides when the request may have been carried
// out, or may yet be: its answer did not come, or not to an earlier try.
var ErrMayStand = errors.New("it may have been carried out all the same")

type mayStand struct{ error }

func (e mayStand) Unwrap() error        { return e.error }
func (e mayStand) Is(target error) bool { return target == ErrMayStand }

// unsure adds [ErrMayStand] where it is due. Twice is whether an earlier try may
// have been carried out.
func unsure(err error, twice bool) error {
	var api *APIError
	if err == nil || !twice && errors.As(err, &api) && api.Status < 500 {
		return err
	}
	return mayStand{err}
}

// Discord's codes.
const (
	noChannel     = 10003
	noMessage     = 10008
	noWebhook     = 10015
	noInteraction = 10062
	isAnswered    = 40060
	isArchived    = 50083
)

// Gone reports that the channel, message or interaction is no more, or archived.
func (e *APIError) Gone() bool {
	switch e.Code {
	case noChannel, noMessage, noWebhook, noInteraction, isArchived:
		return true
	}
	return e.Status == http.StatusNotFound
}

// NoChannel reports a channel or thread that is no more.
func (e *APIError) NoChannel() bool { return e.Code == noChannel }

// Dead reports an interaction that Discord does not know, or no more.
func (e *APIError) Dead() bool { return e.Code == noInteraction }

// Answered reports an interaction that has its first answer.
func (e *APIError) Answered() bool { return e.Code == isAnswered }

// Archived reports a thread that must be unarchived first.
func (e *APIError) Archived() bool { return e.Code == isArchived }

// Forbidden reports a permission or access that is missing.
func (e *APIError) Forbidden() bool {
	return e.Status == http.StatusForbidden && e.Code != isArchived
}

// Temporary reports a fault that may pass by itself.
func (e *APIError) Temporary() bool { return e.Status == http.StatusTooManyRequests || e.Status >= 500 }
