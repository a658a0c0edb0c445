package gateway_test

import (
	"testing"

	"yeye/bot/internal/leak"
)

// TestMain runs many tests at once: they wait most of the time, as Discord wants before a second IDENTIFY. An Open of discordgo's that
// was answered with Op 7 waits for a lock that it holds itself; see hangUp.
func TestMain(m *testing.M) {
	leak.Parallel(12)
	leak.Main(m, "github.com/bwmarrin/discordgo.(*Session).CloseWithCode")
}
