package bot_test

import (
	"flag"
	"testing"

	"yeye/bot/internal/leak"
)

// TestMain lets many halls be open at once: their tests wait most of the time, for
// pauses, leases and faults, and hardly compute.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.parallel").Value.String() == flag.Lookup("test.parallel").DefValue {
		flag.Set("test.parallel", "12")
	}
	leak.Main(m)
}
