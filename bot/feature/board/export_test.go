package board

import (
	"testing"
	"time"
)

// Patience changes, for a test, how long a connection may take to say who it is, and how often each looks by itself. It is called before
// anything is served.
func Patience(t *testing.T, hello, look time.Duration) {
	wasHello, wasLook, wasCheck := helloWithin, lookEvery, checkEvery
	helloWithin, lookEvery, checkEvery = hello, look, look
	t.Cleanup(func() { helloWithin, lookEvery, checkEvery = wasHello, wasLook, wasCheck })
}

// PollFor changes, for a test, how long a request for news waits.
func PollFor(t *testing.T, d time.Duration) {
	was := pollFor
	pollFor = d
	t.Cleanup(func() { pollFor = was })
}

// WriteWithin changes, for a test, how long a message may take until who reads slowly is dropped.
func WriteWithin(t *testing.T, d time.Duration) {
	was := writeWithin
	writeWithin = d
	t.Cleanup(func() { writeWithin = was })
}
