package board

import (
	"testing"
	"time"
)

// Patience changes, for a test, how long a connection may take to say who it is, and how often each looks by itself. It is called before
// anything is served.
func Patience(t *testing.T, hello, look time.Duration) {
	wasHello, wasLook := helloWithin, lookEvery
	helloWithin, lookEvery = hello, look
	t.Cleanup(func() { helloWithin, lookEvery = wasHello, wasLook })
}
