package bot_test

import (
	"os"
	"testing"

	"yeye/bot/internal/leak"
	"yeye/bot/internal/testdb"
)

// TestMain runs many tests at once: they mostly wait, for pauses, leases and faults, and hardly compute. They run on SQLite, or
// with YEYE_TEST_DATABASE=postgres on PostgreSQL: running on both would take too long for each change.
func TestMain(m *testing.M) {
	leak.Parallel(12)
	if os.Getenv("YEYE_TEST_DATABASE") == "postgres" {
		testdb.OnServer(m)
	}
	leak.Main(m)
}
