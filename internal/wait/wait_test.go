package wait_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"yeye/internal/wait"
)

// told is a test that may end, and what it said.
type told struct {
	testing.TB
	logged, ended string
}

func (t *told) Helper()                         {}
func (t *told) Logf(format string, args ...any) { t.logged = fmt.Sprintf(format, args...) }
func (t *told) Fatalf(format string, args ...any) {
	t.ended = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// waits runs f in a test of its own, and returns what it said and whether f returned.
func waits(f func(t testing.TB)) (t *told, returned bool) {
	t = &told{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(t)
		returned = true
	}()
	<-done
	return t, returned
}

func TestUntil(t *testing.T) {
	for _, c := range []struct {
		name    string
		happens time.Duration
		logged  string
	}{
		{"at once", 0, ""},
		{"late", 2 * time.Minute, "waited 2m0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				got, returned := waits(func(t testing.TB) {
					wait.Until(t, "the light is on", func() bool { return time.Since(begun) >= c.happens })
				})
				if !returned || got.ended != "" || !strings.HasPrefix(got.logged, c.logged) ||
					(c.logged == "") != (got.logged == "") {
					t.Errorf("returned %v, said %q and %q", returned, got.logged, got.ended)
				}
			})
		})
	}
}

func TestFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		time.AfterFunc(time.Minute, func() { c <- 7 })
		var v int
		got, returned := waits(func(t testing.TB) { v = wait.For(t, "a number", c) })
		if !returned || v != 7 || got.ended != "" {
			t.Errorf("%d, returned %v, said %q", v, returned, got.ended)
		}
	})
}

// What does not happen ends the test, which says what that was and prints the log of that time.
func TestGivesUp(t *testing.T) {
	var said atomic.Value
	log := func() string { return said.Load().(string) }
	for name, f := range map[string]func(t testing.TB){
		"until": func(t testing.TB) {
			wait.UntilLog(t, "the light is on", log, func() bool { return false })
		},
		"for": func(t testing.TB) { wait.ForLog(t, "the light is on", log, make(chan int)) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				said.Store("")
				time.AfterFunc(time.Minute, func() { said.Store("the bulb is broken") })
				got, returned := waits(f)
				if returned || !strings.Contains(got.ended, "the light is on") || !strings.Contains(got.ended,
					"the bulb is broken") {
					t.Errorf("returned %v, said %q", returned, got.ended)
				}
			})
		})
	}
}
