// Package race leaves tests to the gate's runs without the race detector that it can find nothing in: long sums and searches of one
// goroutine, which take ten times as long under it.
//
// What may not enter: anything of ours. Only tests import it.
package race

import "testing"

// OneGoroutine skips the test that calls it if the detector watches: only one goroutine works in it, and none that it could race with.
func OneGoroutine(t testing.TB) {
	t.Helper()
	if Enabled {
		t.Skip("left to the tests without the race detector, which run too: only one goroutine works here")
	}
}
