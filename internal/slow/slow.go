// Package slow skips slow tests in a plain `go test ./...`: those that run whole programs or a browser, or take much
// CPU time. CI (.ci/run) runs them with a separate timeout.
//
// Out of scope: anything specific to this project. Only tests import it.
package slow

import (
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Variable is the environment variable that turns slow tests on.
const Variable = "YEYE_TEST_SLOW"

// On reports whether slow tests are enabled.
func On() bool { return os.Getenv(Variable) != "" }

// Test skips the test that calls it, and says how to run it, unless the environment has [Variable].
func Test(t testing.TB) {
	t.Helper()
	if !On() {
		t.Skipf("left out: %s=1 go test -timeout 20m -run '^%s$' %s", Variable, regexp.QuoteMeta(t.Name()),
			testPackage())
	}
}

// testPackage returns the import path of the running test, "./..." if unknown.
func testPackage() string {
	pcs := make([]uintptr, 10)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for {
		f, more := frames.Next()
		path, name, _ := strings.Cut(f.Function[strings.LastIndexByte(f.Function, '/')+1:], ".")
		if strings.HasPrefix(name, "Test") {
			return f.Function[:strings.LastIndexByte(f.Function, '/')+1] + strings.TrimSuffix(path, "_test")
		}
		if !more {
			return "./..."
		}
	}
}
