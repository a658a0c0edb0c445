package conform

import (
	"errors"
	"net/http"
	"os"
	"sync"
)

// FromEnv returns a Checker for the file that DISCORD_OPENAPI names, nil if it is not set. It reads the file once, and
// panics if it cannot be read.
var FromEnv = sync.OnceValue(func() *Checker {
	path := os.Getenv("DISCORD_OPENAPI")
	if path == "" {
		return nil
	}
	c, err := Open(path)
	if err != nil {
		panic(err)
	}
	return c
})

// CheckRequests returns a value for the sandbox's option Wrap: each body that a bot sends is checked against the
// description that the environment names, and refused receives those that it does not allow. It is nil if the
// environment names none.
func CheckRequests(refused func(Exchange, error)) func(http.Handler) http.Handler {
	c := FromEnv()
	if c == nil {
		return nil
	}
	return Record(func(e Exchange) {
		if !e.ByBot || len(e.Body) == 0 {
			return
		}
		if err := c.Request(e.Method, e.Path, e.Body); err != nil && !errors.Is(err, ErrUnknown) {
			refused(e, err)
		}
	})
}
