// Package wait lets a test wait for another goroutine, process or server. Its timeout is so long that only tests that
// hang fail; other long waits are logged.
//
// Out of scope: anything specific to this project. Only tests import it.
package wait

import (
	"flag"
	"strconv"
	"testing"
	"time"
)

// Bound is the timeout of all waits.
const Bound = 3 * time.Minute

const (
	// pauses between the first polls, and between later ones
	firstPause, maxPause = 2 * time.Millisecond, 50 * time.Millisecond
	logAfter             = 5 * time.Second // waits longer than this are logged
)

// Parallel sets the default of -parallel to n, for packages whose tests mostly wait. TestMain calls it first.
func Parallel(n int) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		f.Value.Set(strconv.Itoa(n))
	}
}

// Until polls ok until it returns true. After Bound it fails the test with the message what.
func Until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	UntilLog(t, what, nil, ok)
}

// UntilLog is [Until] that also prints log() when it fails the test.
func UntilLog(t testing.TB, what string, log func() string, ok func() bool) {
	t.Helper()
	start := time.Now()
	for pause := firstPause; !ok(); pause = min(pause*3/2, maxPause) {
		if time.Since(start) > Bound {
			fail(t, what, log)
		}
		time.Sleep(pause)
	}
	logLongWait(t, what, start)
}

// For receives from c, and returns the zero value if c is closed. After Bound it fails the test with the message what.
func For[T any](t testing.TB, what string, c <-chan T) T {
	t.Helper()
	return ForLog(t, what, nil, c)
}

// ForLog is [For] that also prints log() when it fails the test.
func ForLog[T any](t testing.TB, what string, log func() string, c <-chan T) (v T) {
	t.Helper()
	start := time.Now()
	bound := time.NewTimer(Bound)
	defer bound.Stop()
	select {
	case v = <-c:
		logLongWait(t, what, start)
	case <-bound.C:
		fail(t, what, log)
	}
	return v
}

func logLongWait(t testing.TB, what string, start time.Time) {
	t.Helper()
	if d := time.Since(start); d > logAfter {
		t.Logf("waited %v: %s", d.Round(time.Millisecond), what)
	}
}

func fail(t testing.TB, what string, log func() string) {
	t.Helper()
	if log == nil {
		t.Fatalf("not within %v: %s", Bound, what)
	}
	t.Fatalf("not within %v: %s; the log:\n%s", Bound, what, log())
}
