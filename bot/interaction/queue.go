package interaction

import (
	"context"
	"sync"
	"time"

	"yeye/bot/id"
)

// Queue runs work in order within a channel and concurrently between channels. A channel costs nothing while it has no
// work.
type Queue struct {
	tasks   *Tasks
	timeout time.Duration

	mu   sync.Mutex
	work map[id.Channel][]func(context.Context)
}

// DefaultTimeout is how long queued work may take by default, most of it waiting for the database: users must get an
// answer even if it is locked or gone.
const DefaultTimeout = 8 * time.Second

// maxQueued limits how many functions may wait in one channel: more than the people in a channel cause, and few
// enough not to exhaust memory.
const maxQueued = 200

// NewQueue makes a queue that runs its work as tasks. Each function's context ends after within, or DefaultTimeout if
// that is 0.
func NewQueue(tasks *Tasks, timeout time.Duration) *Queue {
	if timeout <= 0 {
		timeout = DefaultTimeout
	}
	return &Queue{tasks: tasks, timeout: timeout, work: make(map[id.Channel][]func(context.Context))}
}

// Do runs f after everything queued for the channel before. It reports false, without running f, when the queue is
// full.
func (q *Queue) Do(channel id.Channel, f func(context.Context)) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting, busy := q.work[channel]
	if len(waiting) >= maxQueued {
		return false
	}
	q.work[channel] = append(waiting, f)
	if !busy {
		q.tasks.Go(func(ctx context.Context) { q.run(ctx, channel) })
	}
	return true
}

func (q *Queue) run(ctx context.Context, channel id.Channel) {
	for {
		q.mu.Lock()
		waiting := q.work[channel]
		if len(waiting) == 0 {
			delete(q.work, channel)
			q.mu.Unlock()
			return
		}
		f := waiting[0]
		q.work[channel] = waiting[1:]
		q.mu.Unlock()
		q.do(ctx, f)
	}
}

// do runs f. If it panics, the work after it still runs.
func (q *Queue) do(ctx context.Context, f func(context.Context)) {
	defer q.tasks.recovered()
	ctx, cancel := context.WithTimeout(ctx, q.timeout)
	defer cancel()
	f(ctx)
}

// Busy returns how many channels have work.
func (q *Queue) Busy() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.work)
}
