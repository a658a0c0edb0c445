package ratelimit

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"
)

// LimitError is a 429: a rate limit is exceeded.
type LimitError struct {
	Scope string        // user, global or shared
	Wait  time.Duration // until the limit is over
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("429, %s rate limit for %v", e.Scope, e.Wait)
}

// Write writes the 429 response: Discord's headers, and the JSON body in which retry_after is in seconds.
func (e *LimitError) Write(w http.ResponseWriter) {
	h := w.Header()
	setRetryAfter(h, e.Wait)
	h.Set("X-RateLimit-Scope", e.Scope)
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", e.Wait.Seconds()))
	h.Set("X-RateLimit-Remaining", "0")
	message := "You are being rate limited."
	if e.Scope == "shared" {
		message = "The resource is being rate limited."
	}
	if e.Scope == "global" {
		h.Set("X-RateLimit-Global", "true")
	}
	h.Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusTooManyRequests)
	json.NewEncoder(w).Encode(struct {
		Message    string  `json:"message"`
		RetryAfter float64 `json:"retry_after"`
		Global     bool    `json:"global"`
	}{message, math.Ceil(e.Wait.Seconds()*1000) / 1000, e.Scope == "global"})
}

// WriteBanned writes the response to a banned bot, as the network in front of Discord does: without JSON and without
// rate limit headers.
func WriteBanned(w http.ResponseWriter, wait time.Duration) {
	setRetryAfter(w.Header(), wait)
	http.Error(w, "error code: 1015", http.StatusTooManyRequests)
}

// setRetryAfter sets the header Retry-After, which is in whole seconds.
func setRetryAfter(h http.Header, wait time.Duration) {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}
