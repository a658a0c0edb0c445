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

// How often a failed test is run again, and how many tests may be flaky in one run: if more fail, the change or the
// machine is at fault.
const (
	tries = 3
	most  = 3
)

// again runs failed tests again and prints a report. An error means that the change is refused.
func again(failed, ledger, once string, out io.Writer) error {
	failures, err := readFailures(failed)
	if err != nil {
		return err
	}
	known, err := readList(ledger)
	if err != nil {
		return err
	}
	never, err := readList(once)
	if err != nil {
		return err
	}
	markRefusals(failures, known, never)
	refused := 0
	for _, f := range failures {
		if f.Never == "" {
			f.Never = retry(f, out)
		}
		if f.Never != "" {
			refused++
			fmt.Fprintf(out, "\nFAILED %s (%s)\n%s", f.name(), f.Never, f.Output)
			continue
		}
		fmt.Fprintf(out,
			"\nFLAKY %s failed once and passed %d times alone. The next commit adds this line to %s, and mends the "+
				"test:\n%s %s %s\n%s",
			f.name(), tries, ledger, f.Package, f.Test, time.Now().Format(time.DateOnly), f.Output)
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

// markRefusals sets Never of the failures that refuse the change without another run: failures that are not one test's;
// a race, a panic, a leak or a time-out; a test that is in the ledger of flaky tests already, or that checks for lost
// or doubled moves; or too many failed tests.
func markRefusals(failures []Failure, ledger, once map[string]bool) {
	tests := map[string]bool{}
	for i, f := range failures {
		name := f.Package + " " + f.Test
		switch {
		case f.Never != "":
		case f.Test == "":
			failures[i].Never = "the package failed, not one of its tests"
		case ledger[name]:
			failures[i].Never = "it failed by chance before: mend it"
		case once[name]:
			failures[i].Never = "it looks for what may happen rarely, so it is not run again"
		default:
			tests[name] = true
		}
	}
	if len(tests) <= most {
		return
	}
	for i, f := range failures {
		if f.Never == "" {
			failures[i].Never = fmt.Sprintf("%d tests failed", len(tests))
		}
	}
}

// retry runs a failed test again, alone, and returns why it refuses the change, "" if it is flaky.
func retry(f Failure, out io.Writer) (never string) {
	fmt.Fprintf(out, "\nagain, %d times: %s\n", tries, f.name())
	args := append([]string{}, f.Args...)
	args = append(args, "-count=1", "-run=^"+regexp.QuoteMeta(f.Test)+"$", f.Package)
	for n := range tries {
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

// readList reads a file whose lines have a package, a test and any remark. Lines that begin with # are comments.
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
