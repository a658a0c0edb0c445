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
		s.saw(id.Channel(fmt.Sprint(i)), time.Second)
	}
	s.saw("0", time.Minute)
	if s.in("0") != time.Minute || s.in("1") != time.Second {
		t.Errorf("after a change at the limit: %v, %v", s.in("0"), s.in("1"))
	}
	s.saw("one more", time.Hour)
	if s.in("one more") != time.Hour || len(s.all) != 1 {
		t.Errorf("beyond the limit: %v, %d channels", s.in("one more"), len(s.all))
	}
	s.saw("one more", 0)
	if s.in("one more") != 0 {
		t.Error("a channel without slowmode is recorded")
	}
}
