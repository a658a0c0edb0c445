package interaction

import "sync"

// Queue runs work in order within a key and concurrently between keys. A key costs nothing while it has no work.
type Queue struct {
	mu    sync.Mutex
	work  map[string][]func()
	tasks Tasks
}

// maxQueued limits how many functions may wait under one key: more than any channel of people makes, few enough that a flood does
// not exhaust memory.
const maxQueued = 200

// Do runs f after everything queued for key before. It reports false, without running f, when the queue is full.
func (q *Queue) Do(key string, f func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.work == nil {
		q.work = make(map[string][]func())
	}
	waiting, busy := q.work[key]
	if len(waiting) >= maxQueued {
		return false
	}
	q.work[key] = append(waiting, f)
	if !busy {
		q.tasks.Go(func() { q.run(key) })
	}
	return true
}

func (q *Queue) run(key string) {
	for {
		q.mu.Lock()
		waiting := q.work[key]
		if len(waiting) == 0 {
			delete(q.work, key)
			q.mu.Unlock()
			return
		}
		f := waiting[0]
		q.work[key] = waiting[1:]
		q.mu.Unlock()
		f()
	}
}

// Busy returns how many keys have work.
func (q *Queue) Busy() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.work)
}

// Wait returns when no key has work.
func (q *Queue) Wait() { q.tasks.Wait() }
