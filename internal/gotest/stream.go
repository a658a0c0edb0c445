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
	ImportPath  string // of build output; may be followed by a space and the test binary's name
	Test        string
	Elapsed     float64 // seconds
	Output      string
	FailedBuild string
}

// Failure is a failed top-level test, or with Test empty a package that failed for another reason (it does not build, a
// leak, a panic between tests).
type Failure struct {
	Package  string
	Test     string
	Output   string
	NotFlaky string   `json:"Never"` // why it counts as broken without being run again, "" if it may be flaky
	Args     []string // go test's flags, without packages and -run
	Env      []string // NAME=VALUE, as --env gave them
}

// results are the results of a run of go test.
type results struct {
	failures []Failure
	skipped  []string // "package test", top-level tests that were skipped or have a skipped subtest
	passed   int      // top-level tests
}

// packageFaults are recognized in the output of a package, whichever test they appear under.
var packageFaults = []struct {
	what string
	sign *regexp.Regexp
}{
	{"a data race", regexp.MustCompile(`(?m)^WARNING: DATA RACE|race detected during execution of test`)},
	{"it took too long", regexp.MustCompile(`(?m)^panic: test timed out`)},
	{"a panic", regexp.MustCompile(`(?m)^(panic: |fatal error: )`)},
	{"goroutines are left running", regexp.MustCompile(`(?m)^goroutines are left running`)},
	{"a signal ended it", regexp.MustCompile(`(?m)^(signal: |SIG[A-Z]+: )`)},
}

func packageFault(output string) string {
	for _, f := range packageFaults {
		if f.sign.MatchString(output) {
			return f.what
		}
	}
	return ""
}

// readEvents reads the events of a run and prints to out what go test prints without -v: the result line of each
// package, and the output of failed tests.
func readEvents(events io.Reader, out io.Writer) (results, error) {
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
				never := packageFault(own)
				for _, test := range failed[e.Package] {
					testOutput := strings.Join(outputs[key{e.Package, test}], "")
					fmt.Fprint(out, testOutput)
					why := never
					if why == "" {
						why = packageFault(testOutput)
					}
					r.failures = append(r.failures, Failure{Package: e.Package, Test: test, Output: testOutput,
						NotFlaky: why})
				}
				// A test that has neither passed nor failed was running when the process ended.
				for at, lines := range outputs {
					if at.pkg == e.Package && at.test != "" && !slices.Contains(failed[e.Package], at.test) {
						own = strings.Join(lines, "") + own
						never = first(packageFault(own), never)
					}
				}
				if len(failed[e.Package]) == 0 || never != "" {
					r.failures = append(r.failures,
						Failure{Package: e.Package, Output: own,
							NotFlaky: first(never, "the package failed, not one of its tests")})
				}
			}
			fmt.Fprint(out, visibleOutput(own, e.Action == "fail"))
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

// visibleOutput returns what to print of a package's output outside tests: all if it failed, else its result line.
func visibleOutput(own string, failed bool) string {
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
