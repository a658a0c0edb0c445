package race_test

import (
	"runtime/debug"
	"slices"
	"testing"

	"yeye/internal/race"
)

// A test of one goroutine is left out exactly where the test program was built with the detector.
func TestOneGoroutine(t *testing.T) {
	built, ok := debug.ReadBuildInfo()
	if !ok {
		t.Fatal("it is not known how this was built")
	}
	watched := slices.Contains(built.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
	ran := false
	t.Run("search", func(t *testing.T) {
		race.OneGoroutine(t)
		ran = true
	})
	if ran == watched || race.Enabled != watched {
		t.Errorf("the detector watches: %v; the test ran: %v", watched, ran)
	}
}
