package gateway_test

import (
	"net/http"
	"testing"

	"yeye/bot/sandbox/conform"
)

// conforming checks the requests against Discord's own description, if the environment names it.
func conforming(t *testing.T) func(http.Handler) http.Handler {
	return conform.CheckRequests(func(e conform.Exchange, err error) {
		t.Errorf("%s %s: Discord's description refuses it: %v\n%.600s", e.Method, e.Path, err, e.Body)
	})
}
