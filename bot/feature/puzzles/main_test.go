package puzzles

import (
	"testing"

	"yeye/bot/internal/testdb"
)

func TestMain(m *testing.M) { testdb.Main(m) }
