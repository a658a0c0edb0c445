package gateway_test

import (
	"testing"

	"yeye/bot/internal/leak"
)

// TestMain runs many tests at once: they mostly wait.
func TestMain(m *testing.M) {
	leak.Parallel(12)
	leak.Main(m)
}
