// Package wait makes a test wait for another goroutine, process or server until something has happened, however slow
// the machine is. Its bound ends only tests that hang, so no correct test fails because of it. Long waits are logged,
// never failed.
//
// Out of scope: anything of ours. Only tests import it.
package wait

import (
	"flag"
	"strconv"
	"testing"
	"time"
)

// Bound is how long a test waits before it fails.
const Bound = 3 * time.Minute

const (
	soon, often = 2 * time.Millisecond, 50 * time.Millisecond // pauses between the first polls, and between later ones
	notice      = 5 * time.Second                             // waits longer than this are logged
)

// Parallel makes n tests run at once unless the command line gives a number, for packages whose tests mostly wait.
// TestMain calls it first.
func Parallel(n int) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		f.Value.Set(strconv.Itoa(n))
	}
}

// Until polls ok until it returns true. After Bound it fails the test; what says what was awaited.
func Until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	UntilLog(t, what, nil, ok)
}

// UntilLog is Until that also prints the log when it gives up.
func UntilLog(t testing.TB, what string, log func() string, ok func() bool) {
	t.Helper()
	begun := time.Now()
	for pause := soon; !ok(); pause = min(pause*3/2, often) {
		if time.Since(begun) > Bound {
			give(t, what, log)
		}
		time.Sleep(pause)
	}
	took(t, what, begun)
}

// For receives from c, and returns the zero value if c is closed. After Bound it fails the test; what says what was
// awaited.
func For[T any](t testing.TB, what string, c <-chan T) T {
	t.Helper()
	return ForLog(t, what, nil, c)
}

// ForLog is For that also prints the log when it gives up.
func ForLog[T any](t testing.TB, what string, log func() string, c <-chan T) (v T) {
	t.Helper()
	begun := time.Now()
	bound := time.NewTimer(Bound)
	defer bound.Stop()
	select {
	case v = <-c:
		took(t, what, begun)
	case <-bound.C:
		give(t, what, log)
	}
	return v
}

func took(t testing.TB, what string, begun time.Time) {
	t.Helper()
	if d := time.Since(begun); d > notice {
		t.Logf("waited %v: %s", d.Round(time.Millisecond), what)
	}
}

func give(t testing.TB, what string, log func() string) {
	t.Helper()
	if log == nil {
		t.Fatalf("not within %v: %s", Bound, what)
	}
	t.Fatalf("not within %v: %s; the log:\n%s", Bound, what, log())
}
