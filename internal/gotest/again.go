package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"time"
)

// A failed test is run again this often; at most maxFlaky tests of a run may be flaky.
const (
	reruns   = 3
	maxFlaky = 3
)

// rerunFailed runs failed tests again and writes a report to out. The error is not nil if any failure is not flaky.
// failed, ledger and noRerunFile are names of files.
func rerunFailed(failed, ledger, noRerunFile string, out io.Writer) error {
	failures, err := readFailures(failed)
	if err != nil {
		return err
	}
	flaky, err := readList(ledger)
	if err != nil {
		return err
	}
	noRerun, err := readList(noRerunFile)
	if err != nil {
		return err
	}
	markBroken(failures, flaky, noRerun)
	refused := 0
	for _, f := range failures {
		if f.NotFlaky == "" {
			f.NotFlaky = retry(f, out)
		}
		if f.NotFlaky != "" {
			refused++
			fmt.Fprintf(out, "\nFAILED %s (%s)\n%s", f.name(), f.NotFlaky, f.Output)
			continue
		}
		fmt.Fprintf(out,
			"\nFLAKY %s failed once and passed %d times alone. The next commit adds this line to %s, and mends the "+
				"test:\n%s %s %s\n%s",
			f.name(), reruns, ledger, f.Package, f.Test, time.Now().Format(time.DateOnly), f.Output)
	}
	if refused > 0 {
		return fmt.Errorf("%d failures", refused)
	}
	return nil
}

func (f Failure) name() string {
	name := f.Package
	if f.Test != "" {
		name += " " + f.Test
	}
	if len(f.Env) > 0 {
		name += ", " + strings.Join(f.Env, " ")
	}
	return name
}

// markBroken sets NotFlaky of the failures that are not run again: failures of a package rather than a test; a race, a
// panic, a leak or a timeout; a test that is in the ledger of flaky tests, or in noRerun; or too many failed tests.
func markBroken(failures []Failure, ledger, noRerun map[string]bool) {
	tests := map[string]bool{}
	for i, f := range failures {
		name := f.Package + " " + f.Test
		switch {
		case f.NotFlaky != "":
		case f.Test == "":
			failures[i].NotFlaky = "the package failed, not one of its tests"
		case ledger[name]:
			failures[i].NotFlaky = "it failed by chance before: mend it"
		case noRerun[name]:
			failures[i].NotFlaky = "it looks for what may happen rarely, so it is not run again"
		default:
			tests[name] = true
		}
	}
	if len(tests) <= maxFlaky {
		return
	}
	for i, f := range failures {
		if f.NotFlaky == "" {
			failures[i].NotFlaky = fmt.Sprintf("%d tests failed", len(tests))
		}
	}
}

// retry runs a failed test again, alone, and returns why it is not flaky, "" if it is.
func retry(f Failure, out io.Writer) (reason string) {
	fmt.Fprintf(out, "\nagain, %d times: %s\n", reruns, f.name())
	args := append([]string{}, f.Args...)
	args = append(args, "-count=1", "-run=^"+regexp.QuoteMeta(f.Test)+"$", f.Package)
	for n := range reruns {
		r, err := goTest(f.Env, args, out)
		switch {
		case err != nil:
			return err.Error()
		case len(r.failures) > 0:
			return fmt.Sprintf("it failed again, in run %d", n+1)
		case r.passed != 1:
			return fmt.Sprintf("%d tests ran in run %d", r.passed, n+1)
		}
	}
	return ""
}

func readFailures(name string) (all []Failure, err error) {
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range bytes.Lines(data) {
		var f Failure
		if err := json.Unmarshal(line, &f); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// readList reads a file whose lines have a package, a test and any comment, as a set of "package test". Lines that
// begin with # are comments.
func readList(name string) (map[string]bool, error) {
	all := map[string]bool{}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		words := strings.Fields(line)
		if len(words) < 2 {
			return nil, fmt.Errorf("%s:%d: a package and a test are wanted", name, n)
		}
		all[words[0]+" "+words[1]] = true
	}
	return all, lines.Err()
}
