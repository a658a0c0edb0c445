package rest

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
)

// Processes that share a token together send no more in any second than Discord allows, and hardly less, for any number
// of processes.
func TestShares(t *testing.T) {
	const allowed, measured = 50, 20 * time.Second
	for _, processes := range []int{1, 2, 3, 8} {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			var sent []time.Time
			for range processes {
				l := newLimits(defaultPerSecond, nil)
				l.setProcesses(processes)
				for n := range 100 { // as many as allowed, each to a channel of its own
					go func() {
						for k := 0; ; k++ {
							if l.wait(t.Context(), route{method: "POST", key: fmt.Sprint("create ", n, "-", k)}) != nil {
								return
							}
							mu.Lock()
							sent = append(sent, time.Now())
							mu.Unlock()
						}
					}()
				}
			}
			time.Sleep(measured)
			mu.Lock()
			defer mu.Unlock()
			limit := 0
			for from, to := 0, 0; to < len(sent); to++ {
				for sent[to].Sub(sent[from]) >= time.Second {
					from++
				}
				limit = max(limit, to-from+1)
			}
			if each := float64(len(sent)) / measured.Seconds(); limit > allowed || each < 0.75*defaultPerSecond {
				t.Errorf("%d processes: %d in one second at most, %.1f a second on average", processes, limit, each)
			}
		})
	}
}

// When another process joins, a process gives up that one's part at once, and has everything again when the other has ended.
func TestShareChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(defaultPerSecond, nil)
		in := func() (n int) {
			for until := time.Now().Add(10 * time.Second); time.Now().Before(until); n++ {
				if err := l.wait(t.Context(), route{method: "POST", key: fmt.Sprint("create ", n)}); err != nil {
					t.Fatal(err)
				}
			}
			return n
		}
		for _, c := range []struct{ processes, want int }{{1, 450}, {3, 150}, {1, 450}} {
			l.setProcesses(c.processes)
			if n := in(); n < c.want*9/10 || n > c.want*11/10 {
				t.Errorf("%d requests in ten seconds as one of %d, want about %d", n, c.processes, c.want)
			}
		}
	})
}

func TestPortion(t *testing.T) {
	for processes, want := range map[int]rate.Limit{0: 45, 1: 45, 2: 23, 10: 4, 25: 1} {
		mine, burst := shareOf(defaultPerSecond, processes)
		if mine != want {
			t.Errorf("one of %d: %v a second, want %v", processes, mine, want)
		}
		if sum := rate.Limit(max(1, processes)) * (mine + rate.Limit(burst)); sum > 50 {
			t.Errorf("%d processes send %v in one second", processes, sum)
		}
	}
	if mine, _ := shareOf(rate.Inf, 3); mine != rate.Inf {
		t.Errorf("a share of no limit is %v", mine)
	}
	if mine, burst := shareOf(1, 1); mine != 1 || burst != 1 {
		t.Errorf("one a second is %v, %d at once", mine, burst)
	}
}

// Discord bans an address for the invalid requests of all its processes: each stops at its share of the number.
func TestShareOfInvalidRequests(t *testing.T) {
	l, now := newLimits(rate.Inf, nil), time.Now()
	refused := func(n int) {
		for range n {
			l.learn(route{key: "x"}, http.StatusForbidden, http.Header{}, nil, now)
			now = now.Add(time.Millisecond)
		}
	}
	stopped := func() time.Duration {
		_, d, _ := l.take(route{key: "y"}, now)
		return d.Round(time.Second)
	}
	l.setProcesses(3)
	if refused(2_999); stopped() != 0 {
		t.Error("stopped too early")
	}
	if refused(1); stopped() < 9*time.Minute {
		t.Errorf("a request goes out after %v", stopped())
	}
	l.setProcesses(1)
	if d := stopped(); d != 0 {
		t.Errorf("alone again, stopped for %v", d)
	}
	now = now.Add(5 * time.Minute)
	if refused(5_999); stopped() != 0 {
		t.Error("alone, stopped too early")
	}
	l.setProcesses(3)
	if d := stopped(); d < 9*time.Minute {
		t.Errorf("until fewer than a third remain it is %v", d)
	}
}
