package bot_test

import (
	"net/http"
	"testing"

	"yeye/bot/sandbox/conform"
)

// watched checks the bot's requests: every control has a handler and, if the environment names Discord's own description, every
// body conforms to it.
func watched(t *testing.T) func(http.Handler) http.Handler {
	answerable := answerable(t)
	conforming := conform.Sent(func(e conform.Exchange, err error) {
		t.Errorf("%s %s: Discord's description refuses it: %v\n%.600s", e.Method, e.Path, err, e.Body)
	})
	return func(next http.Handler) http.Handler {
		if conforming != nil {
			next = conforming(next)
		}
		return answerable(next)
	}
}
