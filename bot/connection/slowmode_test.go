package connection

import (
	"fmt"
	"testing"
	"time"

	"yeye/bot/id"
)

// At the limit a channel that is known can change; only another one empties the record.
func TestSlowmodeLimit(t *testing.T) {
	var s slowmodes
	for i := range maxSlow {
		s.record(id.Channel(fmt.Sprint(i)), time.Second)
	}
	s.record("0", time.Minute)
	if s.get("0") != time.Minute || s.get("1") != time.Second {
		t.Errorf("after a change at the limit: %v, %v", s.get("0"), s.get("1"))
	}
	s.record("one more", time.Hour)
	if s.get("one more") != time.Hour || len(s.all) != 1 {
		t.Errorf("beyond the limit: %v, %d channels", s.get("one more"), len(s.all))
	}
	s.record("one more", 0)
	if s.get("one more") != 0 {
		t.Error("a channel without slowmode is recorded")
	}
}
