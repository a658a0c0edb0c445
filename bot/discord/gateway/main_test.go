package gateway_test

import (
	"testing"

	"yeye/bot/internal/leak"
)

// TestMain runs many tests at once: they mostly wait, as Discord requires before a second IDENTIFY. An Open of discordgo's that was
// answered with Op 7 waits for a lock that it holds itself; see hangUp.
func TestMain(m *testing.M) {
	leak.Parallel(12)
	leak.Main(m, "github.com/bwmarrin/discordgo.(*Session).CloseWithCode")
}
