package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// event is one line of `go test -json`: see `go doc test2json`.
type event struct {
	Action      string
	Package     string
	ImportPath  string // of a build's output, perhaps with the test binary's name behind a blank
	Test        string
	Elapsed     float64 // seconds
	Output      string
	FailedBuild string
}

// Failure is something that failed in a run of go test: a top-level test, or with Test empty a package for another
// reason (it does not build, a leak, a panic between tests).
type Failure struct {
	Package string
	Test    string
	Output  string
	Never   string   // why it cannot be flaky even if it passes when run again, empty if it can
	Args    []string // go test's flags, without packages and -run
	Env     []string // NAME=VALUE, as --env gave them
}

// results are the results of a run of go test.
type results struct {
	failures []Failure
	skipped  []string // "package test", top-level tests that were skipped or have a skipped subtest
	passed   int      // top-level tests
}

// Output that shows a fault of the whole package, whichever test it appears under.
var faults = []struct {
	what string
	sign *regexp.Regexp
}{
	{"a data race", regexp.MustCompile(`(?m)^WARNING: DATA RACE|race detected during execution of test`)},
	{"it took too long", regexp.MustCompile(`(?m)^panic: test timed out`)},
	{"a panic", regexp.MustCompile(`(?m)^(panic: |fatal error: )`)},
	{"goroutines are left running", regexp.MustCompile(`(?m)^goroutines are left running`)},
	{"a signal ended it", regexp.MustCompile(`(?m)^(signal: |SIG[A-Z]+: )`)},
}

func fault(output string) string {
	for _, f := range faults {
		if f.sign.MatchString(output) {
			return f.what
		}
	}
	return ""
}

// read reads the events of a run and prints to out what go test prints without -v: lines of packages, and the output of
// failed tests.
func read(events io.Reader, out io.Writer) (results, error) {
	var r results
	type key struct{ pkg, test string }
	outputs := map[key][]string{} // of top-level tests with their subtests; of packages under an empty test
	skipped := map[key]bool{}
	failed := map[string][]string{} // tests by package
	builds := map[string]string{}
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && len(line) == 0 {
			if err == io.EOF {
				return r, nil
			}
			return r, err
		}
		var e event
		if json.Unmarshal(line, &e) != nil { // a message of the go command, not an event
			out.Write(line)
			continue
		}
		top, _, _ := strings.Cut(e.Test, "/")
		k := key{e.Package, top}
		switch {
		case e.Action == "build-output":
			builds[e.ImportPath] += e.Output
		case e.Action == "output":
			outputs[k] = append(outputs[k], e.Output)
		case e.Action == "skip" && e.Test != "":
			skipped[k] = true
			if top == e.Test {
				delete(outputs, k)
			}
		case e.Action == "pass" && e.Test == top && top != "":
			r.passed++
			delete(outputs, k)
		case e.Action == "fail" && e.Test == top && top != "":
			failed[e.Package] = append(failed[e.Package], top)
		case e.Test != "" || e.Action == "start" || e.Action == "run" || e.Action == "pause" || e.Action == "cont":
		case e.Action == "pass", e.Action == "skip", e.Action == "fail":
			own := strings.Join(outputs[k], "")
			if e.FailedBuild != "" {
				own = builds[e.FailedBuild] + own
			}
			if e.Action == "fail" {
				never := fault(own)
				for _, test := range failed[e.Package] {
					said := strings.Join(outputs[key{e.Package, test}], "")
					fmt.Fprint(out, said)
					why := never
					if why == "" {
						why = fault(said)
					}
					r.failures = append(r.failures, Failure{Package: e.Package, Test: test, Output: said, Never: why})
				}
				// A test that has neither passed nor failed was running when the process ended.
				for at, said := range outputs {
					if at.pkg == e.Package && at.test != "" && !slices.Contains(failed[e.Package], at.test) {
						own = strings.Join(said, "") + own
						never = first(fault(own), never)
					}
				}
				if len(failed[e.Package]) == 0 || never != "" {
					r.failures = append(r.failures,
						Failure{Package: e.Package, Output: own,
							Never: first(never, "the package failed, not one of its tests")})
				}
			}
			fmt.Fprint(out, shown(own, e.Action == "fail"))
			for at := range outputs {
				if at.pkg == e.Package {
					delete(outputs, at)
				}
			}
			for at := range skipped {
				if at.pkg == e.Package {
					r.skipped = append(r.skipped, at.pkg+" "+at.test)
				}
			}
		}
	}
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// shown returns what to print of the output outside tests of a package: all if it failed, else the line of its result.
func shown(own string, failed bool) string {
	if failed {
		return own
	}
	lines := strings.SplitAfter(strings.TrimSuffix(own, "\n"), "\n")
	last := lines[len(lines)-1]
	if last == "" || strings.HasPrefix(last, "PASS") {
		return ""
	}
	return strings.TrimSuffix(last, "\n") + "\n"
}
