package gateway_test

import (
	"testing"

	"yeye/bot/internal/leak"
)

// An Open of discordgo's that was answered with Op 7 waits for a lock that it holds itself; see hangUp.
func TestMain(m *testing.M) { leak.Main(m, "github.com/bwmarrin/discordgo.(*Session).CloseWithCode") }
