package socket

import (
	"testing"

	"yeye/bot/internal/leak"
)

func TestMain(m *testing.M) { leak.Main(m) }
