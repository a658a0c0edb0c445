package bot_test

import (
	"testing"

	"yeye/bot/internal/leak"
)

// TestMain runs many tests at once: they wait most of the time, for pauses, leases and faults, and hardly compute.
func TestMain(m *testing.M) {
	leak.Parallel(12)
	leak.Main(m)
}
