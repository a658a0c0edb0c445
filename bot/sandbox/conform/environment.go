package conform

import (
	"errors"
	"net/http"
	"os"
	"sync"
)

// Environment gives the description that DISCORD_OPENAPI names, nil where it names none. A file that cannot be read is a
// mistake of the user who set the variable: it panics. It is read once.
var Environment = sync.OnceValue(func() *Checker {
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

// Sent gives what the sandbox's option Wrap takes: each body that a bot sends is checked against the description that the environment
// names, and refused gets what that does not allow. It is nil where the environment names none.
func Sent(refused func(Exchange, error)) func(http.Handler) http.Handler {
	c := Environment()
	if c == nil {
		return nil
	}
	return Watch(func(e Exchange) {
		if !e.ByBot || len(e.Body) == 0 {
			return
		}
		if err := c.Request(e.Method, e.Path, e.Body); err != nil && !errors.Is(err, ErrUnknown) {
			refused(e, err)
		}
	})
}
