package scheduler

import "time"

// watch compares the time of day with the time that has passed.
type watch struct {
	now         func() time.Time
	day, steady time.Time
}

func newWatch(now func() time.Time) *watch { return &watch{now, now().Round(0), time.Now()} }

// jitter is how much the two may differ without the clock having been set.
const jitter = time.Second

// setBack returns by how much the clock has been set back since the last look, zero if it was not.
func (w *watch) setBack() time.Duration {
	day, steady := w.now().Round(0), time.Now()
	lost := steady.Sub(w.steady) - day.Sub(w.day)
	w.day, w.steady = day, steady
	if lost < jitter {
		return 0
	}
	return lost
}
