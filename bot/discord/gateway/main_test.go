package gateway_test

import (
	"testing"

	"yeye/bot/internal/leak"
	"yeye/internal/wait"
)

// TestMain runs many tests at once: they mostly wait.
func TestMain(m *testing.M) {
	wait.Parallel(12)
	leak.Main(m)
}
