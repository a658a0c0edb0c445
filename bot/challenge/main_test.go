package challenge_test

import (
	"testing"

	"yeye/bot/sandbox/still"
)

func TestMain(m *testing.M) { still.Main(m) }
