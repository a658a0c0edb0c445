package ratelimit

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"
)

// Refused is a 429: a request was one too many.
type Refused struct {
	Scope string        // user, global or shared
	Wait  time.Duration // until the limit is over
}

func (e *Refused) Error() string {
	return fmt.Sprintf("429, %s rate limit for %v", e.Scope, e.Wait)
}

// Write answers a request with the refusal: Discord's headers, and the JSON body in which retry_after is in seconds.
func (e *Refused) Write(w http.ResponseWriter) {
	h := w.Header()
	retryAfter(h, e.Wait)
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

// RefuseBanned answers a banned bot as the network in front of Discord does: without JSON and without rate limit
// headers.
func RefuseBanned(w http.ResponseWriter, wait time.Duration) {
	retryAfter(w.Header(), wait)
	http.Error(w, "error code: 1015", http.StatusTooManyRequests)
}

// retryAfter sets the header Retry-After, which is in whole seconds.
func retryAfter(h http.Header, wait time.Duration) {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}
