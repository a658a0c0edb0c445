// Package wait is how a test waits for what another goroutine, process or server will do: until it has happened, however slow the machine
// is. Its bound ends only a test that hangs, so nothing that is right fails for it. How long something took is logged, never judged.
//
// What may not enter: anything of ours. Only tests import it.
package wait

import (
	"flag"
	"strconv"
	"testing"
	"time"
)

// Bound is how long a test waits before it says that what it waits for does not happen.
const Bound = 3 * time.Minute

const (
	soon, often = 2 * time.Millisecond, 50 * time.Millisecond // between the first looks, and between later ones
	notice      = 5 * time.Second                             // what took longer is worth a line
)

// Parallel makes n tests run at once unless the command line gives a number, for packages whose tests mostly wait. TestMain calls
// it first.
func Parallel(n int) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		f.Value.Set(strconv.Itoa(n))
	}
}

// Until returns once ok does, which it asks again and again. After Bound it ends the test with what, which says what was awaited.
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

// For returns what c brings. A closed channel brings a zero value. After Bound it ends the test with what.
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
