// Command gotest runs `go test` for CI (.ci/run), and runs failed tests again, alone, to tell broken tests from flaky
// ones.
//
//	gotest run --failed FILE [--skipped FILE] [--env NAME=VALUE]... -- go test's flags and packages
//	gotest again --failed FILE --ledger FILE --once FILE
//
// "run" prints what go test would print without -v, and appends each failure to a file. It exits with 0 even if tests
// fail: "again", at the end of CI, decides. A flag with a value is written -flag=value, so that packages can be told
// from flags.
//
// "again" runs a failed top-level test three times more, alone, with the same flags and variables. If all three pass,
// the test is FLAKY: its output is printed with the line that the next commit adds to the ledger, and the exit status
// is 0. See [markBroken] for what is never flaky.
//
// Out of scope: anything specific to this project.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	if err := dispatch(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		os.Exit(1)
	}
}

func dispatch(args []string) error {
	subcommand := ""
	if len(args) > 0 {
		subcommand = args[0]
	}
	flags := flag.NewFlagSet("gotest "+subcommand, flag.ExitOnError)
	failed := flags.String("failed", "", "the `file` of failures, one JSON object a line")
	skipped := flags.String("skipped", "",
		"a `file` that gets a line \"package test\" for each top-level test of which something was skipped")
	ledger := flags.String("ledger", "", "the `file` of tests that failed by chance before")
	var env []string
	flags.Func("env", "a variable `NAME=VALUE` that chooses what is tested",
		func(v string) error { env = append(env, v); return nil })
	once := flags.String("once", "", "the `file` of tests that are never run again")
	if len(args) > 0 {
		flags.Parse(args[1:])
	}
	switch {
	case subcommand == "run" && *failed != "":
		return run(*failed, *skipped, env, flags.Args(), os.Stdout)
	case subcommand == "again" && *failed != "":
		return rerunFailed(*failed, *ledger, *once, os.Stdout)
	}
	return fmt.Errorf("usage: gotest run --failed FILE [--skipped FILE] -- ARGS, or gotest again --failed FILE " +
		"--ledger FILE --once FILE")
}
