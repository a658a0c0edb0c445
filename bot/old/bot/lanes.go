package bot

import "sync"

// lanes runs work in order within a key and side by side between keys. A lane
// lives only while it has work.
type lanes struct {
	mu   sync.Mutex
	work map[string][]func()
	all  underway
}

// laneLength is how much may wait in one lane: more than any channel of people
// makes, little enough that a flood does not eat memory.
const laneLength = 200

// do runs f after everything given for key before. It reports false, without
// running f, when the lane is full.
func (l *lanes) do(key string, f func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.work == nil {
		l.work = make(map[string][]func())
	}
	waiting, busy := l.work[key]
	if len(waiting) >= laneLength {
		return false
	}
	l.work[key] = append(waiting, f)
	if !busy {
		l.all.Go(func() { l.run(key) })
	}
	return true
}

func (l *lanes) run(key string) {
	for {
		l.mu.Lock()
		waiting := l.work[key]
		if len(waiting) == 0 {
			delete(l.work, key)
			l.mu.Unlock()
			return
		}
		f := waiting[0]
		l.work[key] = waiting[1:]
		l.mu.Unlock()
		f()
	}
}

// wait returns when no lane has work.
func (l *lanes) wait() { l.all.wait() }
