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
	w.wakeLocal()
	w.db.Notify(store.JobsTopic, "")
}

// wakeLocal wakes only this process's scheduler.
func (w *Waker) wakeLocal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}
