// Package race skips tests under the race detector in which it cannot find anything: long computations and searches of
// one goroutine, which take ten times as long under it. The gate also runs them without it.
//
// Out of scope: anything of ours. Only tests import it.
package race

import "testing"

// OneGoroutine skips the calling test if the race detector is on. Use it for tests with a single working goroutine.
func OneGoroutine(t testing.TB) {
	t.Helper()
	if Enabled {
		t.Skip("left to the tests without the race detector, which run too: only one goroutine works here")
	}
}
