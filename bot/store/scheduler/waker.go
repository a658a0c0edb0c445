package scheduler

import "yeye/bot/store"

// Waker wakes a scheduler. It is made before the scheduler, for what makes jobs due and what handles them.
type Waker struct {
	db   *store.DB
	wake chan struct{}
}

// NewWaker makes the waker of a scheduler on a database.
func NewWaker(db *store.DB) *Waker { return &Waker{db, make(chan struct{}, 1)} }

// Wake makes this scheduler, and those of other processes, poll at once, because a job has become due.
func (w *Waker) Wake() {
	w.look()
	w.db.Ring(store.JobsBell, "")
}

// look wakes this process's scheduler alone.
func (w *Waker) look() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}
