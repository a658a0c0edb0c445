package scheduler

import "time"

// clockWatch notices changes of the wall clock, by comparing it with the monotonic clock.
type clockWatch struct {
	now         func() time.Time
	day, steady time.Time
}

func newClockWatch(now func() time.Time) *clockWatch {
	return &clockWatch{now, now().Round(0), time.Now()}
}

// jitter is how much the two may differ without the clock having been set.
const jitter = time.Second

// wasSetBack returns by how much the wall clock has been set back since the last call, 0 if it was not.
func (w *clockWatch) wasSetBack() time.Duration {
	day, steady := w.now().Round(0), time.Now()
	lost := steady.Sub(w.steady) - day.Sub(w.day)
	w.day, w.steady = day, steady
	if lost < jitter {
		return 0
	}
	return lost
}
