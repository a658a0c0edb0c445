package bot_test

import (
	"testing"

	"yeye/bot/internal/testdb"
	"yeye/internal/wait"
)

// TestMain runs many tests at once: they mostly wait, for pauses, leases and faults, and hardly compute.
func TestMain(m *testing.M) {
	wait.Parallel(12)
	testdb.Main(m)
}
