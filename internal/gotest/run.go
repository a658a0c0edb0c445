package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// run runs go test with the given flags and packages, and appends to the files what failed and what was skipped.
func run(failed, skipped string, env, args []string, out io.Writer) error {
	r, err := goTest(env, args, out)
	if err != nil {
		return err
	}
	var flags []string
	for _, a := range args {
		if strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "-run=") {
			flags = append(flags, a)
		}
	}
	for _, f := range r.failures {
		f.Args, f.Env = flags, env
		line, err := json.Marshal(f)
		if err != nil {
			return err
		}
		if err := appendLine(failed, string(line)); err != nil {
			return err
		}
	}
	for _, s := range r.skipped {
		if skipped != "" {
			if err := appendLine(skipped, s); err != nil {
				return err
			}
		}
	}
	tests := map[string]bool{}
	for _, f := range r.failures {
		tests[f.Package+" "+f.Test] = true
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped wholly or in part\n", r.passed, len(tests), len(r.skipped))
	return nil
}

// goTest runs go test once. An error means that it could not run, not that tests failed.
func goTest(env, args []string, out io.Writer) (results, error) {
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer // not out: readEvents writes to it at the same time
	cmd.Stderr = &stderr
	events, err := cmd.StdoutPipe()
	if err != nil {
		return results{}, err
	}
	if err := cmd.Start(); err != nil {
		return results{}, err
	}
	r, err := readEvents(events, out)
	waitErr := cmd.Wait()
	out.Write(stderr.Bytes())
	if exit, ok := errors.AsType[*exec.ExitError](waitErr); ok && exit.ExitCode() == 1 && len(r.failures) > 0 {
		waitErr = nil // exit status 1 only means that there are failures, which are recorded
	}
	return r, errors.Join(err, waitErr)
}

func appendLine(name, line string) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line + "\n")
	return errors.Join(err, f.Close())
}
