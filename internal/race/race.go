// Package race skips single-goroutine tests under the race detector, which cannot find anything in them and makes them
// ten times slower. CI also runs them without it.
//
// Out of scope: anything specific to this project. Only tests import it.
package race

import "testing"

// OneGoroutine skips the calling test if the race detector is on. Use it for tests with a single working goroutine.
func OneGoroutine(t testing.TB) {
	t.Helper()
	if Enabled {
		t.Skip("left to the tests without the race detector, which run too: only one goroutine works here")
	}
}
