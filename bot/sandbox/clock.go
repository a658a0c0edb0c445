package sandbox

import (
	"net/http"
	"strconv"
	"sync"
	"time"
)

// clock is real time plus an offset that only grows.
type clock struct {
	mu     sync.Mutex
	offset time.Duration
	moved  chan struct{} // closed and replaced at each move
}

// Now is the sandbox's time: the clock beneath it plus what POST /sandbox/clock has added.
func (s *Server) Now() time.Time { return s.opt.Now().Add(s.Offset()) }

// Offset is how far the sandbox's clock is ahead.
func (s *Server) Offset() time.Duration {
	s.clock.mu.Lock()
	defer s.clock.mu.Unlock()
	return s.clock.offset
}

// Advance moves the clock forward; d must not be negative. Threads that are now overdue fall asleep at once.
func (s *Server) Advance(d time.Duration) time.Duration {
	s.clock.mu.Lock()
	s.clock.offset += d
	offset := s.clock.offset
	close(s.clock.moved)
	s.clock.moved = make(chan struct{})
	s.clock.mu.Unlock()
	s.mu.Lock()
	s.archiveIdle()
	s.mu.Unlock()
	if s.opt.OnClock != nil {
		s.opt.OnClock(offset)
	}
	return offset
}

type clockReading struct {
	Now      Time  `json:"now"`
	OffsetMS int64 `json:"offset_ms"`
}

func (s *Server) reading() clockReading {
	return clockReading{Time{s.Now()}, s.Offset().Milliseconds()}
}

// getClock answers at once, or with ?after_ms=N as soon as the offset is not N, at the latest after 25 s: a bot in
// another process follows the clock with it.
func (s *Server) getClock(w http.ResponseWriter, r *http.Request) {
	if after, err := strconv.ParseInt(r.URL.Query().Get("after_ms"), 10, 64); err == nil {
		s.clock.mu.Lock()
		same, moved := s.clock.offset.Milliseconds() == after, s.clock.moved
		s.clock.mu.Unlock()
		if same {
			select {
			case <-moved:
			case <-s.done:
			case <-r.Context().Done():
			case <-time.After(25 * time.Second):
			}
		}
	}
	writeJSON(w, http.StatusOK, s.reading())
}

func (s *Server) postClock(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Advance   string `json:"advance"`
		AdvanceMS int64  `json:"advance_ms"`
	}
	if !readControl(w, r, &body) {
		return
	}
	d := time.Duration(body.AdvanceMS) * time.Millisecond
	if body.Advance != "" {
		var err error
		if d, err = time.ParseDuration(body.Advance); err != nil {
			writeError(w, &Error{Status: 400, Code: 50035, Message: `"advance" is a length of time such as "90s", "15m" or "24h"`})
			return
		}
	}
	if d < 0 {
		writeError(w, &Error{Status: 400, Code: 50035, Message: "the clock only goes forward"})
		return
	}
	s.Advance(d)
	writeJSON(w, http.StatusOK, s.reading())
}
