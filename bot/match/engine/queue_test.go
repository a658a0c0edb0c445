package engine

import (
	"fmt"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/internal/wait"
)

// A player whose turn ends may be forgotten at that moment, when the memory is full and a new player is admitted.
func TestGiveForgetsWhoEnds(t *testing.T) {
	q := newQueue(1, 0)
	if err := q.acquire(t.Context(), "mei"); err != nil {
		t.Fatal(err)
	}
	for n := len(q.usage); n < maxUsers; n++ {
		q.usageOf(id.Player(fmt.Sprint(n)))
	}
	admitted := make(chan error)
	go func() { admitted <- q.acquire(t.Context(), "tom") }()
	wait.Until(t, "Tom waits", func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		return len(q.waiting) > 0
	})
	if over := q.release("mei", time.Millisecond); over != 0 {
		t.Errorf("over by %v", over)
	}
	if err := <-admitted; err != nil {
		t.Fatal(err)
	}
}
