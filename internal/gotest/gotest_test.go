package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is a module whose tests end in every way. Those of package chance fail as often as its file count says.
var module = map[string]string{
	"go.mod": "module m\ngo 1.26\n",
	"chance/chance_test.go": `package chance
import ("os"; "testing")
func TestChance(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		if count, _ := os.ReadFile("count"); len(count) > 0 {
			os.WriteFile("count", count[1:], 0o644)
			t.Error("by chance")
		}
	})
}
func TestOther(t *testing.T) {}
`,
	"good/good_test.go": `package good
import "testing"
func TestGood(t *testing.T) {}
func TestLeftOut(t *testing.T) { t.Run("sub", func(t *testing.T) { t.Skip("left out") }) }
`,
	"bad/bad_test.go": `package bad
import "testing"
func TestBad(t *testing.T) { t.Error("always") }
`,
	"race/race_test.go": `package race
import ("fmt"; "testing")
func TestRace(t *testing.T) { fmt.Println("WARNING: DATA RACE"); t.Fail() }
`,
	"panics/panics_test.go": `package panics
import "testing"
func TestPanics(t *testing.T) { panic("here") }
`,
	"hangs/hangs_test.go": `package hangs
import ("flag"; "testing")
func TestMain(m *testing.M) { flag.Parse(); flag.Set("test.timeout", "1s"); m.Run() }
func TestHangs(t *testing.T) { select {} }
`,
	"ends/ends_test.go": `package ends
import ("os"; "testing")
func TestFine(t *testing.T) {}
func TestMain(m *testing.M) { m.Run(); println("goroutines are left running"); os.Exit(1) }
`,
	"unbuilt/unbuilt_test.go": "package unbuilt\nfunc f() int { return \"\" }\n",
}

// lay writes the module and goes there.
func lay(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range module {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, name, text)
	}
	t.Chdir(dir)
	write(t, "ledger", "# comment\n\n")
	write(t, "once", "")
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// gate runs the tests of packages and then judges what failed. failing is how often TestChance fails.
func gate(t *testing.T, failing int, packages ...string) (output string, err error) {
	t.Helper()
	write(t, "chance/count", strings.Repeat("x", failing))
	os.Remove("failed")
	var out bytes.Buffer
	if err := run("failed", "skipped", []string{"CHOSEN=this"}, append([]string{"-count=1", "-timeout=20s", "-run=."},
		packages...), &out); err != nil {
		t.Fatal(err, out.String())
	}
	err = rerunFailed("failed", "ledger", "once", &out)
	return out.String(), err
}

func contains(t *testing.T, output string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(output, want) {
			t.Errorf("%q is missing in\n%s", want, output)
		}
	}
}

func TestGreen(t *testing.T) {
	lay(t)
	output, err := gate(t, 0, "./good", "./chance")
	if err != nil {
		t.Error(err)
	}
	contains(t, output, "ok  \tm/good", "4 passed, 0 failed, 1 skipped")
	skipped, err := os.ReadFile("skipped")
	if string(skipped) != "m/good TestLeftOut\n" || err != nil {
		t.Errorf("%q %v", skipped, err)
	}
}

// A test that fails once passes three times alone, and is named for the ledger. With its line there it is refused the
// next time, and so is one that must not be run again.
func TestChanceIsForgivenOnce(t *testing.T) {
	lay(t)
	output, err := gate(t, 1, "./good", "./chance")
	if err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	contains(t, output, "--- FAIL: TestChance", "3 passed, 1 failed", "FLAKY m/chance TestChance, CHOSEN=this",
		"\nm/chance TestChance 2", "by chance")
	for _, list := range []string{"ledger", "once"} {
		write(t, list, "# of old\nm/chance TestChance 2026-01-31 seen by chance\n")
		output, err := gate(t, 1, "./chance")
		if err == nil || strings.Contains(output, "again, 3 times") {
			t.Errorf("forgiven by the %s:\n%s", list, output)
		}
		contains(t, output, "FAILED m/chance TestChance")
		write(t, list, "")
	}
}

func TestFailingAgainIsRefused(t *testing.T) {
	lay(t)
	output, err := gate(t, 3, "./chance") // the third time of four
	if err == nil {
		t.Errorf("forgiven:\n%s", output)
	}
	contains(t, output, "it failed again, in run 1")
}

// What is none of a single test's is never forgiven, nor run again.
func TestFaultsAreRefused(t *testing.T) {
	lay(t)
	output, err := gate(t, 0, "./race", "./panics", "./ends", "./hangs", "./unbuilt")
	if err == nil {
		t.Error("forgiven")
	}
	contains(t, output, "FAILED m/race TestRace, CHOSEN=this (a data race)",
		"FAILED m/panics TestPanics, CHOSEN=this (a panic)",
		"FAILED m/ends, CHOSEN=this (goroutines are left running)", "(it took too long)", "FAILED m/unbuilt",
		"cannot use \"\"")
	if strings.Contains(output, "again, 3 times") {
		t.Errorf("run again:\n%s", output)
	}
}

func TestManyFailuresAreRefused(t *testing.T) {
	var failures []Failure
	for _, test := range []string{"TestA", "TestB", "TestC", "TestA"} { // of one test on two databases
		failures = append(failures, Failure{Package: "m", Test: test})
	}
	refused := func(f Failure) bool { return f.NotFlaky != "" }
	if markBroken(failures, nil, nil); slices.ContainsFunc(failures, refused) {
		t.Errorf("refused: %+v", failures)
	}
	failures = append(failures, Failure{Package: "m", Test: "TestD"})
	if markBroken(failures, nil, nil); slices.ContainsFunc(failures, func(f Failure) bool { return !refused(f) }) {
		t.Errorf("forgiven: %+v", failures)
	}
}

func TestListsAreRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "list")
	write(t, name, "m/a TestA\n# m/b TestB\n")
	if all, err := readList(name); err != nil || !all["m/a TestA"] || len(all) != 1 {
		t.Errorf("%v %v", all, err)
	}
	write(t, name, "TestA\n")
	if _, err := readList(name); err == nil {
		t.Error("a line without a package is read")
	}
}
