package vacation_test

import (
	"testing"

	"yeye/bot/internal/testdb"
)

func TestMain(m *testing.M) { testdb.Main(m) }
