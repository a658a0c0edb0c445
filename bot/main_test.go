package bot_test

import (
	"testing"

	"yeye/bot/internal/leak"
	"yeye/bot/internal/testdb"
)

// TestMain runs many tests at once: they mostly wait, for pauses, leases and faults, and hardly compute.
func TestMain(m *testing.M) {
	leak.Parallel(12)
	testdb.Main(m)
}
