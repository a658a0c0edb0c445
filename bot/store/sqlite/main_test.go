package sqlite_test

import (
	"testing"

	"yeye/bot/internal/leak"
	"yeye/internal/wait"
)

// TestMain runs those tests at once that wait for locks.
func TestMain(m *testing.M) {
	wait.Parallel(6)
	leak.Main(m)
}
