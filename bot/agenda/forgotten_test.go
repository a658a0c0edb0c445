package agenda

import (
	"fmt"
	"testing"
	"time"

	"yeye/bot/session"
)

// Whoever ends a turn may be forgotten at that moment, when as many as are remembered
// are known and somebody new is let in.
func TestGiveForgetsWhoEnds(t *testing.T) {
	turns := newTurns(1, 0)
	if err := turns.take(t.Context(), "mei"); err != nil {
		t.Fatal(err)
	}
	for n := len(turns.had); n < mostHad; n++ {
		turns.of(session.PlayerID(fmt.Sprint(n)))
	}
	admitted := make(chan error)
	go func() { admitted <- turns.take(t.Context(), "tom") }()
	for waiting := 0; waiting == 0; time.Sleep(time.Millisecond) {
		turns.mu.Lock()
		waiting = len(turns.waiting)
		turns.mu.Unlock()
	}
	if over := turns.give("mei", time.Millisecond); over != 0 {
		t.Errorf("over by %v", over)
	}
	if err := <-admitted; err != nil {
		t.Fatal(err)
	}
}
