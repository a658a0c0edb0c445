package board

import (
	"testing"
	"time"
)

// Patience changes, for a test, how long a connection may take to say who it is, and how often each looks by itself. It is called before
// anything is served.
func Patience(t *testing.T, hello, look time.Duration) {
	wasHello, wasLook, wasCheck := helloTimeout, readEvery, checkEvery
	helloTimeout, readEvery, checkEvery = hello, look, look
	t.Cleanup(func() { helloTimeout, readEvery, checkEvery = wasHello, wasLook, wasCheck })
}

// PollFor changes, for a test, how long a request for news waits.
func PollFor(t *testing.T, d time.Duration) {
	was := pollTimeout
	pollTimeout = d
	t.Cleanup(func() { pollTimeout = was })
}

// WriteWithin changes, for a test, how long a message may take until who reads slowly is dropped.
func WriteWithin(t *testing.T, d time.Duration) {
	was := writeTimeout
	writeTimeout = d
	t.Cleanup(func() { writeTimeout = was })
}
